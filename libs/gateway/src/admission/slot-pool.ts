/** Maximum numbers of concurrent calls: while the event loop of this process is busy, and while it is idle. */
export interface ConcurrencyLimit {
  readonly busy: number;
  readonly idle: number;
}

/** Minimum interval in ms between two readings of the event loop’s load. */
const LOAD_EVERY_MS = 20;
/** Maximum time in ms that a call holds its slot while the process is idle. */
const HELD_MS_MAX = 40;

/**
 * The slots of calls in progress. A call that lasts long in an idle process waits for another service, so its slot is freed
 * after 40 ms; a service that does not answer cannot occupy all slots. Times are in ms of one monotonic clock.
 * Spec: operations.parts-away.
 */
export class CallSlotPool {
  readonly #limit: ConcurrencyLimit;
  readonly #isBusy: () => boolean;
  /** The start times of the held slots, oldest first. */
  readonly #held = new Set<{ readonly since: number }>();
  #slots = 0;
  #loadReadAt = Number.NEGATIVE_INFINITY;

  /** @param isBusy returns true while the average load of the event loop is high */
  constructor(limit: ConcurrencyLimit, isBusy: () => boolean) {
    this.#limit = limit;
    this.#isBusy = isBusy;
  }

  hasFreeSlot(now: number): boolean {
    if (now - this.#loadReadAt >= LOAD_EVERY_MS) this.#readLoad(now);
    return this.#held.size < this.#slots;
  }

  /** Takes a slot without checking that one is free (see `hasFreeSlot`); returns the function that frees it. */
  takeSlot(now: number): () => void {
    const slot = { since: now };
    this.#held.add(slot);
    return () => void this.#held.delete(slot);
  }

  #readLoad(now: number): void {
    this.#loadReadAt = now;
    const isBusy = this.#isBusy();
    this.#slots = isBusy ? this.#limit.busy : this.#limit.idle;
    if (isBusy) return;
    for (const slot of this.#held) {
      if (now - slot.since < HELD_MS_MAX) return;
      this.#held.delete(slot);
    }
  }
}
