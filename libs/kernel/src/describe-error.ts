import { errorBody, ERRORS, type ErrorBody, type PublicLinkBuilder } from '@bridge/contracts';
import type { BridgeError } from './errors.ts';

/** Seconds in the header Retry-After when a retriable error states none. */
const RETRY_S_DEFAULT = 1;

/** Returns the seconds after which the caller may retry; undefined when the error prescribes no waiting time. */
export function retryAfterOf({ code, retryAfterS }: BridgeError): number | undefined {
  if (retryAfterS !== undefined) return Math.max(1, Math.ceil(retryAfterS));
  return ERRORS[code].retry === 'after_seconds' ? RETRY_S_DEFAULT : undefined;
}

/**
 * Converts an error to the error object that the HTTP API and MCP return. Retry seconds and request id are also in `details`,
 * because a model that calls a tool sees no HTTP headers. Spec: errors.wait.
 */
export function describeError(
  error: BridgeError,
  links: Pick<PublicLinkBuilder, 'errorsUrl'>,
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
