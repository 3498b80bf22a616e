import {
  AddressBound,
  clientBlock,
  ResourceScope,
  sampledGauge,
  whenClosed,
  type Policy,
} from '@bridge/kernel';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_MS, SOCKET_IDLE_MS_MAX, type DoorDeps } from './doors/door.ts';
import { throughHttp } from './doors/http-door.ts';
import { PlainDoor } from './doors/plain-door.ts';
import { SAFETY_HEADERS } from './http/policy.ts';

/** Largest request line and headers together. */
const HEADER_BYTES_MAX = 16 * 1024;
/** A request that has not arrived by then is ended: its headers are all there is to it. */
const REQUEST_MS_MAX = 10_000;
const CONNECTIONS_MAX = 10_000;
/** A refused connection has this long to take its answer. */
const REFUSED_MS = 1_000;
const CROWDED =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const openReplies = sampledGauge(
  'sites_replies_open',
  'Answers of the content origin that are being made or sent.',
  [],
);
/** What cannot be sent by then is cut off when the server closes. */
const DRAIN_MS_MAX = 8_000;
const DRAIN_POLL_MS = 50;

/** What is not a request at all, or too much of one, is told so in one line, and the connection ends. */
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

/** Lets a connection in while its client has few enough; one too many is answered 503 and closed. */
function admitConnection(bound: AddressBound, socket: Socket): boolean {
  const scope = new ResourceScope();
  whenClosed(socket, () => scope.end());
  if (bound.admit(scope, clientBlock(socket.remoteAddress, undefined, 0))) return true;
  socket.on('error', () => socket.destroy());
  socket.end(CROWDED);
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
  scope.own(() => clearTimeout(timer));
  return false;
}

function makeHttpServer(deps: DoorDeps, count: (change: 1 | -1) => void): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: REQUEST_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Which Host is served is decided with the rest of the address; without one it is malformed.
      requireHostHeader: false,
    },
    (message, response) => {
      const scope = new ResourceScope();
      count(1);
      scope.own(() => count(-1));
      throughHttp(deps, scope, message, response)
        .catch((error: unknown) => {
          deps.log.error({ err: error }, 'an answer broke');
          response.destroy();
        })
        .finally(() => whenClosed(response, () => scope.end()));
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(SOCKET_IDLE_MS_MAX);
  server.on('clientError', refuseConnection);
  return server;
}

/** The server of the content origin. */
export interface SitesServer {
  /** Listens where it is told to. */
  readonly server: Server;
  /** Ends without losing an answer: connections close as they fall idle, answers being sent are waited for. */
  drain(): Promise<void>;
}

/** What the server works with beside the doors. */
export interface SitesServerDeps extends Omit<DoorDeps, 'clients'> {
  readonly policy: Pick<Policy, 'sockets_per_address' | 'isOff'>;
}

/** Makes the server of the content origin, with its two doors; it does not listen yet. */
export function makeSitesServer(given: SitesServerDeps): SitesServer {
  const { policy, hops } = given;
  const bound = new AddressBound(policy.isOff ? CONNECTIONS_MAX : policy.sockets_per_address);
  // Behind proxies all connections are theirs: there each answer is counted by its client.
  const deps: DoorDeps = { ...given, clients: hops === 0 ? null : bound };
  let replies = 0;
  const server = makeHttpServer(deps, (change) => (replies += change));
  const toParser = server.listeners('connection');
  const plain = new PlainDoor(deps, (socket) => {
    for (const listener of toParser) listener.call(server, socket);
  });
  // A connection comes to the plain door first; what node:http would have done with it, it does when it is handed over.
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    if (hops > 0 || admitConnection(bound, socket)) plain.take(socket);
  });
  const unexpose = [bound.expose('content'), openReplies.add({}, () => replies + plain.open)];
  const closeIdle = (): void => {
    server.closeIdleConnections();
    plain.closeIdle();
  };
  return {
    server,
    drain: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = setInterval(closeIdle, DRAIN_POLL_MS);
      const late = setTimeout(() => {
        server.closeAllConnections();
        plain.closeAll();
      }, DRAIN_MS_MAX);
      closeIdle();
      await closed;
      clearInterval(idle);
      clearTimeout(late);
      for (const end of unexpose) end();
    },
  };
}

/** Headers of every answer here: the safety headers and, behind TLS, the promise to stay there. */
export function everyHeaders(contentUrl: string): readonly string[] {
  return contentUrl.startsWith('https:')
    ? [...SAFETY_HEADERS, 'Strict-Transport-Security', 'max-age=31536000']
    : SAFETY_HEADERS;
}
