import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** The default of the first pause, in ms. */
const FIRST_MS = 20;
/** The default of the longest pause, in ms. */
const LONGEST_MS = 400;

/** Bounds of a back-off, in ms. */
export interface BackOffOptions {
  readonly firstMs?: number;
  readonly longestMs?: number;
}

/** Pauses between attempts, each twice as long as the one before, until a point in time. */
export class BackOff {
  readonly #clock: Clock;
  readonly #giveUpAt: number;
  readonly #longestMs: number;
  #nextMs: number;

  /** No attempt starts after `giveUpAt` (ms since the epoch). */
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

  /** Waits for the next attempt; false, at once, when it would start too late. */
  async pause(): Promise<boolean> {
    const ms = this.#nextMs;
    if (this.#clock.now() + ms >= this.#giveUpAt) return false;
    this.#nextMs = Math.min(2 * ms, this.#longestMs);
    await delay(ms);
    return true;
  }
}
