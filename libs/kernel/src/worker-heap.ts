import type { ResourceLimits } from 'node:worker_threads';

/**
 * Maximum size of a worker's young generation, MiB. V8 aborts the whole process when one collection promotes over 16 MiB
 * beyond the old generation's limit; a young generation of 12 MiB promotes less than that.
 */
export const WORKER_YOUNG_MB_MAX = 12;

/**
 * Returns the heap limits of a worker thread. A worker with too much data then ends alone, and the process continues.
 */
export function workerHeap(oldMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: WORKER_YOUNG_MB_MAX };
}
