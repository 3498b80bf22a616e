import { Worker as Thread } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Script of a thread that gives the module of the console's web worker the two functions of a worker's global scope. */
const IN_THREAD = `
  const { parentPort } = require('node:worker_threads');
  globalThis.addEventListener = (_type, listener) => parentPort.on('message', (data) => listener({ data }));
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  import(${JSON.stringify(new URL('./text.worker.ts', import.meta.url).href)});`;

const threads: Thread[] = [];

/** A web worker of the browser as a thread of Node. It runs the same module as in the browser. */
class NodeWorker extends EventTarget {
  readonly #thread: Thread;

  constructor(_url: string, _options: object, script = IN_THREAD) {
    super();
    this.#thread = new Thread(script, { eval: true });
    threads.push(this.#thread);
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    this.#thread.on('error', () => this.dispatchEvent(new Event('error')));
  }

  postMessage(message: unknown): void {
    this.#thread.postMessage(message);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

/** A web worker whose script cannot be loaded. */
class UnloadableWorker extends NodeWorker {
  constructor(url: string, options: object) {
    super(url, options, 'import("file:///absent.js")');
  }
}

beforeEach(() => {
  // The module keeps its worker. Each test begins without one.
  vi.resetModules();
  vi.stubGlobal('Worker', NodeWorker);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
});

/** Two texts with few common lines, so that their comparison takes much longer than its time limit. */
function slowTexts(): readonly [string, string] {
  let seed = 1;
  const linesOf = (side: number): string => {
    const lines: string[] = [];
    for (let block = 0; block < 300; block += 1) {
      lines.push(`anchor ${block}`);
      for (let at = 0; at < 1_000; at += 1) {
        seed = (seed * 48_271 + side) % 2_147_483_647;
        lines.push(`line ${seed % 7}`);
      }
    }
    return lines.join('\n');
  };
  return [linesOf(1), linesOf(2)];
}

test('large texts are merged by lines, although a comparison before them exceeds its time limit', async () => {
  const { diffTexts, mergeTexts } = await import('./text-work.ts');
  const [a, b] = slowTexts();
  const slow = diffTexts(a, b);
  await vi.advanceTimersByTimeAsync(1_000);
  const base = Array.from({ length: 20_000 }, (_, at) => `row ${at}`).join('\n');
  const merging = mergeTexts(base, `ours\n${base}`, `${base}\ntheirs`);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await slow).toHaveLength(1);
  const { isCutOff, conflicts } = await merging;
  expect(isCutOff).toBe(false);
  expect(conflicts).toBe(0);
});

test('large texts whose web worker cannot be loaded are one change at once, and are compared by the next worker', async () => {
  const { diffTexts } = await import('./text-work.ts');
  const a = Array.from({ length: 20_000 }, (_, at) => `row ${at}`).join('\n');
  const b = `first\n${a}\nlast`;
  vi.stubGlobal('Worker', UnloadableWorker);
  expect(await diffTexts(a, b)).toHaveLength(1);
  vi.stubGlobal('Worker', NodeWorker);
  expect(await diffTexts(a, b)).toHaveLength(2);
});
