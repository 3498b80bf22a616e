import { StartError } from '@bridge/kernel';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { noteRequest, refuseBytes, type RawReply } from './sockets.ts';

/** Bytes of the request line and all headers together. */
export const HEADER_BYTES_MAX = 16 * 1024;
/** How often time limits of requests are checked. */
const CHECK_MS = 2_000;
/** How often idle connections are closed while a server ends. */
const CLOSE_MS = 50;

/** Why bytes are no request: headers too long, not complete in time, or not well-formed HTTP. */
export type BrokenRequest = 'headers_too_long' | 'timeout' | 'malformed';

/** What a server is made of. */
export interface WebServerOptions {
  readonly headersMs: number;
  /** The whole request, content included, arrives by then. */
  readonly requestMs: number;
  /** An idle kept-alive connection is closed after this. */
  readonly idleMs: number;
  /** A connection on which nothing moves is closed after this. */
  readonly stalledMs: number;
  readonly connectionsMax: number;
  /** Further options of node:http. */
  readonly http?: ServerOptions;
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  /** The refusal of bytes that are no request. */
  refusal(problem: BrokenRequest): RawReply;
}

function problemOf(code: unknown): BrokenRequest {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_long';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'timeout' : 'malformed';
}

/**
 * Makes a server with all its limits; it does not listen yet. A client that sends `Expect: 100-continue` is told to go on
 * only by whoever reads the body, so a refused body never leaves the client.
 */
export function makeWebServer(options: WebServerOptions): Server {
  const server = createServer({
    ...options.http,
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: options.headersMs,
    requestTimeout: options.requestMs,
    keepAliveTimeout: options.idleMs,
    connectionsCheckingInterval: CHECK_MS,
  });
  server.maxConnections = options.connectionsMax;
  server.setTimeout(options.stalledMs);
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    noteRequest(request, response);
    options.onRequest(request, response);
  };
  server.on('request', onRequest).on('checkContinue', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseBytes(socket, error, options.refusal(problemOf(error.code))),
  );
  return server;
}

/** Takes no new connections, closes idle ones as they become idle, and resolves when none is left. */
export async function closeServer(
  server: Server,
  closeIdle: () => void = () => server.closeIdleConnections(),
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeIdle();
  const timer = setInterval(closeIdle, CLOSE_MS);
  await closed;
  clearInterval(timer);
}

/** Where a server listens, and how an operator changes that. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** What listens, as `The app origin`. */
  readonly name: string;
  /** The setting that holds host and port. */
  readonly setting: string;
  /** The setting of the public URL, whose port is the default. */
  readonly urlSetting: string;
}

function problemSentence(code: unknown, at: ListenAddress): string {
  const { host, port, name, setting, urlSetting } = at;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: end that program, or choose another port with ${urlSetting} or ${setting}.`;
    case 'EACCES':
      return `${name} may not listen on port ${port} of ${host}: choose a port above 1023 with ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host}:${port} is no address of this machine: correct ${setting}.`;
    default:
      return `${name} cannot listen on ${host}:${port}: start again with --log debug (BRIDGE_LOG) to see the cause.`;
  }
}

/** Listens and resolves with the port. Throws StartError with one sentence that says what to do. */
export async function listenAt(server: Server, at: ListenAddress): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at.port, at.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new StartError(problemSentence(code, at), { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : at.port;
}
