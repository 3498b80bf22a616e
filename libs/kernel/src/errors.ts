import type { ErrorDetails } from '@bridge/contracts';
// The catalogue alone: a worker thread that throws needs none of the schemas.
import { ERRORS, isErrorCode, type ErrorCode } from '@bridge/contracts/errors';

/** What an error carries on the bus: code, public details, and the wait where there is one. */
export interface WireError {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retry_after_s?: number | undefined;
}

/**
 * The only error the product throws on purpose: a code of the catalogue with its public details. What an operator
 * needs beyond that goes into `cause`, which is logged and never leaves the service.
 */
export class BridgeError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'BridgeError';
  readonly code: C;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which the caller may come again; sent as Retry-After. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: C,
    details: ErrorDetails<C>,
    options: { readonly cause?: unknown; readonly retryAfterS?: number } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    // Every details type of the catalogue is an object of public members.
    this.details = details as Readonly<Record<string, unknown>>;
    this.retryAfterS = options.retryAfterS;
  }

  toWire(): WireError {
    return { code: this.code, details: this.details, retry_after_s: this.retryAfterS };
  }
}

/** Rebuilds an error that came over the bus; a code that this version does not know is `internal`. */
export function fromWire(error: {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retry_after_s?: number | undefined;
}): BridgeError {
  if (!isErrorCode(error.code))
    return new BridgeError('internal', {}, { cause: `unknown error code ${error.code}` });
  const options = error.retry_after_s === undefined ? {} : { retryAfterS: error.retry_after_s };
  return new BridgeError(error.code, error.details, options);
}

/** True when the value is an error of this code. */
export function isBridgeError<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is BridgeError<C> {
  return error instanceof BridgeError && (code === undefined || error.code === code);
}

/** True when the error promises that the call had no effect. */
export function isNotApplied(error: unknown): boolean {
  return isBridgeError(error) && ERRORS[error.code].outcome === 'not_applied';
}
