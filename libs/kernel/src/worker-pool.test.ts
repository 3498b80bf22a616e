import { afterEach, describe, expect, test } from 'vitest';
import { WORKER_YOUNG_MB_MAX } from './worker-heap.ts';
import { openWorkerPool, type WorkerPoolLimits, type WorkerPool } from './worker-pool.ts';

/**
 * Returns the URL of a worker program that runs the JavaScript `body` for each number `n`; in `body`, `done(result)` sends the
 * result.
 */
function program(body: string): URL {
  const code = `import { parentPort } from 'node:worker_threads';
    const done = (result) => parentPort.postMessage({ result });
    parentPort.on('message', (n) => { ${body} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
const input = (value: number) => () => Promise.resolve({ input: value, transfer: [] });
const BOUNDS: WorkerPoolLimits = { workersMax: 1, queueMax: 9, heapMbMax: 64 };
const UNAVAILABLE = { code: 'service_unavailable', retryAfterS: 1 };
/** Timeout that the short tasks of these tests never reach, ms. */
const LONG_MS = 20_000;

let pool: WorkerPool<number, number> | undefined;
afterEach(() => pool?.close());
function open(body: string, bounds: Partial<WorkerPoolLimits> = {}): WorkerPool<number, number> {
  pool = openWorkerPool(program(body), { ...BOUNDS, ...bounds });
  return pool;
}

describe('a worker pool', { timeout: 60_000 }, () => {
  test('a worker that dies fails only its own task', async () => {
    const workers = open('n === 0 ? process.exit(3) : done(n * 2);');
    const death = workers.run(input(0), LONG_MS);
    const waiting = workers.run(input(21), LONG_MS);
    await expect(death).rejects.toMatchObject(UNAVAILABLE);
    expect(await waiting).toBe(42);
  });

  test('an uncaught error in a worker fails only its own task', async () => {
    const workers = open("if (n === 0) throw new Error('broken'); done(n);");
    await expect(workers.run(input(0), LONG_MS)).rejects.toMatchObject(UNAVAILABLE);
    expect(await workers.run(input(1), LONG_MS)).toBe(1);
  });

  test('the heap of a worker does not depend on the memory of the machine', async () => {
    const workers = open(
      `import('node:worker_threads').then(({ resourceLimits }) => done(resourceLimits.maxYoungGenerationSizeMb));`,
    );
    expect(await workers.run(input(0), LONG_MS)).toBe(WORKER_YOUNG_MB_MAX);
  });

  test('a worker that fills its memory dies alone', async () => {
    const workers = open(
      'if (n === 0) { const kept = []; for (;;) kept.push(Array.from({ length: 1e5 }, () => ({}))); } done(n);',
      { heapMbMax: 32 },
    );
    await expect(workers.run(input(0), LONG_MS)).rejects.toMatchObject(UNAVAILABLE);
    expect(await workers.run(input(7), LONG_MS)).toBe(7);
  });

  test('a worker that hangs is ended when its task’s time is over, and the next task is done', async () => {
    const workers = open('if (n === 0) for (;;); done(n);');
    const hanging = workers.run(input(0), 300);
    const waiting = workers.run(input(5), LONG_MS);
    await expect(hanging).rejects.toMatchObject(UNAVAILABLE);
    expect(await waiting).toBe(5);
  });

  test('a task that finds no worker in time is refused, and was never begun', async () => {
    const workers = open('if (n === 0) setTimeout(() => done(0), 1_000); else done(n);');
    let isPrepared = false;
    const long = workers.run(input(0), LONG_MS);
    const late = workers.run(() => {
      isPrepared = true;
      return Promise.resolve({ input: 1, transfer: [] });
    }, 50);
    await expect(late).rejects.toMatchObject(UNAVAILABLE);
    expect(await long).toBe(0);
    expect(isPrepared).toBe(false);
  });

  test('one task more than may wait is refused at once', async () => {
    const workers = open('if (n === 0) setTimeout(() => done(0), 500); else done(n);', {
      queueMax: 2,
    });
    const tasks = [0, 1, 2].map((n) => workers.run(input(n), LONG_MS));
    await expect(workers.run(input(3), LONG_MS)).rejects.toMatchObject(UNAVAILABLE);
    expect(await Promise.all(tasks)).toEqual([0, 1, 2]);
  });

  test('an error before a task reaches a worker fails only that task', async () => {
    const workers = open('done(n);');
    const failing = workers.run(() => Promise.reject(new Error('not there')), LONG_MS);
    await expect(failing).rejects.toThrow('not there');
    expect(await workers.run(input(2), LONG_MS)).toBe(2);
  });

  test('an input that cannot be sent to a worker fails only its own task', async () => {
    const workers = open('done(n);');
    const sent = new ArrayBuffer(8);
    structuredClone(sent, { transfer: [sent] });
    const failing = workers.run(() => Promise.resolve({ input: 1, transfer: [sent] }), 500);
    await expect(failing).rejects.toThrow(/detached|transfer/i);
    expect(await workers.run(input(2), LONG_MS)).toBe(2);
  });

  test('at the close running and waiting tasks are refused, and so are later ones', async () => {
    const workers = open('if (n === 0) return; done(n);');
    const [running, waiting] = [workers.run(input(0), LONG_MS), workers.run(input(1), LONG_MS)];
    const refused = Promise.all([
      expect(running).rejects.toMatchObject(UNAVAILABLE),
      expect(waiting).rejects.toMatchObject(UNAVAILABLE),
    ]);
    await workers.close();
    await refused;
    await expect(workers.run(input(2), LONG_MS)).rejects.toMatchObject(UNAVAILABLE);
  });
});
