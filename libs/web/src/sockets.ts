import {
  clientBlock,
  ResourceScope,
  whenClosed,
  type AddressBound,
  type ClosableStream,
} from '@bridge/kernel';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum time for a refused client to read its answer, ms. */
const REFUSED_MS = 1_000;
const refused = new WeakSet<Socket>();

/** A reply that is written to a socket without a request of node:http. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** True for a socket whose further requests are ignored. */
export function isRefused(socket: Socket): boolean {
  return refused.has(socket);
}

/** Ignores all further requests of a socket, also those that have already arrived. */
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

/** Counts a new connection of a client. Over the limit it writes the refusal, closes and returns false. */
export function admitSocket(bound: AddressBound, socket: Socket, refusal: () => RawReply): boolean {
  const scope = new ResourceScope();
  whenClosed(socket, () => scope.end());
  if (bound.admit(scope, clientBlock(socket.remoteAddress, undefined, 0))) return true;
  refuseFurther(socket);
  // Node adds its own error listener later, or never on the fast path.
  socket.on('error', () => socket.destroy());
  endRaw(socket, refusal());
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
  scope.own(() => clearTimeout(timer));
  return false;
}

/** Responses that are not sent yet, by connection. */
const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/** Tracks a response until it is sent. */
export function trackResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  const open = unanswered.get(socket) ?? new Set<ServerResponse>();
  unanswered.set(socket, open.add(response));
  whenClosed(response, () => open.delete(response));
}

/**
 * Refuses bytes that are not a request and closes the connection. While a complete request is being answered, only that
 * answer is sent: the client would otherwise take the refusal as its answer, although the request may have an effect.
 */
export function refuseMalformed(
  socket: Socket,
  error: Readonly<{ code?: unknown }>,
  reply: RawReply,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Node reports every further chunk of a malformed request; the first was answered.
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

/** A stream with backpressure. */
interface DrainingStream extends ClosableStream {
  on(event: 'drain', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Resolves when a full stream accepts more, or has closed. */
export function whenWritable(stream: DrainingStream): Promise<void> {
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
