import { errorBody, ERRORS, type ErrorBody, type Links } from '@bridge/contracts';
import type { BridgeError } from './errors.ts';

/** Seconds to wait when the error does not name its own. */
const RETRY_S_DEFAULT = 1;

/** Whole seconds after which the caller may retry; undefined for an error that a retry does not cure. */
export function retryAfterOf({ code, retryAfterS }: BridgeError): number | undefined {
  if (retryAfterS !== undefined) return Math.max(1, Math.ceil(retryAfterS));
  return ERRORS[code].retry === 'after_seconds' ? RETRY_S_DEFAULT : undefined;
}

/**
 * The error object of every surface. Its details repeat the seconds to wait and, for `internal`, the request's id, because
 * a model that calls a tool sees neither headers nor envelope. Spec: errors.wait.
 */
export function describeError(
  error: BridgeError,
  links: Pick<Links, 'errorsUrl'>,
  requestId: string,
): ErrorBody {
  const seconds = retryAfterOf(error);
  const details = {
    ...error.details,
    ...(seconds === undefined ? {} : { retry_after_s: seconds }),
    ...(error.code === 'internal' ? { request_id: requestId } : {}),
  };
  return errorBody(error.code, details, links.errorsUrl);
}
