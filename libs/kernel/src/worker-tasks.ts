import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from './worker-pool.ts';

/** Number added to the Unix niceness of a worker thread, so that event loops have priority. */
const NICER_BY = 10;
const NICENESS_MAX = 19;

/** The result of a task; the buffers in `transfer` are moved to the calling thread instead of copied. */
export interface TaskResult<R> {
  readonly result: R;
  readonly transfer: readonly ArrayBuffer[];
}

/** Lowers the CPU priority of this thread. Linux only: on other systems niceness applies to the whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(NICENESS_MAX, getPriority() + NICER_BY));
  } catch {
    // Without permission to change its priority the thread keeps that of the process.
  }
}

/**
 * Answers the tasks of a worker pool in this thread. Only the name of an error is sent: its message may quote a user's
 * text, and the pool logs what it receives.
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
