import { LIMITS } from '@bridge/contracts';
import { fromWire, movable, openWorkerPool } from '@bridge/kernel';
import { availableParallelism } from 'node:os';
import type { ReadAnswer, ReadTask } from './read-call.worker.ts';
import type { CallForm } from '../dispatch.ts';
import { readCall, type ReadCall } from './read-call.ts';

/** Threads that read large bodies: two, or one where a second would only take processor and memory from all else. */
const READ_WORKERS_MAX = availableParallelism() > 2 ? 2 : 1;
/** Bodies that may wait for a thread: as many as admission lets in at once. */
const READ_QUEUE_MAX = 8;
/** The worst legal body (64 MiB of escapes) needs about 200 MB while it is parsed; more would only be tidied up later. */
const READ_HEAP_MB_MAX = 384;
const READ_MS_MAX = 15_000;

/** Reads the bodies of calls: small ones at once, large ones in a worker thread. */
export interface CallReader {
  /** Throws what readCall throws, and service_unavailable when no thread is free or one dies. Large `bytes` move away. */
  read(bytes: Buffer, form: CallForm): Promise<ReadCall>;
  close(): Promise<void>;
}

const PROGRAM = new URL('./read-call.worker.ts', import.meta.url);

/** Opens the reader; no thread is started before the first large body. */
export function openCallReader(): CallReader {
  const pool = openWorkerPool<ReadTask, ReadAnswer>(PROGRAM, {
    workersMax: READ_WORKERS_MAX,
    queueMax: READ_QUEUE_MAX,
    heapMbMax: READ_HEAP_MB_MAX,
  });
  return {
    async read(bytes, form) {
      if (bytes.byteLength < LIMITS.largeBodyBytesMin) return readCall(bytes, form);
      const task = { input: { bytes, form }, transfer: movable(bytes) };
      const answer = await pool.run(() => Promise.resolve(task), READ_MS_MAX);
      if ('refused' in answer) throw fromWire(answer.refused);
      return answer.read;
    },
    close: () => pool.close(),
  };
}
