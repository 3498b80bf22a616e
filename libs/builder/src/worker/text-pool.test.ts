import { bodyOf } from '@bridge/blobs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, describe, expect, test } from 'vitest';
import {
  openTextPool,
  TEXT_QUEUE_MAX,
  TEXT_WORKERS_MAX,
  type TextPatchTaskBuffers,
  type TextWorkerPool,
} from './text-pool.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A fast task: it inserts an `x` before the only `y` of the text. */
const small = (source: string) => texts(source, { old: 'y', new: 'xy' });
const texts = (source: string, ...ops: { old: string; new: string }[]) => {
  const loaded = { source: encode(source), ops: encode(JSON.stringify(ops)) };
  return () => Promise.resolve(loaded);
};
const CHARS_MAX = 5_242_880;
/**
 * Maximum processor time in s of the most expensive valid patch. On a machine without other load it is also the response time.
 */
const WORST_SECONDS = 5;
/**
 * Returns the processor time in s that this process used since `before`. It hardly depends on other load of the machine; in
 * these tests only the pool uses it.
 */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

let pool: TextWorkerPool | undefined;
afterEach(() => pool?.close());

describe('the text pool', () => {
  test('patches in a thread and returns text and facts', async () => {
    pool = openTextPool();
    const result = await pool.patch(
      texts('<p>Grüße 🌍</p>\r\n', { old: '🌍', new: '🌍🌍' }),
      5_000,
    );
    if (!result.ok) expect.fail(result.code);
    expect(new TextDecoder().decode(result.body.bytes)).toBe('<p>Grüße 🌍🌍</p>\r\n');
    expect(result.body).toEqual(await bodyOf(result.body.bytes));
    expect(result.body).toMatchObject({ chars: 17, newline: 'crlf' });
    expect(result.body.bytes.byteLength).toBe(25);
  });

  test('keeps a byte order mark, which a decoder would remove', async () => {
    pool = openTextPool();
    expect(await pool.patch(small('\ufeffy'), 5_000)).toMatchObject({
      body: { bytes: encode('\ufeffxy'), chars: 3, newline: 'none' },
    });
  });

  test('refuses bytes that are not UTF-8 and continues', async () => {
    pool = openTextPool();
    const bad = () => Promise.resolve({ source: Uint8Array.of(0xff), ops: encode('[]') });
    await expect(pool.patch(bad, 5_000)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await pool.patch(small('y'), 5_000)).toMatchObject({ body: { chars: 2 } });
  });

  test(
    'fifty worst-case operations on a full page are answered in 5 s, the event loop free',
    { timeout: 120_000 },
    async () => {
      pool = openTextPool();
      const source = 'a'.repeat(CHARS_MAX);
      // Each pattern almost occurs at every position. The built-in search takes quadratic time for such patterns.
      const worst = Array.from({ length: 50 }, (_, i) => {
        const half = 'a'.repeat(300_000 + i);
        return { old: `${half}b${half}`, new: 'x' };
      });
      const load = texts(source, ...worst);
      const lag = monitorEventLoopDelay({ resolution: 10 });
      lag.enable();
      const used = process.cpuUsage();
      const result = await pool.patch(load, 100_000);
      const seconds = secondsSince(used);
      lag.disable();
      expect(result).toMatchObject({ ok: false, code: 'patch_no_match' });
      expect(seconds).toBeLessThan(WORST_SECONDS);
      expect(lag.percentile(99) / 1e6).toBeLessThan(250);
    },
  );

  test(
    'operations whose texts all occur, each found only at the end, are applied in 5 s',
    { timeout: 120_000 },
    async () => {
      pool = openTextPool();
      const tail = Array.from(
        { length: 50 },
        (_, i) => `b${'a'.repeat(200)}${String(i).padStart(2, '0')}`,
      );
      const source = `${'a'.repeat(CHARS_MAX - tail.join('').length)}${tail.join('')}`;
      // The last operation depends on the result of the one before. So applying all at once fails at the end, and the
      // operations are then applied one after the other.
      const list = tail.map((old, i) => ({ old, new: i === 49 ? 'y' : 'x'.repeat(old.length) }));
      list[48] = { old: tail[48] ?? '', new: 'q' };
      list[49] = { old: `q${tail[49]}`, new: 'y' };
      const load = texts(source, ...list);
      const used = process.cpuUsage();
      const result = await pool.patch(load, 100_000);
      expect(result.ok).toBe(true);
      expect(secondsSince(used)).toBeLessThan(WORST_SECONDS);
    },
  );

  // Verifies: patch.linear.
  test.each([
    ['marks that Unicode NFC would sort', () => [`e${'\u0300\u0316'.repeat(500_000)}`, 'é', '']],
    [
      'a `new` that occurs, and almost occurs at every position of `old`',
      () => {
        const half = 'a'.repeat(500_000);
        return [`${half}b${half}`, 'a'.repeat(2_000_000), `${half}b${half}`];
      },
    ],
  ])('explains a miss in linear time: %s', async (_, make) => {
    const [source = '', old = '', now = ''] = make();
    pool = openTextPool();
    // A quadratic computation takes minutes and would be ended after this time, with service_unavailable.
    const result = await pool.patch(texts(source, { old, new: now }), 15_000);
    expect(result).toMatchObject({ ok: false, code: 'patch_no_match' });
  });

  test('refuses a task beyond its limit at once, with a time for the retry', async () => {
    const open = openTextPool();
    pool = open;
    const held = Array.from({ length: TEXT_WORKERS_MAX + TEXT_QUEUE_MAX }, () =>
      open.patch(small(`${'x'.repeat(1_000)}y`), 20_000),
    );
    await expect(pool.patch(small('y'), 5_000)).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterS: 1,
    });
    expect(await Promise.all(held)).toHaveLength(TEXT_WORKERS_MAX + TEXT_QUEUE_MAX);
  });

  test('loads nothing before a thread is free, and an error of loading fails only its task', async () => {
    const open = openTextPool();
    pool = open;
    const loaded = await small('y')();
    const copy = () => structuredClone(loaded);
    const releases: ((loaded: TextPatchTaskBuffers) => void)[] = [];
    const slow = () => new Promise<TextPatchTaskBuffers>((resolve) => releases.push(resolve));
    const held = Array.from({ length: TEXT_WORKERS_MAX }, () => open.patch(slow, 20_000));
    const waiting = open.patch(slow, 20_000);
    const failing = open.patch(() => Promise.reject(new Error('not there')), 20_000);
    const failed = expect(failing).rejects.toThrow('not there');
    expect(releases).toHaveLength(TEXT_WORKERS_MAX);
    releases[0]?.(copy());
    expect(await held[0]).toMatchObject({ body: { chars: 2 } });
    expect(releases).toHaveLength(TEXT_WORKERS_MAX + 1);
    for (const release of releases) release(copy());
    await failed;
    expect(await Promise.all([...held, waiting])).toHaveLength(TEXT_WORKERS_MAX + 1);
    expect(await open.patch(small('yz'), 5_000)).toMatchObject({ body: { chars: 3 } });
  });

  // Verifies: patch.linear.
  test('ends a computation that takes too long and serves the next', async () => {
    pool = openTextPool();
    const source = 'ab'.repeat(CHARS_MAX / 2);
    const many = Array.from({ length: 50 }, (_, i) => ({
      old: `${'ab'.repeat(9_000 + i)}aa`,
      new: '',
    }));
    await expect(pool.patch(texts(source, ...many), 50)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await pool.patch(small('y'), 5_000)).toMatchObject({ body: { chars: 2 } });
  });
});
