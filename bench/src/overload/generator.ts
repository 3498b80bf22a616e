import { Worker } from 'node:worker_threads';

/** Results of a load run. Times are in ms, from sending a request to the last byte of its answer. */
export interface LoadResult {
  readonly seconds: number;
  readonly sent: number;
  /** Number of requests that were due while no connection was free. */
  readonly unsent: number;
  /** Number of answers by HTTP status; 0 for a broken connection. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Number of successful answers (2xx) per second. */
  readonly goodput: number;
  readonly acceptedMs: Float64Array;
  readonly missingRetryAfter: number;
}

/** A load to generate: a request sent at `rate` per second, or with `rate: null` as fast as answers arrive. */
export interface LoadPlan {
  readonly port: number;
  readonly request: Uint8Array;
  readonly connections: number;
  readonly rate: number | null;
  readonly seconds: number;
}

/** Young generation of the thread, MB; a small one keeps garbage collections below a millisecond. */
const YOUNG_MB = 3;

/** Returns the value below which this share of the values lies. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Callbacks of running loads by number. One thread runs all loads, so that its code is compiled. */
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
