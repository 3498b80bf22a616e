import type { Links } from '@bridge/contracts';
import {
  BridgeError,
  clientBlock,
  ResourceScope,
  whenClosed,
  type AddressBound,
  type Ids,
} from '@bridge/kernel';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Policy } from '../admission/policy.ts';
import { errorReply } from './errors.ts';

/** Time limits of a connection. Spec: safety.slow-clients. */
export const TIMES = {
  /** Headers arrive whole by then. */
  headersMs: 10_000,
  /** The request arrives whole by then; a body's own limit is shorter and answers better. */
  requestMs: 65_000,
  /** An idle kept connection is closed. */
  idleMs: 75_000,
  /** A client that neither sends nor reads for so long is gone. */
  stalledMs: 120_000,
  /** How often the first two are looked at. */
  checkMs: 2_000,
} as const;
/** Bytes of all headers together. */
export const HEADER_BYTES_MAX = 16 * 1024;

/** Refused sockets get their answer this fast, then they are cut. */
const REFUSED_MS = 1_000;
const refused = new WeakSet<Socket>();

/** True for a refused socket: what still arrives on it is not looked at. */
export function isRefused(socket: Socket): boolean {
  return refused.has(socket);
}

/** Takes no further request from this socket, also of those that have arrived already. */
export function refuseFurther(socket: Socket): void {
  refused.add(socket);
}

/** The refusal of a client that has its most connections, or requests behind a proxy, open. */
export function tooManyOfClient(): BridgeError {
  const part = 'number of connections from this address';
  return new BridgeError('service_unavailable', { part }, { retryAfterS: 1 });
}

/**
 * Bounds sockets: in all, and per client where `clients` is given. One too many is answered 503 and closed. Behind a proxy
 * `clients` is null, because all sockets come from the proxy: there each request is counted by its client instead.
 */
export function boundSockets(
  server: Server,
  policy: Policy,
  clients: AddressBound | null,
  deps: RawReplyDeps,
): void {
  // A client that has said all it wants to say still wants its answer; Node would end both directions with one.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = policy.sockets;
  server.on('connection', (socket: Socket) => {
    const scope = new ResourceScope();
    whenClosed(socket, () => scope.end());
    const block = clientBlock(socket.remoteAddress, undefined, 0);
    if (clients === null || clients.admit(scope, block)) return;
    refused.add(socket);
    endRaw(socket, tooManyOfClient(), deps);
    const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
    scope.own(() => clearTimeout(timer));
  });
}

/**
 * A client that asks before it sends (`Expect: 100-continue`) is told to go on only when its body is wanted, so a refused
 * one never leaves the client.
 */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

function problemOf(code: unknown): BridgeError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new BridgeError('request_timeout', {});
  if (code === 'HPE_HEADER_OVERFLOW')
    return new BridgeError('payload_too_large', { bytes_max: HEADER_BYTES_MAX });
  const message = 'the request is not well-formed HTTP';
  return new BridgeError('invalid_input', { issues: [{ path: '', rule: 'http', message }] });
}

/** What an answer outside of the framework is written with. */
export interface RawReplyDeps {
  readonly ids: Ids;
  readonly links: Links;
}

/** Writes a refusal straight to a socket, in the envelope as everything else, and closes it. */
function endRaw(socket: Socket, error: BridgeError, { ids, links }: RawReplyDeps): void {
  const { status, headers, body } = errorReply(error, ids.make('req'), links);
  const lines = Object.entries({
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Answers what is not even HTTP. */
export function answerBrokenRequest(
  error: Readonly<{ code?: unknown }>,
  socket: Socket,
  deps: RawReplyDeps,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
  else endRaw(socket, problemOf(error.code), deps);
}
