import { LIMITS } from '@bridge/contracts';
import { movable, openWorkerPool } from '@bridge/kernel';
import type { PatchResult, PatchTask, TextFacts } from '../patch/compute-patch.ts';

/** Threads that compute on texts; two keep both cores of a small machine busy without starving the event loop. */
export const TEXT_WORKERS_MAX = 2;
/** Computations that may wait for a thread: as many as a service runs changes at once, so the lane bounds them. */
export const TEXT_QUEUE_MAX = 64;
const TEXT_HEAP_MB_MAX = 768;
/** What the code, message, hint and address of an error body take beside its details. */
const ERROR_FRAME_BYTES = 1_536;
const DETAILS_BYTES_MAX = LIMITS.errorBodyBytesMax - ERROR_FRAME_BYTES;

/** What a text worker is asked. */
export type TextTask =
  ({ readonly kind: 'patch' } & PatchTask) | { readonly kind: 'facts'; readonly text: Uint8Array };
/** What a text worker answers. */
export type TextAnswer =
  | { readonly kind: 'patch'; readonly patch: PatchResult }
  | { readonly kind: 'facts'; readonly facts: TextFacts };

/** The stored text and the operations (a JSON array), as UTF-8 bytes. */
export type PatchTexts = Pick<PatchTask, 'source' | 'ops'>;

/**
 * Computing on whole texts, off the event loop: at most two threads, restarted when they die. Refuses with
 * service_unavailable, surely without effect, when no thread is free in time.
 */
export interface TextPool {
  /** Applies operations to a stored text; `load` is called once a thread is free, and gives its buffers away. */
  patch(load: () => Promise<PatchTexts>, timeoutMs: number): Promise<PatchResult>;
  /** Sizes, hash and line ends of a text; `load` as above. */
  facts(load: () => Promise<Uint8Array>, timeoutMs: number): Promise<TextFacts>;
  close(): Promise<void>;
}

/** The worker's program; the build puts it beside the app's bundle. */
const PROGRAM = new URL('./text.worker.ts', import.meta.url);

/** Opens the pool; no thread is started before the first task. */
export function openTextPool(): TextPool {
  const pool = openWorkerPool<TextTask, TextAnswer>(PROGRAM, {
    workersMax: TEXT_WORKERS_MAX,
    queueMax: TEXT_QUEUE_MAX,
    heapMbMax: TEXT_HEAP_MB_MAX,
  });
  return {
    async patch(load, timeoutMs) {
      const answer = await pool.run(async () => {
        const { source, ops } = await load();
        const bounds = { charsMax: LIMITS.rawHtmlCharsMax, detailsBytesMax: DETAILS_BYTES_MAX };
        const input: TextTask = { kind: 'patch', source, ops, ...bounds };
        return { input, transfer: movable(source, ops) };
      }, timeoutMs);
      return (answer as Extract<TextAnswer, { kind: 'patch' }>).patch;
    },
    async facts(load, timeoutMs) {
      const answer = await pool.run(async () => {
        const text = await load();
        return { input: { kind: 'facts', text }, transfer: movable(text) };
      }, timeoutMs);
      return (answer as Extract<TextAnswer, { kind: 'facts' }>).facts;
    },
    close: () => pool.close(),
  };
}
