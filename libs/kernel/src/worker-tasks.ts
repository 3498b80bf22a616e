import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from './worker-pool.ts';

/** Added to the niceness of a worker thread, so that it runs after the event loops. */
const NICER_BY = 10;
const NICENESS_MAX = 19;

/** The result of a task; the buffers in `transfer` move to the calling thread instead of being copied. */
export interface TaskResult<R> {
  readonly result: R;
  readonly transfer: readonly ArrayBuffer[];
}

/** Lowers the priority of this thread, so that large work waits for small work. Linux only: elsewhere niceness belongs to the process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(NICENESS_MAX, getPriority() + NICER_BY));
  } catch {
    // A thread that may not change its priority keeps that of the process.
  }
}

/**
 * Makes this thread a member of a worker pool: it replies to each message with a WorkerReply. Of an error only the name is
 * sent, because its message may quote a text and is logged.
 */
export function answerTasks<T, R>(answer: (task: T) => TaskResult<R>): void {
  const port = parentPort;
  if (port === null) return;
  lowerPriority();
  port.on('message', (task: T) => {
    let reply: WorkerReply<R>;
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
