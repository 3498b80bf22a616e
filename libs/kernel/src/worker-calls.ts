import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

/** The program of a worker thread, its heap limits and its start data. */
export interface WorkerThreadOptions {
  readonly url: URL;
  /** Value that the worker thread receives as `workerData`. */
  readonly data: unknown;
  readonly limits: ResourceLimits;
  /** Maximum number of unanswered calls posted to the worker; later calls wait in this thread. Default: no limit. */
  readonly postedMax?: number;
  /** Creates the error with which all pending calls are rejected when the worker ends or is closed. */
  readonly lost: (cause: unknown) => Error;
}

/** Options of one call to a worker thread. */
export interface WorkerCallOptions {
  /** Buffers that are transferred to the worker; this thread can no longer use them. */
  readonly moved?: readonly Transferable[];
  /** True to post this call before other waiting calls. */
  readonly isUrgent?: boolean;
  /**
   * Called with each part of the answer that the worker sends before the answer itself. An error that this function throws
   * rejects the call.
   */
  readonly onPart?: ((part: unknown) => void) | undefined;
}

/** Message to a worker thread: a call with the number that identifies its answer. */
interface WorkerCall {
  readonly id: number;
  readonly call: unknown;
}
/** Message from a worker thread: the value that answers the call with this number, or a part that precedes it. */
interface WorkerAnswerMessage {
  readonly id: number;
  readonly value: unknown;
  readonly isPart: boolean;
}
/** A call that waits for its answer, with the functions that settle its promise. */
interface PendingWorkerCall {
  readonly request: WorkerCall;
  readonly moved: readonly Transferable[];
  readonly onPart: WorkerCallOptions['onPart'];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends calls to one worker thread, whose program answers them with `answerCalls`. The first call starts the worker; the first
 * call after a worker has ended starts another. An idle worker does not keep the process alive.
 */
export class WorkerCallClient<Call> {
  readonly #spec: WorkerThreadOptions;
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #posted = new Map<number, PendingWorkerCall>();
  readonly #urgent: PendingWorkerCall[] = [];
  readonly #waiting: PendingWorkerCall[] = [];

  constructor(spec: WorkerThreadOptions) {
    this.#spec = spec;
  }

  /**
   * Sends a call and resolves with the worker’s answer. `T` must be the type that the worker’s program returns for this call.
   * Rejects with the error from `lost`, or when the call cannot be copied to the thread.
   */
  call<T>(
    call: Call,
    { moved = [], isUrgent = false, onPart }: WorkerCallOptions = {},
  ): Promise<T> {
    const worker = (this.#worker ??= this.#start());
    const answered = new Promise<T>((resolve, reject) => {
      const request = { id: this.#nextId++, call };
      // Safe cast: the worker’s program returns an answer of type T to this call.
      const pending = {
        request,
        moved,
        onPart,
        resolve: resolve as PendingWorkerCall['resolve'],
        reject,
      };
      (isUrgent ? this.#urgent : this.#waiting).push(pending);
    });
    worker.ref();
    this.#post(worker);
    return answered;
  }

  /** Ends the worker thread. Pending calls fail. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    // `ref` keeps the process alive until the worker has ended.
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
        // postMessage threw: the call contains a value that cannot be cloned, such as a function.
        this.#posted.delete(next.request.id);
        next.reject(this.#errorOf(error));
      }
    }
    if (this.#posted.size === 0) worker.unref();
  }

  #takePart(pending: PendingWorkerCall | undefined, part: unknown): void {
    try {
      pending?.onPart?.(part);
    } catch (error) {
      pending?.reject(this.#errorOf(error));
    }
  }

  #errorOf(thrown: unknown): Error {
    return thrown instanceof Error ? thrown : this.#spec.lost(thrown);
  }

  #start(): Worker {
    const { url, data, limits, lost } = this.#spec;
    const worker = new Worker(url, { workerData: data, resourceLimits: limits });
    worker.on('message', ({ id, value, isPart }: WorkerAnswerMessage) => {
      if (this.#worker !== worker) return;
      const pending = this.#posted.get(id);
      if (isPart) return this.#takePart(pending, value);
      this.#posted.delete(id);
      this.#post(worker);
      pending?.resolve(value);
    });
    worker.on('error', (cause) => this.#fail(worker, lost(cause)));
    worker.on('exit', () => this.#fail(worker, lost('the worker ended')));
    return worker;
  }

  #fail(worker: Worker, error: Error): void {
    // A worker that ends emits several events (`error`, `exit`); only the first one may fail the pending calls.
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

/** Sends a part of an answer to the caller before the answer itself. */
export type PartialWorkerAnswerSender = (part: unknown) => void;

/** A worker's answer to a call: the value, and the buffers in it to transfer to the calling thread. */
export interface WorkerAnswerWithTransferList {
  readonly value: unknown;
  readonly moved?: readonly Transferable[];
}

/** Answers the calls of `WorkerCallClient` in this worker thread. `answer` must not reject; it returns a failure as a value. */
export function answerCalls<Call>(
  answer: (
    call: Call,
    sendPart: PartialWorkerAnswerSender,
  ) => WorkerAnswerWithTransferList | Promise<WorkerAnswerWithTransferList>,
): void {
  const port = parentPort;
  const reply = async ({ id, call }: { readonly id: number; readonly call: Call }) => {
    const send = (value: unknown, isPart: boolean, moved: readonly Transferable[]): void =>
      port?.postMessage({ id, value, isPart } satisfies WorkerAnswerMessage, moved);
    const { value, moved = [] } = await answer(call, (part) => send(part, true, []));
    send(value, false, moved);
  };
  port?.on(
    'message',
    (request: { readonly id: number; readonly call: Call }) => void reply(request),
  );
}
