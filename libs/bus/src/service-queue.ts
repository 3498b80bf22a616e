/** Maximum number of calls of one service and call class (read, change, public) that a process runs concurrently. */
export const RUNNING_CALLS_MAX = 64;
/**
 * Maximum number of queued calls of one service and call class (read, change, public) in a process. Further calls are answered
 * `busy` and have no effect.
 */
export const WAITING_CALLS_MAX = 64;

/**
 * A call in a queue. The queue calls exactly one of its functions, once: `run` (never rejects), or `shed`, which answers
 * `busy`.
 */
export interface QueuedServiceCall {
  run(): Promise<void>;
  shed(): void;
}

/** A bounded queue for the calls of one class (read, change, public). Separate queues prevent reads from delaying changes. */
export class ServiceQueue {
  readonly #waiting: QueuedServiceCall[] = [];
  #running = 0;
  #isOpen = true;
  /** Runs the call now or when a slot is free; answers it `busy` when the queue is full or closed. */
  take(call: QueuedServiceCall): void {
    if (this.#running < RUNNING_CALLS_MAX) void this.#run(call);
    else if (this.#isOpen && this.#waiting.length < WAITING_CALLS_MAX) this.#waiting.push(call);
    else call.shed();
  }

  /** Answers `busy` to all queued calls and to all later calls that would have to wait. Running calls continue. */
  close(): void {
    this.#isOpen = false;
    for (const call of this.#waiting.splice(0)) call.shed();
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  async #run(call: QueuedServiceCall): Promise<void> {
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
