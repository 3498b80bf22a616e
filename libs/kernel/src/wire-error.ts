import { ERRORS, isErrorCode } from '@bridge/contracts';
import { BridgeError, isBridgeError } from './errors.ts';

/** Converts an error from a bus reply to a BridgeError; an unknown code becomes `internal`. */
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

/** True when the error guarantees that the call had no effect. */
export function isNotApplied(error: unknown): boolean {
  return isBridgeError(error) && ERRORS[error.code].outcome === 'not_applied';
}
