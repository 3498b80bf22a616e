import { errorCodeOf, ProgramStartError } from '@bridge/kernel';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { trackResponse, refuseMalformed, type RawSocketReply } from './sockets.ts';

/** Maximum size of the request line with all headers, bytes. */
export const HEADER_BYTES_MAX = 16 * 1024;
/** Interval at which Node checks the time limits of requests, ms. */
const CHECK_MS = 2_000;
/** Interval at which a stopping server closes idle connections, ms. */
const CLOSE_IDLE_MS = 50;

/** The reason why received bytes are not a valid HTTP request. */
export type InvalidRequestReason = 'headers_too_long' | 'timeout' | 'malformed';

/** Time limits, connection limit and request handlers of an HTTP server. */
export interface WebServerOptions {
  readonly headersMs: number;
  /** Maximum time to receive a whole request with its body, ms. */
  readonly requestMs: number;
  /** Time without a request after which a connection is closed, ms. */
  readonly idleMs: number;
  /** Time without traffic after which a connection is closed, ms. */
  readonly stalledMs: number;
  readonly connectionsMax: number;
  /** Additional options of node:http. */
  readonly http?: ServerOptions;
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Returns the response to bytes that are not a valid request.
   * @param request the request whose body is invalid; undefined when no valid head was received
   */
  refusal(problem: InvalidRequestReason, request: IncomingMessage | undefined): RawSocketReply;
}

function problemOf(code: unknown): InvalidRequestReason {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_long';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'timeout' : 'malformed';
}

/**
 * Makes an HTTP server with these limits. A client that sends `Expect: 100-continue` receives status 100 only when its body is
 * read, so it does not send the body of a request that is refused before.
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
    trackResponse(request, response);
    options.onRequest(request, response);
  };
  server.on('request', onRequest).on('checkContinue', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseMalformed(socket, error, (request) => options.refusal(problemOf(error.code), request)),
  );
  return server;
}

/** Stops accepting connections, closes idle ones, and resolves when all are closed. */
export async function closeServer(
  server: Server,
  closeIdle: () => void = () => server.closeIdleConnections(),
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeIdle();
  const timer = setInterval(closeIdle, CLOSE_IDLE_MS);
  await closed;
  clearInterval(timer);
}

/** The HTTP server of the app origin (API, MCP and console) or of the content origin (published websites). */
export interface OriginServer {
  /** The server. It accepts connections after the call of `listenAt`. */
  readonly server: Server;
  /** Stops accepting connections and resolves when all requests are answered. */
  drain(): Promise<void>;
}

/** Host and port on which a server listens, with the setting names for error messages. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Name of the server in error messages, such as `The app origin`. */
  readonly name: string;
  /** Name of the setting with host and port. */
  readonly setting: string;
  /** Name of the setting with the public URL, from which the default port is taken. */
  readonly urlSetting: string;
}

function problemSentence(code: string, at: ListenAddress): string {
  const { host, port, name, setting, urlSetting } = at;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: end that program, or choose another port with ${urlSetting} or ${setting}.`;
    case 'EACCES':
      return `${name} may not listen on port ${port} of ${host}: choose a port above 1023 with ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host}:${port} is not an address of this machine: correct ${setting}.`;
    default:
      return `${name} cannot listen on ${host}:${port}: start again with --log debug (BRIDGE_LOG) to see the cause.`;
  }
}

/**
 * Starts to listen at an address and resolves with the port. Throws ProgramStartError, whose message tells the operator what to
 * change.
 */
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
    throw new ProgramStartError(problemSentence(errorCodeOf(error), at), { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : at.port;
}
