import { BridgeError, Slots } from '@bridge/kernel';
import type { Exchange } from './exchange.ts';

/** Requests that are being answered, so that a stop can wait for them, and in the end answer for them. */
export class InFlight {
  readonly #exchanges = new Slots<Exchange>();
  #whenEmpty: (() => void)[] = [];

  /** Notes one until the number is given to `leave`. */
  enter(exchange: Exchange): number {
    return this.#exchanges.add(exchange);
  }

  leave(slot: number): void {
    this.#exchanges.delete(slot);
    if (this.#exchanges.size > 0) return;
    for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Resolves when nothing is being answered, or after this long; false then. */
  async idle(withinMs: number): Promise<boolean> {
    if (this.#exchanges.size === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const empty = new Promise<boolean>((resolve) => {
      this.#whenEmpty.push(() => resolve(true));
    });
    const isIdle = await Promise.race([empty, late]);
    clearTimeout(timer);
    return isIdle;
  }

  /** Answers whatever has no answer yet: nobody knows what will come of it, and the same key will tell. */
  endAll(answer: (exchange: Exchange, error: BridgeError) => Promise<void>): Promise<unknown> {
    const unanswered = [...this.#exchanges].filter(({ response }) => !response.headersSent);
    return Promise.allSettled(
      unanswered.map((exchange) => answer(exchange, new BridgeError('outcome_unknown', {}))),
    );
  }
}
