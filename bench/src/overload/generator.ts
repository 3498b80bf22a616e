import { Worker } from 'node:worker_threads';

/** Results of a load run. Times are in ms, from sending a request to the last byte of its answer. */
export interface LoadResult {
  readonly seconds: number;
  readonly sent: number;
  /** Number of requests that were due while no connection was free, and so were not sent. */
  readonly unsent: number;
  /** Number of answers by HTTP status. Status 0 counts broken connections. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Number of successful answers (2xx) per second. */
  readonly goodput: number;
  readonly acceptedMs: Float64Array;
  readonly missingRetryAfter: number;
}

/**
 * A load to generate: the request is sent `rate` times per second in total. With `rate: null` each connection sends it again as
 * soon as it has received the answer.
 */
export interface LoadPlan {
  readonly port: number;
  readonly request: Uint8Array;
  readonly connections: number;
  readonly rate: number | null;
  readonly seconds: number;
}

/** Maximum size of the thread's young generation of objects, in MB. A small one keeps garbage collections shorter than 1 ms. */
const YOUNG_MB = 3;

/** Returns a quantile of the values: the value below which the given share (0 to 1) of the values lies; NaN without values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Callbacks that receive the results of the running loads, by load number. All loads run in the same thread, so that later
 * loads run compiled code.
 */
const inWork = new Map<number, (sample: LoadResult) => void>();
let thread: Worker | null = null;
let plans = 0;

function startThread(): Worker {
  const worker = new Worker(new URL('./generator.worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  worker.on('message', ({ id, sample }: { id: number; sample: LoadResult }) => {
    inWork.get(id)?.(sample);
    inWork.delete(id);
    if (inWork.size === 0) worker.unref();
  });
  return worker;
}

/**
 * Generates a load from a separate thread. Garbage collections of the main thread, which receives the product's logs, would
 * falsify the measured times by milliseconds.
 */
export function generate(plan: LoadPlan): Promise<LoadResult> {
  thread ??= startThread();
  const worker = thread;
  plans += 1;
  const id = plans;
  return new Promise((resolve) => {
    inWork.set(id, resolve);
    worker.ref();
    worker.postMessage({ id, plan });
  });
}
