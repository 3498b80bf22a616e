import { BridgeError, sampledGauge, ShortLivedObjectSlotMap } from '@bridge/kernel';
import type { HttpExchange } from './exchange.ts';

const answering = sampledGauge('http_requests_open', 'Requests that are being answered.', []);

/** The requests that are being handled; a stopping server waits for them. */
export class InFlightRequests {
  readonly #exchanges = new ShortLivedObjectSlotMap<HttpExchange>();

  /** Counts the request as in flight while `work` runs. */
  async track(exchange: HttpExchange, work: () => Promise<void>): Promise<void> {
    const slot = this.#exchanges.add(exchange);
    try {
      await work();
    } finally {
      this.#exchanges.delete(slot);
    }
  }

  /** Registers the number of requests in flight as a metric; returns a function that removes the metric. */
  expose(): () => void {
    return answering.add({}, () => this.#exchanges.size);
  }

  /** Resolves with true when no request is in flight, or with false after `withinMs` milliseconds. */
  waitUntilIdle(withinMs: number): Promise<boolean> {
    return this.#exchanges.emptyWithin(withinMs);
  }

  /**
   * Answers all unanswered requests with outcome_unknown. The client learns the outcome by repeating its call with the
   * same idempotency key.
   */
  endAll(answer: (exchange: HttpExchange, error: BridgeError) => Promise<void>): Promise<unknown> {
    const unanswered = [...this.#exchanges].filter(({ response }) => !response.headersSent);
    return Promise.allSettled(
      unanswered.map((exchange) => answer(exchange, new BridgeError('outcome_unknown', {}))),
    );
  }
}
