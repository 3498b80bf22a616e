import type { PublicLinkBuilder } from '@bridge/contracts';
import {
  BridgeError,
  describeError,
  isBridgeError,
  retryAfterOf,
  type Logger,
} from '@bridge/kernel';
import type { HttpErrorReply } from '../dispatch.ts';
import type { HttpRouteReply } from './exchange.ts';

/** Returns a thrown BridgeError as it is and logs its cause. Any other thrown value is logged and becomes `internal`. */
export function toBridgeError(error: unknown, log: Logger): BridgeError {
  if (isBridgeError(error)) {
    if (error.cause !== undefined) log.warn({ err: error.cause, code: error.code }, 'call_failed');
    return error;
  }
  log.error({ err: error }, 'call_broke');
  return new BridgeError('internal', {}, { cause: error });
}

const REALM = 'Bearer realm="agent-bridge"';

/** Returns the HTTP headers of the reply to a request that failed with this error. They are the same for all body formats. */
export function errorHeaders(error: BridgeError): Record<string, string> {
  const headers: Record<string, string> = {};
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) headers['retry-after'] = String(seconds);
  // The rest of the request body is not read, so the connection cannot be used for another request.
  if (error.code === 'request_timeout') headers.connection = 'close';
  if (error.code === 'method_not_allowed') headers.allow = String(error.details.allow);
  if (error.code === 'key_missing') headers['www-authenticate'] = REALM;
  else if (error.code.startsWith('key_') && error.code !== 'key_world_not_allowed')
    headers['www-authenticate'] = `${REALM}, error="invalid_token"`;
  return headers;
}

/** Returns the reply to a refused request: `ok: false`, the error, `request_id`. Spec: errors.failure. */
export function errorReply(
  error: BridgeError,
  requestId: string,
  links: PublicLinkBuilder,
): HttpErrorReply {
  const body = { ok: false, error: describeError(error, links, requestId), request_id: requestId };
  return {
    status: body.error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...errorHeaders(error) },
    body: JSON.stringify(body),
  };
}

/** Returns the reply to a successful request: `ok: true`, the given members, `request_id`. */
export function okReply(
  requestId: string,
  members: Readonly<Record<string, unknown>>,
  { status = 200, cookies = [] }: { status?: number; cookies?: readonly string[] } = {},
): HttpRouteReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ ok: true, ...members, request_id: requestId }),
    cookies,
  };
}
