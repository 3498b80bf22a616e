import { LIMITS } from '@bridge/contracts';
import { movable, openWorkerPool } from '@bridge/kernel';
import type { PatchResult, PatchTask } from '../patch/compute-patch.ts';

/** Threads that compute on texts; two keep both cores of a small machine busy without starving the event loop. */
export const TEXT_WORKERS_MAX = 2;
/** Computations that may wait for a thread: as many as a service runs changes at once, so the lane bounds them. */
export const TEXT_QUEUE_MAX = 64;
const TEXT_HEAP_MB_MAX = 768;
/** What the code, message, hint and address of an error body take beside its details. */
const ERROR_FRAME_BYTES = 1_536;
const DETAILS_BYTES_MAX = LIMITS.errorBodyBytesMax - ERROR_FRAME_BYTES;

/** The stored text and the operations (a JSON array), as UTF-8 bytes. */
export type PatchTexts = Pick<PatchTask, 'source' | 'ops'>;

/**
 * Computing on whole texts, off the event loop: at most two threads, restarted when they die. Refuses with
 * service_unavailable, surely without effect, when no thread is free in time.
 */
export interface TextPool {
  /** Applies operations to a stored text; `load` is called once a thread is free, and gives its buffers away. */
  patch(load: () => Promise<PatchTexts>, timeoutMs: number): Promise<PatchResult>;
  close(): Promise<void>;
}

/** The worker's program; the build puts it beside the app's bundle. */
const PROGRAM = new URL('./text.worker.ts', import.meta.url);

/** Opens the pool; no thread is started before the first task. */
export function openTextPool(): TextPool {
  const pool = openWorkerPool<PatchTask, PatchResult>(PROGRAM, {
    workersMax: TEXT_WORKERS_MAX,
    queueMax: TEXT_QUEUE_MAX,
    heapMbMax: TEXT_HEAP_MB_MAX,
  });
  return {
    patch: (load, timeoutMs) =>
      pool.run(async () => {
        const { source, ops } = await load();
        const bounds = { charsMax: LIMITS.rawHtmlCharsMax, detailsBytesMax: DETAILS_BYTES_MAX };
        return { input: { source, ops, ...bounds }, transfer: movable(source, ops) };
      }, timeoutMs),
    close: () => pool.close(),
  };
}
