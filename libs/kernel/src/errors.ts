// Types only, so a worker thread that throws loads neither the catalogue nor its schemas.
import type { ErrorCode, ErrorDetails } from '@bridge/contracts';

/** An error on the bus: code, public details and the seconds to wait, if any. */
export interface WireError {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retry_after_s?: number | undefined;
}

/**
 * The only error the product throws on purpose: a code of the catalogue with its public details. Information for the
 * operator goes into `cause`, which is logged and never leaves the service.
 */
export class BridgeError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'BridgeError';
  readonly code: C;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which the caller may retry; sent as Retry-After. */
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

/** True when the value is an error of this code. */
export function isBridgeError<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is BridgeError<C> {
  return error instanceof BridgeError && (code === undefined || error.code === code);
}
