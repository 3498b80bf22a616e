/**
 * Why a request to another machine has no answer. `refused_address`, `unresolved` and `unreachable` promise that the
 * request was not sent. `timeout` and `broken` promise nothing. `redirect` and `too_large` follow an answer.
 */
export type OutboundFailureKind =
  | 'refused_address'
  | 'unresolved'
  | 'unreachable'
  | 'timeout'
  | 'broken'
  | 'redirect'
  | 'too_large';

/** The one error of the outbound client. Its message is the product's own words, never those of the other machine. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  readonly kind: OutboundFailureKind;
  /** True when the other machine may have received the request. */
  readonly isSent: boolean;
  /** The address that a redirect names, untrusted; empty for other kinds. */
  readonly location: string;
  constructor(
    kind: OutboundFailureKind,
    message: string,
    options: {
      readonly cause?: unknown;
      readonly isSent?: boolean;
      readonly location?: string;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.isSent = options.isSent ?? false;
    this.location = options.location ?? '';
  }
}
