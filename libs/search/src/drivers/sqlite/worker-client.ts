import { Worker } from 'node:worker_threads';
import { SearchFault } from '../../search-fault.ts';
import type { WorkerCall, WorkerReply, WorkerRequest, WorkerRole } from './protocol.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that lie at the worker at a time: while it answers one, the next is there. */
const POSTED_MAX = 2;

interface Call {
  readonly request: WorkerRequest;
  readonly moved: readonly ArrayBuffer[];
}

/** Where the worker's code stands; a bundle passes its own file. */
export const SQLITE_WORKER = new URL('./sqlite.worker.ts', import.meta.url);

/**
 * A worker that answers calls in order, those first that end what has begun: of ten thousand searches at once each gets
 * its records before the next begins, so that what was found for it need not be kept. It is started with the first call
 * and lets the process end when idle.
 */
export class WorkerClient {
  readonly #role: WorkerRole;
  readonly #onTrouble: (trouble: string | null) => void;
  #trouble: string | null = null;
  #worker: Worker | null = null;
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();
  /** Calls that are not posted yet. */
  readonly #calls: Call[] = [];
  readonly #endings: Call[] = [];
  #posted = 0;

  /** `onTrouble` receives what an answer says of damage at the index, each time it differs from the answer before. */
  constructor(role: WorkerRole, onTrouble: (trouble: string | null) => void = () => undefined) {
    this.#role = role;
    this.#onTrouble = onTrouble;
  }

  /**
   * The answer of the worker; the caller knows its type from the protocol. Buffers that are `moved` are the worker's from
   * then on. Errors: SearchFault.
   */
  ask<T>(call: WorkerCall, moved: readonly ArrayBuffer[] = []): Promise<T> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    const answered = new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
    if (this.#waiting.size === 1) worker.ref();
    const line = call.op === 'bodies' ? this.#endings : this.#calls;
    line.push({ request: { id, call }, moved });
    this.#post(worker);
    return answered;
  }

  #post(worker: Worker): void {
    while (this.#posted < POSTED_MAX) {
      const next = this.#endings.shift() ?? this.#calls.shift();
      if (next === undefined) return;
      this.#posted += 1;
      worker.postMessage(next.request, next.moved);
    }
  }

  #start(): Worker {
    const worker = new Worker(SQLITE_WORKER, {
      workerData: this.#role,
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
    });
    worker.unref();
    worker.on('message', (reply: WorkerReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      this.#posted -= 1;
      this.#post(worker);
      // A worker that is being closed must keep the process until it has ended.
      if (this.#waiting.size === 0 && this.#worker === worker) worker.unref();
      if (reply.ok) this.#look(reply.trouble);
      if (reply.ok) waiting?.resolve(reply.value);
      else waiting?.reject(new SearchFault(reply.fault.reason, reply.fault.sentence));
    });
    worker.on('error', (cause) => {
      this.#fail(
        worker,
        new SearchFault(
          'failed',
          `The search worker failed: ${cause instanceof Error ? cause.message : String(cause)}`,
          { cause },
        ),
      );
    });
    worker.on('exit', () => {
      this.#fail(worker, new SearchFault('failed', 'The search worker ended.'));
    });
    return worker;
  }

  #look(trouble: string | null): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#onTrouble(trouble);
  }

  /** Answers everything that waits; the next call starts a new worker. */
  #fail(worker: Worker, fault: SearchFault): void {
    if (this.#worker === worker) this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#calls.length = 0;
    this.#endings.length = 0;
    this.#posted = 0;
    for (const { reject } of waiting) reject(fault);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    // An unreferenced worker would let the process end before this resolves.
    worker?.ref();
    await worker?.terminate();
  }
}
