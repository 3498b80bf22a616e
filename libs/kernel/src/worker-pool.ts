import { basename, extname } from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';
import { BridgeError } from './errors.ts';
import { sampledGauge } from './metrics.ts';
import { workerHeap } from './worker-heap.ts';

/** Time without a task after which a worker thread is ended to free its memory, ms. */
const IDLE_MS = 30_000;

/** Limits of a pool of worker threads. */
export interface WorkerPoolLimits {
  readonly workersMax: number;
  /** Maximum number of waiting tasks; a further task fails with service_unavailable. */
  readonly queueMax: number;
  /** Maximum heap of one worker, MB. A worker that exceeds it ends and its task fails. */
  readonly heapMbMax: number;
}

/** The input of a task; the buffers in `transfer` are moved to the worker thread instead of copied. */
export interface TaskInputWithTransferList<T> {
  readonly input: T;
  readonly transfer: readonly Transferable[];
}

/** A task that waits or runs: the function that prepares its input, its timeout, and the function that settles its promise. */
interface PoolTask<T, R> {
  readonly prepare: () => Promise<TaskInputWithTransferList<T>>;
  readonly timer: NodeJS.Timeout;
  settle(
    outcome:
      | { readonly result: R }
      /** `error`: the error that `prepare` or the transfer of its input threw. `cause`: why the worker or the pool failed. */
      | { readonly error: Error }
      | { readonly cause: unknown },
  ): void;
}

/** Message that a worker thread sends after a task: the result, or the name of the error that the task threw. */
export type PoolWorkerReply<R> = { readonly result: R } | { readonly failed: string };

/** A worker thread of the pool with its current task, or with the timer that ends it while idle. */
interface PoolWorker<T, R> {
  readonly worker: Worker;
  task: PoolTask<T, R> | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** A pool of worker threads. A thread is started when it is first needed and runs one task at a time. */
export interface WorkerPool<T, R> {
  /**
   * Runs one task. `prepare` is called when a worker is free, so waiting tasks need no memory. Throws the errors of
   * `prepare`, or service_unavailable when the queue is full, the worker ended, or `timeoutMs` have passed.
   */
  run(prepare: () => Promise<TaskInputWithTransferList<T>>, timeoutMs: number): Promise<R>;
  /** Ends all workers. Waiting tasks fail. */
  close(): Promise<void>;
}

const tasks = sampledGauge('worker_tasks', 'Tasks that worker threads run or that wait for one.', [
  'program',
] as const);

function unavailable(cause: unknown): BridgeError {
  return new BridgeError('service_unavailable', {}, { retryAfterS: 1, cause });
}

/** A pool of worker threads with a queue of waiting tasks. */
class WorkerThreadPool<T, R> implements WorkerPool<T, R> {
  readonly #program: URL;
  readonly #bounds: WorkerPoolLimits;
  readonly #members = new Set<PoolWorker<T, R>>();
  readonly #queue: PoolTask<T, R>[] = [];
  readonly #unexpose: () => void;
  #closed = false;

  constructor(program: URL, bounds: WorkerPoolLimits) {
    this.#program = program;
    this.#bounds = bounds;
    const name = basename(program.pathname, extname(program.pathname));
    this.#unexpose = tasks.add({ program: name }, () => this.#queue.length + this.#busy());
  }

  run(prepare: () => Promise<TaskInputWithTransferList<T>>, timeoutMs: number): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#closed || this.#queue.length >= this.#bounds.queueMax) {
        reject(unavailable('no worker is free'));
        return;
      }
      const task: PoolTask<T, R> = {
        prepare,
        timer: setTimeout(() => this.#expire(task), timeoutMs),
        settle(outcome) {
          clearTimeout(task.timer);
          if ('result' in outcome) resolve(outcome.result);
          else reject('error' in outcome ? outcome.error : unavailable(outcome.cause));
        },
      };
      this.#queue.push(task);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unexpose();
    for (const task of this.#queue.splice(0)) task.settle({ cause: 'the service stops' });
    const workers = [...this.#members].map(({ worker }) => worker);
    for (const member of [...this.#members]) this.#drop(member, 'the service stops');
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #busy(): number {
    return [...this.#members].filter(({ task }) => task !== undefined).length;
  }

  #drop(member: PoolWorker<T, R>, cause: unknown): void {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.idle);
    void member.worker.terminate();
    member.task?.settle({ cause });
    member.task = undefined;
    this.#next();
  }

  #start(): PoolWorker<T, R> {
    const worker = new Worker(this.#program, {
      resourceLimits: workerHeap(this.#bounds.heapMbMax),
    });
    const member: PoolWorker<T, R> = { worker, task: undefined, idle: undefined };
    worker.on('message', (reply: PoolWorkerReply<R>) => {
      const { task } = member;
      member.task = undefined;
      if ('failed' in reply) task?.settle({ cause: reply.failed });
      else task?.settle(reply);
      this.#next();
    });
    worker.on('error', (error) => this.#drop(member, error));
    worker.on('exit', (code) => this.#drop(member, `the worker ended with code ${code}`));
    this.#members.add(member);
    return member;
  }

  #assign(member: PoolWorker<T, R>, task: PoolTask<T, R>): void {
    clearTimeout(member.idle);
    member.task = task;
    member.worker.ref();
    const post = ({ input, transfer }: TaskInputWithTransferList<T>): void => {
      // While the input was prepared the task may have timed out, which ended its thread.
      if (member.task === task) member.worker.postMessage(input, transfer);
    };
    // `postMessage` throws for an input that cannot be cloned or transferred.
    task
      .prepare()
      .then(post)
      .catch((error: unknown) => {
        const own =
          error instanceof Error ? error : new BridgeError('internal', {}, { cause: error });
        task.settle({ error: own });
        if (member.task !== task) return;
        member.task = undefined;
        this.#next();
      });
  }

  #keepIdle(member: PoolWorker<T, R>): void {
    // An idle worker must not keep the process alive.
    member.worker.unref();
    clearTimeout(member.idle);
    member.idle = setTimeout(() => this.#drop(member, 'idle'), IDLE_MS);
    member.idle.unref();
  }

  #next(): void {
    while (this.#queue.length > 0 && !this.#closed) {
      const free = [...this.#members].find(({ task }) => task === undefined);
      const member =
        free ?? (this.#members.size < this.#bounds.workersMax ? this.#start() : undefined);
      const task = member === undefined ? undefined : this.#queue.shift();
      if (member === undefined || task === undefined) return;
      this.#assign(member, task);
    }
    for (const member of this.#members) if (member.task === undefined) this.#keepIdle(member);
  }

  #expire(task: PoolTask<T, R>): void {
    const at = this.#queue.indexOf(task);
    if (at >= 0) this.#queue.splice(at, 1);
    const member = [...this.#members].find((candidate) => candidate.task === task);
    // A running computation can be stopped only by ending its thread.
    if (member === undefined) task.settle({ cause: 'no worker was free in time' });
    else this.#drop(member, 'the task took too long');
  }
}

/** Creates a pool of threads that run the worker program at `program`. */
export function openWorkerPool<T, R>(program: URL, bounds: WorkerPoolLimits): WorkerPool<T, R> {
  return new WorkerThreadPool<T, R>(program, bounds);
}
