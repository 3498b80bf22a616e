import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { afterEach, describe, expect, test } from 'vitest';
import { openTextPool, TEXT_QUEUE_MAX, TEXT_WORKERS_MAX, type TextPool } from './text-pool.ts';
import { openWorkerPool } from './worker-pool.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const ops = (...list: { old: string; new: string }[]): Uint8Array => encode(JSON.stringify(list));
const CHARS_MAX = 5_242_880;

let pool: TextPool | undefined;
afterEach(() => pool?.close());

describe('the text pool', () => {
  test('patches in a thread and gives text and facts back', async () => {
    pool = openTextPool();
    const result = await pool.patch(
      encode('<p>Grüße 🌍</p>\r\n'),
      ops({ old: '🌍', new: '🌍🌍' }),
      5_000,
    );
    if (!result.ok) expect.fail(result.code);
    expect(new TextDecoder().decode(result.text)).toBe('<p>Grüße 🌍🌍</p>\r\n');
    expect(result.facts).toEqual(await pool.facts(result.text.slice(), 5_000));
    expect(result.facts).toMatchObject({ bytes: 25, chars: 17, newline: 'crlf' });
  });

  test('keeps a byte order mark, which a decoder would swallow', async () => {
    pool = openTextPool();
    expect(await pool.facts(encode('\ufeffx'), 5_000)).toMatchObject({
      bytes: 4,
      chars: 2,
      newline: 'none',
    });
  });

  test('refuses what is not UTF-8 and goes on', async () => {
    pool = openTextPool();
    await expect(pool.facts(Uint8Array.of(0xff), 5_000)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await pool.facts(encode('x'), 5_000)).toMatchObject({ chars: 1 });
  });

  test(
    'fifty worst-case operations on a full page are answered in 5 s, the event loop free',
    { timeout: 30_000 },
    async () => {
      pool = openTextPool();
      const source = 'a'.repeat(CHARS_MAX);
      // Each almost stands everywhere: quadratic for the built-in search.
      const worst = Array.from({ length: 50 }, (_, i) => {
        const half = 'a'.repeat(300_000 + i);
        return { old: `${half}b${half}`, new: 'x' };
      });
      const [bytes, list] = [encode(source), ops(...worst)];
      const lag = monitorEventLoopDelay({ resolution: 10 });
      lag.enable();
      const started = performance.now();
      const result = await pool.patch(bytes, list, 30_000);
      const took = performance.now() - started;
      lag.disable();
      expect(result).toMatchObject({ ok: false, code: 'patch_no_match' });
      expect(took).toBeLessThan(5_000);
      expect(lag.percentile(99) / 1e6).toBeLessThan(250);
    },
  );

  test(
    'operations that all stand, each found only at the end, are applied in 5 s',
    { timeout: 30_000 },
    async () => {
      pool = openTextPool();
      const tail = Array.from(
        { length: 50 },
        (_, i) => `b${'a'.repeat(200)}${String(i).padStart(2, '0')}`,
      );
      const source = `${'a'.repeat(CHARS_MAX - tail.join('').length)}${tail.join('')}`;
      const started = performance.now();
      // The last one needs the one before it, so both readings are tried in full.
      const list = tail.map((old, i) => ({ old, new: i === 49 ? 'y' : 'x'.repeat(old.length) }));
      list[48] = { old: tail[48] ?? '', new: 'q' };
      list[49] = { old: `q${tail[49]}`, new: 'y' };
      const result = await pool.patch(encode(source), ops(...list), 30_000);
      expect(result.ok).toBe(true);
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );

  test('refuses one task more than it can hold, at once and with a time to come again', async () => {
    const open = openTextPool();
    pool = open;
    const held = Array.from({ length: TEXT_WORKERS_MAX + TEXT_QUEUE_MAX }, () =>
      open.facts(encode('x'.repeat(1_000)), 20_000),
    );
    await expect(pool.facts(encode('x'), 5_000)).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterS: 1,
    });
    expect(await Promise.all(held)).toHaveLength(TEXT_WORKERS_MAX + TEXT_QUEUE_MAX);
  });

  test('ends a computation that takes too long and serves the next', async () => {
    pool = openTextPool();
    const source = encode('ab'.repeat(CHARS_MAX / 2));
    const many = Array.from({ length: 50 }, (_, i) => ({
      old: `${'ab'.repeat(9_000 + i)}aa`,
      new: '',
    }));
    await expect(pool.patch(source, ops(...many), 50)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await pool.facts(encode('x'), 5_000)).toMatchObject({ chars: 1 });
  });
});

describe('a worker pool', () => {
  test('a worker that dies takes only its own task with it', async () => {
    const program = new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads';
         parentPort.on('message', (n) => n === 0 ? process.exit(3) : parentPort.postMessage({ result: n * 2 }));`,
      )}`,
    );
    const workers = openWorkerPool<number, number>(program, {
      workersMax: 1,
      queueMax: 9,
      heapMbMax: 64,
    });
    const death = workers.run(0, [], 5_000);
    const waiting = workers.run(21, [], 5_000);
    await expect(death).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await waiting).toBe(42);
    await workers.close();
    await expect(workers.run(1, [], 5_000)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a worker that fills its memory dies alone', { timeout: 30_000 }, async () => {
    const program = new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads';
         parentPort.on('message', (n) => { if (n === 0) { const kept = []; for (;;) kept.push(Array.from({ length: 1e5 }, () => ({}))); } parentPort.postMessage({ result: n }); });`,
      )}`,
    );
    const workers = openWorkerPool<number, number>(program, {
      workersMax: 1,
      queueMax: 9,
      heapMbMax: 32,
    });
    await expect(workers.run(0, [], 20_000)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await workers.run(7, [], 5_000)).toBe(7);
    await workers.close();
  });
});
