import { afterEach, describe, expect, test } from 'vitest';
import { WorkerCallClient, type WorkerThreadOptions } from './worker-calls.ts';

const LIBRARY = new URL('./worker-calls.ts', import.meta.url).href;
/** Returns the URL of a worker program that answers each number `n` with the JavaScript expression `value`. */
function program(value: string): URL {
  const code = `import { answerCalls } from '${LIBRARY}';
    answerCalls(async (n) => ({ value: ${value} }));`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

let calls: WorkerCallClient<number> | undefined;
afterEach(() => calls?.close());
function open(value: string, more: Partial<WorkerThreadOptions> = {}): WorkerCallClient<number> {
  calls = new WorkerCallClient({
    url: program(value),
    data: null,
    limits: {},
    lost: (cause) => new Error('lost', { cause }),
    ...more,
  });
  return calls;
}

describe('calls to one worker', { timeout: 60_000 }, () => {
  test('each get their own answer', async () => {
    const worker = open('n * 2');
    expect(await Promise.all([1, 2, 3].map((n) => worker.call<number>(n)))).toEqual([2, 4, 6]);
  });

  test('an urgent call is posted before calls that wait', async () => {
    const worker = open('n', { postedMax: 1 });
    const order: number[] = [];
    const call = async (n: number, isUrgent: boolean): Promise<void> => {
      order.push(await worker.call<number>(n, { isUrgent }));
    };
    await Promise.all([call(1, false), call(2, false), call(3, true)]);
    expect(order).toEqual([1, 3, 2]);
  });

  test('fail when the worker ends, and the next call starts a new worker', async () => {
    const worker = open('n === 0 ? process.exit(3) : n', { postedMax: 1 });
    const pending = await Promise.allSettled([worker.call(0), worker.call(1)]);
    expect(pending.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await worker.call(7)).toBe(7);
  });

  test('made at once after a worker failed reach the next worker, whatever the failed one still reports', async () => {
    // Node emits `error` for the uncaught exception, then `exit`.
    const worker = open(
      'n === 0 ? setImmediate(() => { throw new Error("broken"); }) && new Promise(() => {}) : n',
    );
    const retried = worker.call(0).catch(() => worker.call(7));
    expect(await retried).toBe(7);
  });

  test('that cannot be posted fail alone, and the calls after them are answered', async () => {
    const worker = open('n', { postedMax: 1 });
    const first = worker.call<number>(1);
    // A function cannot be copied to another thread, so posting this call fails.
    const broken = (() => 0) as unknown as number;
    const failed = Promise.allSettled([worker.call(broken), worker.call(broken)]);
    expect(await Promise.all([first, worker.call<number>(2)])).toEqual([1, 2]);
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('made at once after a close reach a new worker', async () => {
    const worker = open('n === 0 ? new Promise(() => {}) : n');
    const pending = worker.call(0);
    const closed = worker.close();
    const next = worker.call(7);
    await expect(pending).rejects.toThrow('lost');
    await closed;
    expect(await next).toBe(7);
  });
});
