import {
  clientBlock,
  ResourceScope,
  whenClosed,
  type ClientConnectionLimiter,
  type ClosableStream,
} from '@bridge/kernel';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Time in ms that a refused client has to read its response before its socket is closed. */
const REFUSED_MS = 1_000;
const refused = new WeakSet<Socket>();

/** A response that is written to a socket directly, without node:http. */
export interface RawSocketReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** True for a socket for which `refuseFurther` was called: no further request on it is answered. */
export function isRefused(socket: Socket): boolean {
  return refused.has(socket);
}

/** Marks a socket so that no further request on it is answered, also none that has already been received. */
export function refuseFurther(socket: Socket): void {
  refused.add(socket);
}

/** Writes a response to a socket and closes it. */
function endRaw(socket: Socket, { status, headers, body }: RawSocketReply): void {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`);
}

/**
 * Counts a new connection towards the limit of its client. Over the limit it sends the refusal, closes the socket and returns
 * false.
 */
export function admitSocket(
  bound: ClientConnectionLimiter,
  socket: Socket,
  refusal: () => RawSocketReply,
): boolean {
  const scope = new ResourceScope();
  whenClosed(socket, () => scope.end());
  if (bound.admit(scope, clientBlock(socket.remoteAddress, undefined, 0))) return true;
  refuseFurther(socket);
  // Without an error listener, an error of this socket would end the process. node:http adds its own listener later, and adds
  // none to a socket that the content origin serves without node:http.
  socket.on('error', () => socket.destroy());
  endRaw(socket, refusal());
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
  scope.own(() => clearTimeout(timer));
  return false;
}

/** Responses that are not completely sent, by connection. */
const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/** Records a response in `unanswered` until it is closed. */
export function trackResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  const open = unanswered.get(socket) ?? new Set<ServerResponse>();
  unanswered.set(socket, open.add(response));
  whenClosed(response, () => open.delete(response));
}

/**
 * Answers bytes that are not a valid request and closes the connection. While an earlier request of the connection is in
 * progress, only the response to that request is sent, because the client would take the refusal for that response.
 */
export function refuseMalformed(
  socket: Socket,
  error: Readonly<{ code?: unknown }>,
  replyTo: (request: IncomingMessage | undefined) => RawSocketReply,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Node reports each further chunk of a malformed request; only the first one is answered.
  if (isRefused(socket)) return;
  refuseFurther(socket);
  const open = [...(unanswered.get(socket) ?? [])];
  const last = open.at(-1);
  if (last === undefined || !open.some(({ headersSent, req }) => headersSent || req.complete)) {
    endRaw(socket, replyTo(last?.req));
    return;
  }
  last.shouldKeepAlive = false;
  whenClosed(last, () => socket.end());
}

/** The members of a writable stream that `whenWritable` uses. */
interface StreamWithDrainEvent extends ClosableStream {
  on(event: 'drain', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Resolves when a full stream accepts more data or has closed. */
export function whenWritable(stream: StreamWithDrainEvent): Promise<void> {
  return new Promise((resolve) => {
    let unwatch = (): void => undefined;
    const done = (): void => {
      stream.off('drain', done);
      unwatch();
      resolve();
    };
    stream.on('drain', done);
    unwatch = whenClosed(stream, done);
  });
}
