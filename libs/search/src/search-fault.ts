// Not the whole kernel: the threads of the index throw these too.
import type { UnavailableReason } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel/errors';

/** Why an engine cannot do what was asked, as the error catalogue names it. */
export type SearchFaultReason = UnavailableReason;

/**
 * A search engine's failure: to agents the catalogue's service_unavailable, to the operator one sentence that says what
 * is wrong and what to do.
 */
export class SearchFault extends BridgeError<'service_unavailable'> {
  readonly reason: SearchFaultReason;
  /** For the operator; never sent to an agent. */
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
