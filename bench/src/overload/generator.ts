import { Worker } from 'node:worker_threads';

/** The results of a run of requests; times in milliseconds from sending to the last byte of the answer. */
export interface Sample {
  readonly seconds: number;
  readonly sent: number;
  /** Requests that were due but had no free connection. */
  readonly unsent: number;
  /** Answers by status; 0 for a connection that broke. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers of 2xx per second. */
  readonly goodput: number;
  readonly acceptedMs: Float64Array;
  readonly missingRetryAfter: number;
}

/** The request and the load: `rate` per second on free connections, or with `rate: null` as fast as answers come. */
export interface Plan {
  readonly port: number;
  readonly request: Uint8Array;
  readonly connections: number;
  readonly rate: number | null;
  readonly seconds: number;
}

/** A small young generation keeps each garbage collection below a millisecond; a run allocates little. */
const YOUNG_MB = 3;

/** The value below which this share of the values lies. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Running plans by number, and the one thread that executes all of them, so that its code is compiled. */
const inWork = new Map<number, (sample: Sample) => void>();
let thread: Worker | null = null;
let plans = 0;

function startThread(): Worker {
  const worker = new Worker(new URL('./generator.worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  worker.on('message', ({ id, sample }: { id: number; sample: Sample }) => {
    inWork.get(id)?.(sample);
    inWork.delete(id);
    if (inWork.size === 0) worker.unref();
  });
  return worker;
}

/**
 * Sends one request repeatedly from a separate thread. The main thread receives the logs of the whole product, and its
 * garbage collections would delay the measured times by milliseconds.
 */
export function generate(plan: Plan): Promise<Sample> {
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
