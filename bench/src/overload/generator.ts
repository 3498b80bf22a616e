import { Worker } from 'node:worker_threads';

/** What a run of requests came to; times in milliseconds from sending to the last byte of the answer. */
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

/** What to send and how: `rate` per second on free connections, or as fast as answers come with `rate: null`. */
export interface Plan {
  readonly port: number;
  readonly request: Uint8Array;
  readonly connections: number;
  readonly rate: number | null;
  readonly seconds: number;
}

/** So little is kept of a run that small collections of garbage, each of a fraction of a millisecond, are enough. */
const YOUNG_MB = 3;

/** The value below which this share of the values lies. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Plans in work by number, and the thread that carries them out: one for all, so that its code is warm. */
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
 * Sends one request over and over, from a thread of its own: what the bench does besides (the logs of a whole product come
 * to it) and the garbage of that would stop the clock of every open call for milliseconds.
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
