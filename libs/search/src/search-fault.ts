// The import is a subpath, because worker threads load this file and should not load the whole kernel.
import type { UnavailableReason } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel/errors';

/** The reason of a fault, as in the error catalogue. */
export type SearchFaultReason = UnavailableReason;

/**
 * A failure of a search engine. Agents receive the catalogue's service_unavailable; the operator receives `sentence`, which
 * says what failed and what to do.
 */
export class SearchFault extends BridgeError<'service_unavailable'> {
  readonly reason: SearchFaultReason;
  /** Sentence for the operator; it is never sent to an agent. */
  readonly sentence: string;

  constructor(
    reason: SearchFaultReason,
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
