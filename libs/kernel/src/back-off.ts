import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** The first pause of a back-off, in ms, unless told otherwise. */
const FIRST_MS = 20;
/** The longest of its pauses. */
const LONGEST_MS = 400;

/** Bounds of a back-off, in ms. */
export interface BackOffOptions {
  readonly firstMs?: number;
  readonly longestMs?: number;
}

/** Pauses between tries of one thing, each twice as long as the one before, up to a point in time. */
export class BackOff {
  readonly #clock: Clock;
  readonly #giveUpAt: number;
  readonly #longestMs: number;
  #nextMs: number;

  /** `giveUpAt` in ms since the epoch: no try begins after it. */
  constructor(
    clock: Clock,
    giveUpAt: number,
    { firstMs = FIRST_MS, longestMs = LONGEST_MS }: BackOffOptions = {},
  ) {
    this.#clock = clock;
    this.#giveUpAt = giveUpAt;
    this.#longestMs = longestMs;
    this.#nextMs = firstMs;
  }

  /** Waits for the next try; false, at once, when it would come too late. */
  async pause(): Promise<boolean> {
    const ms = this.#nextMs;
    if (this.#clock.now() + ms >= this.#giveUpAt) return false;
    this.#nextMs = Math.min(2 * ms, this.#longestMs);
    await delay(ms);
    return true;
  }
}
