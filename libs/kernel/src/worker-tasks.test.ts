import { afterEach, describe, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Returns the URL of a worker program that runs the JavaScript `body` for each task. */
function program(body: string): URL {
  const tasks = new URL('./worker-tasks.ts', import.meta.url).href;
  const code = `import { answerTasks } from '${tasks}';
    answerTasks((task) => { ${body} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

let pool: WorkerPool<unknown, unknown> | undefined;
afterEach(() => pool?.close());
function run(body: string, input: unknown): Promise<unknown> {
  pool = openWorkerPool(program(body), { workersMax: 1, queueMax: 1, heapMbMax: 64 });
  return pool.run(() => Promise.resolve({ input, transfer: [] }), 20_000);
}

describe('a worker’s tasks', { timeout: 60_000 }, () => {
  test('answer with their result, and what moves is not copied', async () => {
    const body = `const bytes = new Uint8Array([task]);
      return { result: bytes, transfer: [bytes.buffer] };`;
    expect(await run(body, 7)).toEqual(new Uint8Array([7]));
  });

  test('that throw are refused, and what they quoted goes nowhere', async () => {
    const failed = run("throw new TypeError('a secret text');", 1);
    await expect(failed).rejects.toMatchObject({ code: 'service_unavailable', cause: 'TypeError' });
  });

  test('are answered by every thread of many that start at the same moment', async () => {
    const body = 'return { result: task, transfer: [] };';
    const many = openWorkerPool(program(body), { workersMax: 24, queueMax: 1, heapMbMax: 64 });
    pool = many;
    const inputs = Array.from({ length: 24 }, (_, n) => n);
    const tasks = inputs.map((input) =>
      many.run(() => Promise.resolve({ input, transfer: [] }), 20_000),
    );
    expect(await Promise.all(tasks)).toEqual(inputs);
  });
});
