import { LIMITS } from '@bridge/contracts';
import type { PatchResult, PatchTask, TextFacts } from '../patch/compute-patch.ts';
import { openWorkerPool } from './worker-pool.ts';

/** Threads that compute on texts; two keep both cores of a small machine busy without starving the event loop. */
export const TEXT_WORKERS_MAX = 2;
/** Computations that may wait for a thread. */
export const TEXT_QUEUE_MAX = 32;
const TEXT_HEAP_MB_MAX = 768;
/** What the code, message, hint and address of an error body take beside its details. */
const ERROR_FRAME_BYTES = 1_536;

/** What a text worker is asked. */
export type TextTask =
  ({ readonly kind: 'patch' } & PatchTask) | { readonly kind: 'facts'; readonly text: Uint8Array };
/** What a text worker answers. */
export type TextAnswer =
  | { readonly kind: 'patch'; readonly patch: PatchResult }
  | { readonly kind: 'facts'; readonly facts: TextFacts };

/**
 * Computing on whole texts, off the event loop: at most two threads, restarted when they die. Refuses with
 * service_unavailable, surely without effect, when no thread is free in time.
 */
export interface TextPool {
  /** Applies operations (a JSON array as UTF-8 bytes) to a stored text. Both buffers are given away. */
  patch(source: Uint8Array, ops: Uint8Array, timeoutMs: number): Promise<PatchResult>;
  /** Sizes, hash and line ends of a text. The buffer is given away. */
  facts(text: Uint8Array, timeoutMs: number): Promise<TextFacts>;
  close(): Promise<void>;
}

/** The worker's program; the build puts it beside the app's bundle. */
const PROGRAM = new URL('./text.worker.ts', import.meta.url);

/** A buffer that nothing else looks into may move to the thread; a view of a larger one is copied. */
function movable(...views: readonly Uint8Array[]): ArrayBuffer[] {
  return views.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0
      ? [buffer]
      : [],
  );
}

/** Opens the pool; no thread is started before the first task. */
export function openTextPool(): TextPool {
  const pool = openWorkerPool<TextTask, TextAnswer>(PROGRAM, {
    workersMax: TEXT_WORKERS_MAX,
    queueMax: TEXT_QUEUE_MAX,
    heapMbMax: TEXT_HEAP_MB_MAX,
  });
  return {
    async patch(source, ops, timeoutMs) {
      const task: TextTask = {
        kind: 'patch',
        source,
        ops,
        charsMax: LIMITS.rawHtmlCharsMax,
        detailsBytesMax: LIMITS.errorBodyBytesMax - ERROR_FRAME_BYTES,
      };
      const answer = await pool.run(task, movable(source, ops), timeoutMs);
      return (answer as Extract<TextAnswer, { kind: 'patch' }>).patch;
    },
    async facts(text, timeoutMs) {
      const answer = await pool.run({ kind: 'facts', text }, movable(text), timeoutMs);
      return (answer as Extract<TextAnswer, { kind: 'facts' }>).facts;
    },
    close: () => pool.close(),
  };
}
