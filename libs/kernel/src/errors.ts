// A type-only import: a worker thread that imports this file must not load the error catalogue and its schemas.
import type { ErrorCode, ErrorDetails } from '@bridge/contracts';

/** An error in a reply on the message bus: its code, its public details and the retry delay in seconds. */
export interface WireError {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retry_after_s?: number | undefined;
}

/**
 * The error that the product throws on purpose: a code of the error catalogue with public details. `cause` holds information
 * for the operator; it is logged and never sent to a caller.
 */
export class BridgeError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'BridgeError';
  readonly code: C;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which the caller may retry, sent as Retry-After. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: C,
    details: ErrorDetails<C>,
    options: { readonly cause?: unknown; readonly retryAfterS?: number } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.details = details;
    this.retryAfterS = options.retryAfterS;
  }

  toWire(): WireError {
    return { code: this.code, details: this.details, retry_after_s: this.retryAfterS };
  }
}

/** True when the value is a BridgeError and, if `code` is given, has this code. */
export function isBridgeError<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is BridgeError<C> {
  return error instanceof BridgeError && (code === undefined || error.code === code);
}
