import { BridgeError, counter, isBridgeError, type Base, type Logger } from '@bridge/kernel';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { parseAddress, type Address, type Origin } from './address.ts';
import { messageReply } from './http/own-replies.ts';
import { SAFETY_HEADERS } from './http/policy.ts';
import { hasContent, hostOf, isServiceWorker, readAsked } from './http/read-request.ts';
import type { Body, Reply } from './http/reply.ts';
import type { RouteDeps } from './routes/deps.ts';
import { replyTo } from './routes/router.ts';

/** Largest request line and headers together. */
const HEADER_BYTES_MAX = 16 * 1024;
/** A request that has not arrived by then is ended: its headers are all there is to it. */
const REQUEST_MS_MAX = 10_000;
/** A connection without traffic is closed after this: a slow reader keeps no bytes for ever. */
const SOCKET_IDLE_MS_MAX = 30_000;
/** A kept-alive connection; longer than proxies keep theirs, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const CONNECTIONS_MAX = 10_000;

const replies = counter('sites_replies', 'Answers of the content origin, by status.', [
  'status',
] as const);

/** What the content origin's server uses. */
export interface SitesServerDeps extends RouteDeps, Pick<Base, 'clock' | 'log'> {
  readonly origin: Origin;
  /** Sent with every answer besides the safety headers, flat. */
  readonly headers: readonly string[];
  /** True once the process is ending: answers then close their connection. */
  readonly draining: () => boolean;
}

/** What went wrong, as a page of words: never a 500, because nothing here is the reader's business. */
function failureReply(error: unknown, log: Logger): Reply {
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

interface Answered {
  readonly reply: Reply;
  readonly address: Address | null;
}

function answer(deps: SitesServerDeps, request: IncomingMessage): Answered | Promise<Answered> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') return { reply: messageReply(405), address: null };
  const host = hostOf(request);
  if (host === undefined || hasContent(request)) return { reply: messageReply(400), address: null };
  const address = parseAddress(host, request.url ?? '', deps.origin);
  if ('refused' in address) return { reply: messageReply(address.refused), address: null };
  if (isServiceWorker(request)) return { reply: messageReply(404), address };
  const failed = (error: unknown): Answered => ({ reply: failureReply(error, deps.log), address });
  try {
    const reply = replyTo(deps, readAsked(request, method), address);
    return reply instanceof Promise
      ? reply.then((known) => ({ reply: known, address }), failed)
      : { reply, address };
  } catch (error) {
    return failed(error);
  }
}

/** Sends an answer; nothing is left to wait for when its body is at hand. */
function send(
  response: ServerResponse,
  reply: Reply,
  headers: readonly string[],
  body: Body | null,
  log: Logger,
): Promise<void> | undefined {
  response.writeHead(reply.status, [...headers, ...reply.headers]);
  if (body === null || body instanceof Uint8Array) {
    response.end(body ?? undefined);
    return undefined;
  }
  return pipeline(body, response).catch((error: unknown) => {
    // Content-Length promised more, so the reader knows that this is not all; most readers have simply left.
    log.debug({ err: error }, 'a body ended early');
  });
}

async function handle(
  deps: SitesServerDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const from = deps.clock.monotonic();
  const { method } = request;
  const answered = answer(deps, request);
  // Waits only for what is not at hand: of a page in memory not even a promise is made.
  const { reply: first, address } = answered instanceof Promise ? await answered : answered;
  let reply = first;
  let body: Body | null = null;
  if (method !== 'HEAD') {
    // Opened before the first byte of the answer leaves: what cannot be opened is still a 503.
    try {
      const opened = reply.body?.() ?? null;
      body = opened instanceof Promise ? await opened : opened;
    } catch (error) {
      reply = failureReply(error, deps.log);
      body = (await reply.body?.()) ?? null;
    }
  }
  // Content that nobody reads would stand before the connection's next request.
  const close = deps.draining() || hasContent(request);
  const headers = close ? [...deps.headers, 'Connection', 'close'] : deps.headers;
  const sending = send(response, reply, headers, body, deps.log);
  if (sending !== undefined) await sending;
  replies.inc({ status: String(reply.status) });
  const ms = Math.round(deps.clock.monotonic() - from);
  const { place, route, form } = address ?? {};
  // A line for each page that was simply read would cost as much as the page: those are counted, and told on demand.
  const said = { status: reply.status, method, form, place, route: route?.name, ms };
  if (reply.status < 400) deps.log.debug(said, 'served');
  else deps.log.info(said, 'not served');
}

/** What cannot be read as a request is told so in one line, and the connection ends. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // Behind the beginning of an answer, these words would be taken for a part of it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Makes the server of the content origin; it does not listen yet. */
export function makeSitesServer(deps: SitesServerDeps): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: REQUEST_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Which Host is served is decided with the rest of the address; without one it is malformed.
      requireHostHeader: false,
    },
    (request, response) => {
      handle(deps, request, response).catch((error: unknown) => {
        deps.log.error({ err: error }, 'an answer broke');
        response.destroy();
      });
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(SOCKET_IDLE_MS_MAX);
  server.on('clientError', refuseConnection);
  return server;
}

/** Headers of every answer here: the safety headers and, behind TLS, the promise to stay there. */
export function everyHeaders(contentUrl: string): readonly string[] {
  return contentUrl.startsWith('https:')
    ? [...SAFETY_HEADERS, 'Strict-Transport-Security', 'max-age=31536000']
    : SAFETY_HEADERS;
}
