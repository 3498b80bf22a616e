import { BridgeError, counter, isBridgeError, type Base, type Logger } from '@bridge/kernel';
import type { Body, Reply } from '@bridge/web';
import { parseAddress, type Address, type Origin } from './address.ts';
import { messageReply, type MessageReply } from './http/own-replies.ts';
import type { SiteRequest } from './http/site-request.ts';
import type { MessageStatus } from './pages/message-page.ts';
import type { RouteDeps } from './routes/deps.ts';
import { replyTo } from './routes/router.ts';

const replies = counter('sites_replies', 'Answers of the content origin, by status.', [
  'status',
] as const);

/** What answering uses. */
export interface AnswerDeps extends RouteDeps, Pick<Base, 'clock' | 'log'> {
  readonly origin: Origin;
}
/** An answer whose body is open: what is left is to send it. */
export interface Opened {
  readonly status: number;
  /** Names and values, flat; Content-Length is among them wherever there may be a body. */
  readonly headers: readonly string[];
  readonly body: Body | null;
  readonly address: Address | null;
}

/** What went wrong, as a page of words: never a 500, because nothing here is the reader's business. */
function failureReply(error: unknown, log: Logger): MessageReply {
  const code = isBridgeError(error) ? error.code : 'internal';
  if (code === 'gone') return messageReply(410);
  if (code === 'suspended') return messageReply(451);
  if (code === 'service_unavailable')
    log.warn({ err: cause(error) }, 'a website could not be shown');
  else log.error({ err: cause(error), code }, 'a website broke');
  return messageReply(503);
}

function cause(error: unknown): unknown {
  return error instanceof BridgeError ? (error.cause ?? error) : error;
}

/** Opens a reply's body before the first byte of the answer leaves: what cannot be opened is still a 503. */
function open(
  { log }: AnswerDeps,
  { method }: SiteRequest,
  reply: Reply,
  address: Address | null,
): Opened | Promise<Opened> {
  const opened = (body: Body | null): Opened => ({
    status: reply.status,
    headers: reply.headers,
    body,
    address,
  });
  const failed = (error: unknown): Opened => {
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

/** The refusal of a client that has its most answers open. */
export function crowded({ method }: SiteRequest): Opened {
  const { status, headers, body } = messageReply(503);
  return { status, headers, body: method === 'HEAD' ? null : body(), address: null };
}

/** Answers a request, at once where everything is at hand: of a page in memory not even a promise is made. */
export function answer(deps: AnswerDeps, request: SiteRequest): Opened | Promise<Opened> {
  const { method, host, target, hasContent, isServiceWorker } = request;
  const refused = (status: MessageStatus, address: Address | null) =>
    open(deps, request, messageReply(status), address);
  if (method !== 'GET' && method !== 'HEAD') return refused(405, null);
  if (host === undefined || hasContent) return refused(400, null);
  const address = parseAddress(host, target, deps.origin);
  if ('refused' in address) return refused(address.refused, null);
  // A worker that a page would install over its whole origin is never given.
  if (isServiceWorker) return refused(404, address);
  const failed = (error: unknown) => open(deps, request, failureReply(error, deps.log), address);
  try {
    const reply = replyTo(deps, request, address);
    return reply instanceof Promise
      ? reply.then((known) => open(deps, request, known, address), failed)
      : open(deps, request, reply, address);
  } catch (error) {
    return failed(error);
  }
}

/** Counts an answer that was sent; `from` is when its request was read, on the monotonic clock. */
export function countAnswer(
  { clock, log }: AnswerDeps,
  { method }: SiteRequest,
  { status, address }: Opened,
  from: number,
): void {
  replies.inc({ status: String(status) });
  const ms = Math.round(clock.monotonic() - from);
  const { place, route, form } = address ?? {};
  // A line for each page that was simply read would cost as much as the page: those are counted, and told on demand.
  const said = { status, method, form, place, route: route?.name, ms };
  if (status < 400) log.debug(said, 'served');
  else log.info(said, 'not served');
}
