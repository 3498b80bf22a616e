import type { Lane } from '@bridge/contracts';

/** Calls of one lane that run at once in one process. */
export const LANE_RUNNING_MAX = 64;
/** Calls of one lane that wait; the next one is told `busy`, which promises that nothing was done. */
export const LANE_WAITING_MAX = 64;

/** A bounded queue per lane, so that searches and public reads cannot starve changes. */
export class Lanes {
  readonly #running = new Map<Lane, number>();
  readonly #waiting = new Map<Lane, (() => void)[]>();
  readonly #inFlight = new Set<Promise<void>>();

  /** Runs `work` when there is room; returns false at once when there is none. */
  take(lane: Lane, work: () => Promise<void>): boolean {
    if ((this.#running.get(lane) ?? 0) < LANE_RUNNING_MAX) {
      this.#start(lane, work);
      return true;
    }
    const waiting = this.#waiting.get(lane) ?? [];
    if (waiting.length >= LANE_WAITING_MAX) return false;
    waiting.push(() => this.#start(lane, work));
    this.#waiting.set(lane, waiting);
    return true;
  }

  /** Resolves when everything taken has ended. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight]);
  }

  #start(lane: Lane, work: () => Promise<void>): void {
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    const done = work().finally(() => {
      this.#inFlight.delete(done);
      this.#running.set(lane, (this.#running.get(lane) ?? 1) - 1);
      this.#waiting.get(lane)?.shift()?.();
    });
    this.#inFlight.add(done);
  }
}
