import {
  clientBlock,
  ResourceScope,
  whenClosed,
  type AddressBound,
  type Closing,
} from '@bridge/kernel';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A refused socket has this long to take its answer. */
const REFUSED_MS = 1_000;
const refused = new WeakSet<Socket>();

/** A reply written straight to a socket: what it answers is no request, or one too many. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** True for a socket of which no further request is taken. */
export function isRefused(socket: Socket): boolean {
  return refused.has(socket);
}

/** Takes no further request from this socket, including those that have arrived already. */
export function refuseFurther(socket: Socket): void {
  refused.add(socket);
}

/** Writes a reply to a socket and closes it. */
export function endRaw(socket: Socket, { status, headers, body }: RawReply): void {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`);
}

/** Counts a new connection by its client. False when the client has its most: it is answered and closed. */
export function admitSocket(bound: AddressBound, socket: Socket, refusal: () => RawReply): boolean {
  const scope = new ResourceScope();
  whenClosed(socket, () => scope.end());
  if (bound.admit(scope, clientBlock(socket.remoteAddress, undefined, 0))) return true;
  refuseFurther(socket);
  // Node's own listener comes later, or not at all where another parser reads the connection.
  socket.on('error', () => socket.destroy());
  endRaw(socket, refusal());
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
  scope.own(() => clearTimeout(timer));
  return false;
}

/** Responses of a connection that are not sent yet. */
const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/** Remembers a request until its response is sent. */
export function noteRequest({ socket }: IncomingMessage, response: ServerResponse): void {
  const open = unanswered.get(socket) ?? new Set<ServerResponse>();
  unanswered.set(socket, open.add(response));
  whenClosed(response, () => open.delete(response));
}

/**
 * Answers bytes that are no request, and closes the connection. While a whole request is being answered on it, only that
 * answer is sent before it closes: the client would take the refusal for it, although the request may have had its effect.
 */
export function refuseBytes(
  socket: Socket,
  error: Readonly<{ code?: unknown }>,
  reply: RawReply,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Answered as what it is already; further bytes are reported one by one.
  if (isRefused(socket)) return;
  refuseFurther(socket);
  const open = [...(unanswered.get(socket) ?? [])];
  const last = open.at(-1);
  if (last === undefined || !open.some(({ headersSent, req }) => headersSent || req.complete)) {
    endRaw(socket, reply);
    return;
  }
  last.shouldKeepAlive = false;
  whenClosed(last, () => socket.end());
}

/** What can be written to. */
interface Writing extends Closing {
  on(event: 'drain', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Resolves when a stream that was full takes more, or when it has closed. */
export function whenWritable(stream: Writing): Promise<void> {
  return new Promise((resolve) => {
    let forget = (): void => undefined;
    const done = (): void => {
      stream.off('drain', done);
      forget();
      resolve();
    };
    stream.on('drain', done);
    forget = whenClosed(stream, done);
  });
}
