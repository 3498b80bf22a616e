import { LIMITS } from '@bridge/contracts';
import { wholeBuffersOf, openWorkerPool } from '@bridge/kernel';
import type { TextPatchTaskResult, TextPatchTask } from '../patch/compute-patch.ts';

/** Maximum number of threads that compute on texts. Two threads use both cores of a small machine. */
export const TEXT_WORKERS_MAX = 2;
/**
 * Maximum number of computations that wait for a thread; a further one is refused. A service runs at most this many change
 * calls at once.
 */
export const TEXT_QUEUE_MAX = 64;
const TEXT_HEAP_MB_MAX = 768;
/** Number of bytes reserved in an error response for everything but its details: code, message, hint and address. */
const ERROR_FRAME_BYTES = 1_536;
const DETAILS_BYTES_MAX = LIMITS.errorBodyBytesMax - ERROR_FRAME_BYTES;

/** The stored text and the patch operations (a JSON array of TextPatchOperation), as UTF-8 bytes. */
export type TextPatchTaskBuffers = Pick<TextPatchTask, 'source' | 'ops'>;

/**
 * Computes on large texts in at most two worker threads; a thread that ends unexpectedly is replaced. Throws
 * service_unavailable when no thread is free in time; nothing has been changed then.
 */
export interface TextWorkerPool {
  /**
   * Applies patch operations to a stored text. `load` is called when a thread is free. Its buffers are transferred to that
   * thread and cannot be used afterwards.
   */
  patch(load: () => Promise<TextPatchTaskBuffers>, timeoutMs: number): Promise<TextPatchTaskResult>;
  close(): Promise<void>;
}

/** The program of the worker threads; the build places it beside the bundle of the app. */
const PROGRAM = new URL('./text.worker.ts', import.meta.url);

/** Opens the pool of worker threads. The first task starts the first thread. */
export function openTextPool(): TextWorkerPool {
  const pool = openWorkerPool<TextPatchTask, TextPatchTaskResult>(PROGRAM, {
    workersMax: TEXT_WORKERS_MAX,
    queueMax: TEXT_QUEUE_MAX,
    heapMbMax: TEXT_HEAP_MB_MAX,
  });
  return {
    patch: (load, timeoutMs) =>
      pool.run(async () => {
        const { source, ops } = await load();
        const bounds = { charsMax: LIMITS.rawHtmlCharsMax, detailsBytesMax: DETAILS_BYTES_MAX };
        return { input: { source, ops, ...bounds }, transfer: wholeBuffersOf(source, ops) };
      }, timeoutMs),
    close: () => pool.close(),
  };
}
