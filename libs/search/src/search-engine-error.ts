// `@bridge/kernel/errors` and not `@bridge/kernel`, because worker threads load this file and must not load the whole kernel
// library.
import type { UnavailableReason } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel/errors';

/** A failure of a search engine. Agents receive service_unavailable; `sentence` tells the operator what to do. */
export class SearchEngineError extends BridgeError<'service_unavailable'> {
  readonly reason: UnavailableReason;
  /** Sentence for the operator, never sent to an agent. */
  readonly sentence: string;

  constructor(
    reason: UnavailableReason,
    sentence: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(
      'service_unavailable',
      { part: 'archive search', reason },
      { cause: options.cause ?? sentence },
    );
    this.reason = reason;
    this.sentence = sentence;
  }
}
