import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

/** The program of a worker thread and the options of its start. */
export interface WorkerSpec {
  readonly url: URL;
  /** Value that the program receives as `workerData`. */
  readonly data: unknown;
  readonly limits: ResourceLimits;
  /**
   * Maximum number of calls that are posted to the worker at the same time; later calls wait in this thread. Unbounded
   * when absent.
   */
  readonly postedMax?: number;
  /** Makes the error of all pending calls when the worker fails or ends. */
  readonly lost: (cause: unknown) => Error;
}

/** Options of one call to a worker. */
export interface CallOptions {
  /** Buffers that move to the worker; this thread can no longer use them. */
  readonly moved?: readonly Transferable[];
  /** True for a call that is posted before the calls that wait in this thread. */
  readonly isUrgent?: boolean;
}

interface WorkerCall {
  readonly id: number;
  readonly call: unknown;
}
interface WorkerAnswer {
  readonly id: number;
  readonly value: unknown;
}
interface PendingCall {
  readonly request: WorkerCall;
  readonly moved: readonly Transferable[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls to one stateful worker, which answers them with `answerCalls`. The worker starts with the first call; an idle worker
 * does not keep the process alive. After the worker was lost the next call starts a new one.
 */
export class WorkerCalls<Call> {
  readonly #spec: WorkerSpec;
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #posted = new Map<number, PendingCall>();
  readonly #urgent: PendingCall[] = [];
  readonly #waiting: PendingCall[] = [];

  constructor(spec: WorkerSpec) {
    this.#spec = spec;
  }

  /**
   * Sends a call and resolves with the worker's answer, whose type the caller knows from its protocol. Rejects with the
   * error of `lost`, or with that of a call that cannot be posted.
   */
  call<T>(call: Call, { moved = [], isUrgent = false }: CallOptions = {}): Promise<T> {
    const worker = (this.#worker ??= this.#start());
    const answered = new Promise<T>((resolve, reject) => {
      const request = { id: this.#nextId++, call };
      // T is the type of this call's answer in the worker's protocol.
      const pending = { request, moved, resolve: resolve as PendingCall['resolve'], reject };
      (isUrgent ? this.#urgent : this.#waiting).push(pending);
    });
    worker.ref();
    this.#post(worker);
    return answered;
  }

  /** Ends the worker; pending calls fail. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    // An unreferenced worker would let the process end before this resolves.
    worker.ref();
    this.#fail(worker, this.#spec.lost('the worker was closed'));
    await worker.terminate();
  }

  #post(worker: Worker): void {
    const { postedMax = Number.POSITIVE_INFINITY } = this.#spec;
    while (this.#posted.size < postedMax) {
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next === undefined) break;
      this.#posted.set(next.request.id, next);
      try {
        worker.postMessage(next.request, next.moved);
      } catch (error) {
        // The call contains a value that cannot be copied to a thread, such as a function.
        this.#posted.delete(next.request.id);
        next.reject(error instanceof Error ? error : this.#spec.lost(error));
      }
    }
    if (this.#posted.size === 0) worker.unref();
  }

  #start(): Worker {
    const { url, data, limits, lost } = this.#spec;
    const worker = new Worker(url, { workerData: data, resourceLimits: limits });
    worker.on('message', ({ id, value }: WorkerAnswer) => {
      if (this.#worker !== worker) return;
      const pending = this.#posted.get(id);
      this.#posted.delete(id);
      this.#post(worker);
      pending?.resolve(value);
    });
    worker.on('error', (cause) => this.#fail(worker, lost(cause)));
    worker.on('exit', () => this.#fail(worker, lost('the worker ended')));
    return worker;
  }

  #fail(worker: Worker, error: Error): void {
    // A lost worker reports more than once; after the first report the pending calls belong to the next worker.
    if (this.#worker !== worker) return;
    this.#worker = null;
    const pending = [
      ...this.#posted.values(),
      ...this.#urgent.splice(0),
      ...this.#waiting.splice(0),
    ];
    this.#posted.clear();
    for (const { reject } of pending) reject(error);
  }
}

/** The answer to a call: a value for the calling thread, and in `moved` the buffers that move to that thread. */
export interface CallAnswer {
  readonly value: unknown;
  readonly moved?: readonly Transferable[];
}

/** Makes this thread the worker of a `WorkerCalls`. `answer` never rejects: a failure is a value of the protocol. */
export function answerCalls<Call>(answer: (call: Call) => CallAnswer | Promise<CallAnswer>): void {
  const port = parentPort;
  const reply = async ({ id, call }: { readonly id: number; readonly call: Call }) => {
    const { value, moved = [] } = await answer(call);
    port?.postMessage({ id, value } satisfies WorkerAnswer, moved);
  };
  port?.on(
    'message',
    (request: { readonly id: number; readonly call: Call }) => void reply(request),
  );
}
