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

function makeHttpServer(deps: DoorDeps): Server {
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
      throughHttp(deps, message, response).catch((error: unknown) => {
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

/** The server of the content origin. */
export interface SitesServer {
  /** Listens where it is told to. */
  readonly server: Server;
  /** Ends without losing an answer: connections close as they fall idle, answers being sent are waited for. */
  drain(): Promise<void>;
}

/** Makes the server of the content origin, with its two doors; it does not listen yet. */
export function makeSitesServer(deps: DoorDeps): SitesServer {
  const server = makeHttpServer(deps);
  const toParser = server.listeners('connection');
  const plain = new PlainDoor(deps, (socket) => {
    for (const listener of toParser) listener.call(server, socket);
  });
  // A connection comes to the plain door first; what node:http would have done with it, it does when it is handed over.
  server.removeAllListeners('connection');
  server.on('connection', (socket) => plain.take(socket));
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
    },
  };
}

/** Headers of every answer here: the safety headers and, behind TLS, the promise to stay there. */
export function everyHeaders(contentUrl: string): readonly string[] {
  return contentUrl.startsWith('https:')
    ? [...SAFETY_HEADERS, 'Strict-Transport-Security', 'max-age=31536000']
    : SAFETY_HEADERS;
}
