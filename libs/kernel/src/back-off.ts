import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** First pause of a `BackOff` by default, ms. */
const FIRST_MS = 20;
/** Longest pause of a `BackOff` by default, ms. */
const LONGEST_MS = 400;

/** First and longest pause of a `BackOff`, ms. */
export interface BackOffOptions {
  readonly firstMs?: number;
  readonly longestMs?: number;
}

/**
 * Exponential back-off: each pause between two attempts is twice as long as the previous one, up to a longest pause. No attempt
 * starts after a deadline.
 */
export class BackOff {
  readonly #clock: Clock;
  readonly #giveUpAt: number;
  readonly #longestMs: number;
  #nextMs: number;

  /** @param giveUpAt time in ms since the Unix epoch from which on no attempt starts */
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

  /** Waits until the next attempt. Returns false at once when the attempt would start at or after the deadline. */
  async pause(): Promise<boolean> {
    const ms = this.#nextMs;
    if (this.#clock.now() + ms >= this.#giveUpAt) return false;
    this.#nextMs = Math.min(2 * ms, this.#longestMs);
    await delay(ms);
    return true;
  }
}
