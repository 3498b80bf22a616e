import {
  BridgeError,
  counter,
  isBridgeError,
  type CommonModuleDeps,
  type Logger,
} from '@bridge/kernel';
import type { EntityBody, EntityReply } from '@bridge/web';
import { parseAddress, type SiteAddress } from './address.ts';
import { messageReply, type MessagePageReply } from './http/own-replies.ts';
import type { SiteRequest } from './http/site-request.ts';
import type { MessagePageStatus } from './pages/message-page.ts';
import type { SiteRouteDeps } from './routes/deps.ts';
import { replyTo } from './routes/router.ts';

const replies = counter('sites_replies', 'Answers of the content origin, by status.', [
  'status',
] as const);

/** The dependencies of `answer`, which answers a request to the content origin. */
export interface SiteAnswerDeps extends SiteRouteDeps, Pick<CommonModuleDeps, 'clock' | 'log'> {
  /** The accepted Host headers of the content origin, without a label. */
  readonly hosts: readonly string[];
}

/** A reply of the content origin whose body is ready to send: it is in memory, or its stream is open. */
export interface SendableSiteReply {
  readonly status: number;
  /** Headers as alternating names and values, with Content-Length for every status that allows a body. */
  readonly headers: readonly string[];
  readonly body: EntityBody | null;
  readonly address: SiteAddress | null;
}

/**
 * Returns the reply to a visitor for an error, a page with a message. The status is never 500: visitors receive 503 for an
 * internal failure.
 */
function failureReply(error: unknown, log: Logger): MessagePageReply {
  const code = isBridgeError(error) ? error.code : 'internal';
  if (code === 'service_unavailable') log.warn({ err: causeOf(error) }, 'website_unavailable');
  else log.error({ err: causeOf(error), code }, 'website_failed');
  return messageReply(503);
}

function causeOf(error: unknown): unknown {
  return error instanceof BridgeError ? (error.cause ?? error) : error;
}

/** Opens the body of a reply before the headers are sent, so that a failure to open it can still be answered with 503. */
function openReply(
  { log }: SiteAnswerDeps,
  { method }: SiteRequest,
  reply: EntityReply,
  address: SiteAddress | null,
): SendableSiteReply | Promise<SendableSiteReply> {
  const opened = (body: EntityBody | null): SendableSiteReply => ({
    status: reply.status,
    headers: reply.headers,
    body,
    address,
  });
  const failed = (error: unknown): SendableSiteReply => {
    const { status, headers, body } = failureReply(error, log);
    return { status, headers, body: body(), address };
  };
  if (method === 'HEAD' || reply.body === null) return opened(null);
  try {
    const body = reply.body();
    return body instanceof Promise ? body.then(opened, failed) : opened(body);
  } catch (error) {
    return failed(error);
  }
}

/** Returns the 503 for a client that exceeds its limit of concurrent answers. */
export function refuseClient({ method }: SiteRequest): SendableSiteReply {
  const { status, headers, body } = messageReply(503);
  return { status, headers, body: method === 'HEAD' ? null : body(), address: null };
}

/**
 * Answers a request to the content origin. The reply is returned synchronously when the state of the website and the bytes are
 * in memory.
 */
export function answer(
  deps: SiteAnswerDeps,
  request: SiteRequest,
): SendableSiteReply | Promise<SendableSiteReply> {
  const { method, host, target, hasContent, isServiceWorker } = request;
  const refused = (status: MessagePageStatus, address: SiteAddress | null) =>
    openReply(deps, request, messageReply(status), address);
  if (method !== 'GET' && method !== 'HEAD') return refused(405, null);
  if (host === undefined || hasContent) return refused(400, null);
  const address = parseAddress(host, target, deps.hosts);
  if ('refused' in address) return refused(address.refused, null);
  // A service worker could control the whole origin, so its script is never served.
  if (isServiceWorker) return refused(404, address);
  const failed = (error: unknown) =>
    openReply(deps, request, failureReply(error, deps.log), address);
  try {
    const reply = replyTo(deps, request, address);
    return reply instanceof Promise
      ? reply.then((known) => openReply(deps, request, known, address), failed)
      : openReply(deps, request, reply, address);
  } catch (error) {
    return failed(error);
  }
}

/** Counts and logs a sent reply. @param from time at which its request was read, in ms of the monotonic clock */
export function countAnswer(
  { clock, log }: SiteAnswerDeps,
  { method }: SiteRequest,
  { status, address }: SendableSiteReply,
  from: number,
): void {
  replies.inc({ status: String(status) });
  const ms = Math.round(clock.monotonic() - from);
  const { owner, route, form } = address ?? {};
  // Logging each successful answer would take as much time as answering, so successes are logged at level debug only.
  const fields = { status, method, form, owner, route: route?.name, ms };
  if (status < 400) log.debug(fields, 'request');
  else log.info(fields, 'request_refused');
}
