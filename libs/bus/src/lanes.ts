import type { Lane } from '@bridge/contracts';

/** Calls of one lane that run at once in one process. */
export const LANE_RUNNING_MAX = 64;
/** Calls of one lane that wait; the next one is told `busy`, which promises that nothing was done. */
export const LANE_WAITING_MAX = 64;

/** One call, as the lanes see it: `run` never rejects, `turnAway` says that it will not be begun. */
export interface LaneCall {
  run(): Promise<void>;
  turnAway(): void;
}

/** A bounded queue per lane, so that searches and public reads cannot starve changes. */
export class Lanes {
  readonly #running = new Map<Lane, number>();
  readonly #waiting = new Map<Lane, LaneCall[]>();
  #open = true;

  /** Runs the call when there is room, now or later; turns it away at once when there is none. */
  take(lane: Lane, call: LaneCall): void {
    const waiting = this.#waiting.get(lane) ?? [];
    if ((this.#running.get(lane) ?? 0) < LANE_RUNNING_MAX) {
      void this.#start(lane, call);
    } else if (this.#open && waiting.length < LANE_WAITING_MAX) {
      waiting.push(call);
      this.#waiting.set(lane, waiting);
    } else {
      call.turnAway();
    }
  }

  /** Turns away what waits and what would wait; what runs goes on. */
  close(): void {
    this.#open = false;
    for (const waiting of this.#waiting.values()) {
      for (const call of waiting.splice(0)) call.turnAway();
    }
  }

  /** Calls of a lane that run and that wait. */
  counts(lane: Lane): { readonly running: number; readonly waiting: number } {
    const waiting = this.#waiting.get(lane)?.length ?? 0;
    return { running: this.#running.get(lane) ?? 0, waiting };
  }

  /** Runs a call; its slot goes to the next one that waits, however the call ends. */
  async #start(lane: Lane, call: LaneCall): Promise<void> {
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    try {
      await call.run();
    } finally {
      this.#running.set(lane, (this.#running.get(lane) ?? 1) - 1);
      const next = this.#waiting.get(lane)?.shift();
      if (next !== undefined) void this.#start(lane, next);
    }
  }
}
