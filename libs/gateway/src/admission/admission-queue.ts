import type { Clock } from '@bridge/kernel';
import { CallSlotPool, type ConcurrencyLimit } from './slot-pool.ts';

/**
 * Maximum number of concurrent calls while the event loop is busy, and while it is idle. On two CPU cores, 10 concurrent calls
 * reach 90 % of the throughput of 16, at 75 % of their latency.
 */
const LIMIT: ConcurrencyLimit = { busy: 10, idle: 48 };
/** Maximum number of calls that wait for a slot; a further call is refused (shed) at once. */
const QUEUED_MAX = 128;
/** Maximum time in ms that a call waits for a slot; then it is refused (shed). */
const WAIT_MS_MAX = 200;
/** Time in ms after a refused (shed) call during which the gateway counts as overloaded. */
const OVERLOAD_MS = 1_000;
/**
 * Maximum time in ms that a call waits under overload, when the newest call is admitted first (LIFO). A longer wait would not
 * raise throughput.
 */
const OVERLOAD_WAIT_MS_MAX = 1;

/** A function that frees the slot of an admitted call. Only its first invocation has an effect. */
export type SlotReleaseFunction = () => void;

/** A call that waits in the queue for a slot. */
interface QueuedCall {
  readonly since: number;
  /** Ends the wait: admits the call with the function that frees its slot, or refuses (sheds) it with null. */
  settle(slot: SlotReleaseFunction | null): void;
}

/**
 * A bounded queue of calls that wait for a limited number of slots. A call that waits too long, or finds the queue full, is
 * refused (shed). Under overload the newest call is admitted first (adaptive LIFO, "Fail at Scale", ACM Queue 2015), so that
 * admitted calls stay fast. Spec: operations.shedding. ADR 035.
 */
export class AdmissionQueue {
  readonly #clock: Clock;
  readonly #slots: CallSlotPool;
  /** Queued calls in the order of their arrival. */
  readonly #queue: QueuedCall[] = [];
  #admitted = 0;
  #overloadedUntil = Number.NEGATIVE_INFINITY;

  /** @param isBusy returns true while the average load of the event loop is high */
  constructor(clock: Clock, isBusy: () => boolean) {
    this.#clock = clock;
    this.#slots = new CallSlotPool(LIMIT, isBusy);
  }

  /**
   * Requests a slot for a call. Returns the function that frees the slot, null for a call that is refused (shed), or a promise
   * of either for a queued call.
   */
  acquireSlot(): SlotReleaseFunction | null | Promise<SlotReleaseFunction | null> {
    const now = this.#clock.monotonic();
    if (this.#queue.length === 0 && this.#slots.hasFreeSlot(now)) return this.#takeSlot(now);
    if (this.#queue.length >= QUEUED_MAX) {
      this.#overloadedUntil = now + OVERLOAD_MS;
      return null;
    }
    return new Promise((settle) => {
      this.#queue.push({ since: now, settle });
      this.#admitQueued(now);
    });
  }

  /**
   * Admits queued calls while slots are free, then refuses (sheds) calls that waited too long. Called every 5 ms while calls
   * wait.
   */
  update(): void {
    const now = this.#clock.monotonic();
    this.#admitQueued(now);
    const waitMsMax = this.#isOverloaded(now) ? OVERLOAD_WAIT_MS_MAX : WAIT_MS_MAX;
    while (this.#queue[0] !== undefined && now - this.#queue[0].since > waitMsMax) {
      this.#queue.shift()?.settle(null);
      this.#overloadedUntil = now + OVERLOAD_MS;
    }
  }

  /** Number of queued calls. */
  queued(): number {
    return this.#queue.length;
  }

  /** Number of admitted calls that have not ended. */
  admitted(): number {
    return this.#admitted;
  }

  /** Refuses (sheds) all queued calls, because the gateway stops. */
  close(): void {
    for (const call of this.#queue.splice(0)) call.settle(null);
  }

  #isOverloaded(now: number): boolean {
    return now < this.#overloadedUntil;
  }

  #admitQueued(now: number): void {
    while (this.#queue.length > 0 && this.#slots.hasFreeSlot(now)) {
      const next = this.#isOverloaded(now) ? this.#queue.pop() : this.#queue.shift();
      next?.settle(this.#takeSlot(now));
    }
  }

  #takeSlot(now: number): SlotReleaseFunction {
    const free = this.#slots.takeSlot(now);
    this.#admitted += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#admitted -= 1;
      free();
      this.update();
    };
  }
}
