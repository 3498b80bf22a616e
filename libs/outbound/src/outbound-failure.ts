/**
 * Why a request to another host failed. After `refused_address`, `unresolved` and `unreachable` it was not sent. After
 * `timeout` and `broken` it may have been sent. After `redirect` and `too_large` the host answered.
 */
export type OutboundFailureKind =
  | 'refused_address'
  | 'unresolved'
  | 'unreachable'
  | 'timeout'
  | 'broken'
  | 'redirect'
  | 'too_large';

/** The only error of the outbound HTTP client. Its message never contains text of the other host. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  readonly kind: OutboundFailureKind;
  /** True when the other host may have received the request. */
  readonly isSent: boolean;
  /** Target of a redirect as the other host sent it, untrusted; empty when `kind` is not `redirect`. */
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
