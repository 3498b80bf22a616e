import { BridgeError, sampledGauge, Slots } from '@bridge/kernel';
import type { Exchange } from './exchange.ts';

const answering = sampledGauge('http_requests_open', 'Requests that are being answered.', []);

/** Requests that are being answered, so that a stop can wait for them, and in the end answer for them. */
export class InFlight {
  readonly #exchanges = new Slots<Exchange>();

  /** Counts the exchange while `work` answers it. */
  async during(exchange: Exchange, work: () => Promise<void>): Promise<void> {
    const slot = this.#exchanges.add(exchange);
    try {
      await work();
    } finally {
      this.#exchanges.delete(slot);
    }
  }

  /** Shows in the metrics how many there are; returns how to end that. */
  expose(): () => void {
    return answering.add({}, () => this.#exchanges.size);
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
