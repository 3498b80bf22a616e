import type { ResourceLimits } from 'node:worker_threads';

/**
 * Young generation of a worker, in MiB: V8's own choice depends on the memory of the machine. V8 ends the whole process when
 * one collection moves more than 16 MiB beyond the limit of the old generation, so a third of this must be below that.
 */
export const WORKER_YOUNG_MB_MAX = 12;

/** The limits of a worker's heap; a worker that exceeds them dies alone. */
export function workerHeap(oldMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: WORKER_YOUNG_MB_MAX };
}
