/** Maximum number of calls of one class that run at the same time in one process. */
export const RUNNING_CALLS_MAX = 64;
/**
 * Maximum number of calls of one class that wait. The next call is answered `busy`, which promises that it had no
 * effect.
 */
export const WAITING_CALLS_MAX = 64;

/** A call as a queue sees it. Either `run`, which never rejects, or `shed` is called, once. */
export interface QueuedCall {
  run(): Promise<void>;
  shed(): void;
}

/** A bounded queue for one class of calls, so that reads and public reads cannot starve changes. */
export class ServiceQueue {
  readonly #waiting: QueuedCall[] = [];
  #running = 0;
  #isOpen = true;

  /** Runs the call now or when a slot is free; sheds it when the queue is full or closed. */
  take(call: QueuedCall): void {
    if (this.#running < RUNNING_CALLS_MAX) void this.#run(call);
    else if (this.#isOpen && this.#waiting.length < WAITING_CALLS_MAX) this.#waiting.push(call);
    else call.shed();
  }

  /** Sheds the waiting calls and every later call that would wait; running calls go on. */
  close(): void {
    this.#isOpen = false;
    for (const call of this.#waiting.splice(0)) call.shed();
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  async #run(call: QueuedCall): Promise<void> {
    this.#running += 1;
    try {
      await call.run();
    } finally {
      this.#running -= 1;
      const next = this.#waiting.shift();
      if (next !== undefined) void this.#run(next);
    }
  }
}
