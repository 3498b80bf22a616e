import { LIMITS } from '@bridge/contracts';
import { movable, openWorkerPool } from '@bridge/kernel';
import type { PatchResult, PatchTask } from '../patch/compute-patch.ts';

/** Threads that compute on texts; two use both cores of a small machine without starving the event loop. */
export const TEXT_WORKERS_MAX = 2;
/** Computations that may wait for a thread: as many as a service runs changes at once, so its queue of changes bounds them. */
export const TEXT_QUEUE_MAX = 64;
const TEXT_HEAP_MB_MAX = 768;
/** Bytes of code, message, hint and address in an error body. */
const ERROR_FRAME_BYTES = 1_536;
const DETAILS_BYTES_MAX = LIMITS.errorBodyBytesMax - ERROR_FRAME_BYTES;

/** The stored text and the operations (a JSON array), as UTF-8 bytes. */
export type PatchTexts = Pick<PatchTask, 'source' | 'ops'>;

/**
 * Computes on whole texts in at most two threads, which are restarted when they die. Throws service_unavailable, without
 * effect, when no thread is free in time.
 */
export interface TextPool {
  /** Applies operations to a stored text. `load` is called when a thread is free; its buffers are transferred. */
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
