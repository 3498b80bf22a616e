import { errorBody, ERRORS, type ErrorBody, type Links } from '@bridge/contracts';
import { BridgeError, isBridgeError, type Logger } from '@bridge/kernel';
import type { Reply } from '../dispatch.ts';
import type { FullReply } from './write-reply.ts';

/** Turns whatever was thrown into an error of the catalogue; what is not of it is logged and becomes `internal`. */
export function bridgeErrorOf(error: unknown, log: Logger): BridgeError {
  if (isBridgeError(error)) {
    if (error.cause !== undefined) log.warn({ err: error.cause, code: error.code }, 'call failed');
    return error;
  }
  log.error({ err: error }, 'call broke');
  return new BridgeError('internal', {}, { cause: error });
}

/** What an error that waiting cures tells to wait when nobody knows better, in seconds. */
const RETRY_S_DEFAULT = 1;

/** Whole seconds after which the caller may come again; undefined where waiting cures nothing. */
function retryAfterOf({ code, retryAfterS }: BridgeError): number | undefined {
  if (retryAfterS !== undefined) return Math.max(1, Math.ceil(retryAfterS));
  return ERRORS[code].retry === 'after_seconds' ? RETRY_S_DEFAULT : undefined;
}

/**
 * The error object of every surface. What its hint speaks of stands in its details, because a model that calls a tool sees
 * neither headers nor envelope: the seconds to wait, and for `internal` the request's id. Spec: errors.wait.
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
