import { BridgeError, Slots } from '@bridge/kernel';
import type { Exchange } from './exchange.ts';

/** Requests that are being answered, so that a stop can wait for them, and in the end answer for them. */
export class InFlight {
  readonly #exchanges = new Slots<Exchange>();

  /** Notes one until the number is given to `leave`. */
  enter(exchange: Exchange): number {
    return this.#exchanges.add(exchange);
  }

  leave(slot: number): void {
    this.#exchanges.delete(slot);
  }

  /** Resolves when nothing is being answered, or after this long; false then. */
  idle(withinMs: number): Promise<boolean> {
    return this.#exchanges.emptyWithin(withinMs);
  }

  /** Answers whatever has no answer yet: nobody knows what will come of it, and the same key will tell. */
  endAll(answer: (exchange: Exchange, error: BridgeError) => Promise<void>): Promise<unknown> {
    const unanswered = [...this.#exchanges].filter(({ response }) => !response.headersSent);
    return Promise.allSettled(
      unanswered.map((exchange) => answer(exchange, new BridgeError('outcome_unknown', {}))),
    );
  }
}
