import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from './worker-pool.ts';

/** By how much a worker's thread is nicer than the event loops. */
const NICER_BY = 10;
const NICENESS_MAX = 19;
/** Without a task for so long a thread rests. */
const REST_MS = 200;

/** What a task came to; `transfer` names buffers that move to the event loop instead of being copied. */
export interface Answered<R> {
  readonly result: R;
  readonly transfer: readonly ArrayBuffer[];
}

/** Large work waits for small work. On Linux niceness is a thread's own; elsewhere it would be the whole process's. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(NICENESS_MAX, getPriority() + NICER_BY));
  } catch {
    // Where even that is forbidden the thread works all the same.
  }
}

/**
 * V8's collection of garbage, for this thread alone. The flag belongs to the whole process and is taken back: with it no start
 * could use the code that an earlier one compiled. Another thread that starts may take it back between the two steps: ask again.
 */
function collector(): () => void {
  for (;;) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('globalThis.gc') as (() => void) | undefined;
    setFlagsFromString('--no-expose-gc');
    if (collect !== undefined) return collect;
  }
}

/**
 * Makes this thread a member of a worker pool: it answers each message with a WorkerReply. A task that throws is told to the
 * pool by the error's name only: a message may quote a text, and this reaches the log.
 */
export function answerTasks<T, R>(answer: (task: T) => Answered<R>): void {
  const port = parentPort;
  if (port === null) return;
  giveWay();
  const collect = collector();
  let resting: NodeJS.Timeout | undefined;
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
    // A large task leaves copies of its text behind, and a thread that rests would hold them; one that works on collects
    // them as it needs the room.
    clearTimeout(resting);
    resting = setTimeout(collect, REST_MS);
  });
}
