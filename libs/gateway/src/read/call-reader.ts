import { LIMITS } from '@bridge/contracts';
import { fromWire, wholeBuffersOf, openWorkerPool } from '@bridge/kernel';
import { availableParallelism } from 'node:os';
import type { BodyParsingAnswer, BodyParsingTask } from './read-call.worker.ts';
import type { CallBodyFormat } from '../dispatch.ts';
import { readCall, type ParsedRequestBody } from './read-call.ts';

/** Maximum number of threads that parse large request bodies. On two cores a second one would only delay other requests. */
const READ_WORKERS_MAX = availableParallelism() > 2 ? 2 : 1;
/**
 * Maximum number of large request bodies that wait for a thread: the default of the limit `large_bodies`, which bounds the
 * large bodies in memory.
 */
const READ_QUEUE_MAX = 8;
/** Maximum heap of a thread in MB. The worst legal body (64 MiB of escapes) takes about 200 MB while it is parsed. */
const READ_HEAP_MB_MAX = 384;
const READ_MS_MAX = 15_000;

/** Parses the bodies of calls: up to 1 MiB on the event loop, larger ones in a worker thread. */
export interface CallBodyParser {
  /**
   * Parses a request body. Throws like readCall, and service_unavailable when the queue is full or a thread dies. The memory
   * of large `bytes` is transferred to the thread; `bytes` has length 0 afterwards.
   */
  read(bytes: Buffer, form: CallBodyFormat): Promise<ParsedRequestBody>;
  close(): Promise<void>;
}

const PROGRAM = new URL('./read-call.worker.ts', import.meta.url);

/** Opens the parser of request bodies. Its first worker thread starts with the first large body. */
export function openCallReader(): CallBodyParser {
  const pool = openWorkerPool<BodyParsingTask, BodyParsingAnswer>(PROGRAM, {
    workersMax: READ_WORKERS_MAX,
    queueMax: READ_QUEUE_MAX,
    heapMbMax: READ_HEAP_MB_MAX,
  });
  return {
    async read(bytes, form) {
      if (bytes.byteLength < LIMITS.largeBodyBytesMin) return readCall(bytes, form);
      const task = { input: { bytes, form }, transfer: wholeBuffersOf(bytes) };
      const answer = await pool.run(() => Promise.resolve(task), READ_MS_MAX);
      if ('refused' in answer) throw fromWire(answer.refused);
      return answer.read;
    },
    close: () => pool.close(),
  };
}
