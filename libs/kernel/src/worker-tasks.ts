import { parentPort } from 'node:worker_threads';
import type { PoolWorkerReply } from './worker-pool.ts';

/** The result of a task; the buffers in `transfer` are moved to the calling thread instead of copied. */
export interface WorkerTaskResult<R> {
  readonly result: R;
  readonly transfer: readonly ArrayBuffer[];
}

/**
 * Answers the tasks of a worker pool in this thread. Only the name of an error is sent: its message may quote a user's
 * text, and the pool logs what it receives.
 */
export function answerTasks<T, R>(answer: (task: T) => WorkerTaskResult<R>): void {
  const port = parentPort;
  if (port === null) return;
  port.on('message', (task: T) => {
    let reply: PoolWorkerReply<R>;
    let transfer: readonly ArrayBuffer[] = [];
    try {
      const answered = answer(task);
      reply = { result: answered.result };
      transfer = answered.transfer;
    } catch (error) {
      reply = { failed: error instanceof Error ? error.name : 'unknown' };
    }
    port.postMessage(reply, transfer);
  });
}
