import type { Links } from '@bridge/contracts';
import {
  BridgeError,
  describeError,
  isBridgeError,
  retryAfterOf,
  type Logger,
} from '@bridge/kernel';
import type { Reply } from '../dispatch.ts';
import type { FullReply } from './exchange.ts';

/** Turns whatever was thrown into an error of the catalogue; what is not of it is logged and becomes `internal`. */
export function bridgeErrorOf(error: unknown, log: Logger): BridgeError {
  if (isBridgeError(error)) {
    if (error.cause !== undefined) log.warn({ err: error.cause, code: error.code }, 'call failed');
    return error;
  }
  log.error({ err: error }, 'call broke');
  return new BridgeError('internal', {}, { cause: error });
}

const REALM = 'Bearer realm="agent-bridge"';

/** Headers that belong to an error whatever its body looks like: who may come, by which method, and when. */
export function errorHeaders(error: BridgeError): Record<string, string> {
  const headers: Record<string, string> = {};
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) headers['retry-after'] = String(seconds);
  // Whatever is still missing of such a request is not waited for.
  if (error.code === 'request_timeout') headers.connection = 'close';
  if (error.code === 'method_not_allowed') headers.allow = String(error.details.allow);
  if (error.code === 'key_missing') headers['www-authenticate'] = REALM;
  else if (error.code.startsWith('key_') && error.code !== 'key_world_not_allowed')
    headers['www-authenticate'] = `${REALM}, error="invalid_token"`;
  return headers;
}

/** A refusal in its envelope. Spec: errors.failure. */
export function errorReply(
  error: BridgeError,
  requestId: string,
  links: Links,
): Reply & { readonly body: string } {
  const body = { ok: false, error: describeError(error, links, requestId), request_id: requestId };
  return {
    status: body.error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...errorHeaders(error) },
    body: JSON.stringify(body),
  };
}

/** A success as the envelope: `ok`, the members, `request_id`. */
export function okReply(
  requestId: string,
  members: Readonly<Record<string, unknown>>,
  { status = 200, cookies = [] }: { status?: number; cookies?: readonly string[] } = {},
): FullReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ ok: true, ...members, request_id: requestId }),
    cookies,
  };
}
