import { whenClosed } from '@bridge/kernel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { discardBody } from './discard-body.ts';
import { whenWritable } from './sockets.ts';

/** A client that was refused in the middle of its body may send for this long, so that it reads the answer. */
const LINGER_MS = 1_000;
/** The rest of a refused body of at most this size is discarded, so that the client keeps its connection. */
const DISCARDED_BYTES_MAX = 64 * 1024;

type Piece = string | Uint8Array;

/** A reply as it is sent. */
export interface SentReply {
  readonly status: number;
  /** As a record, or names and values in turn with Content-Length among them. */
  readonly headers: OutgoingHttpHeaders | readonly string[];
  readonly body: Piece | AsyncIterable<Piece> | null;
  /** True when the connection closes behind it. */
  readonly isLast: boolean;
}

/**
 * Closes behind an answer given before the body was read. Closing at once would reset the connection, and the client
 * would lose the answer; so what still arrives is discarded for a moment.
 */
function lingerBefore(request: IncomingMessage): void {
  const { socket } = request;
  discardBody(request);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    whenClosed(socket, () => clearTimeout(timer));
  };
}

/** True when so much of a body may still arrive that discarding it would be reading it. */
function isBodyPending({ complete, headers }: IncomingMessage): boolean {
  const isLong =
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > DISCARDED_BYTES_MAX;
  return isLong && !complete;
}

async function stream(
  response: ServerResponse,
  first: IteratorResult<Piece>,
  rest: AsyncIterator<Piece>,
): Promise<void> {
  let piece = first;
  while (piece.done !== true && !response.destroyed) {
    if (!response.write(piece.value)) await whenWritable(response);
    piece = await rest.next();
  }
  if (response.destroyed) await rest.return?.();
  else response.end();
}

function isStream(body: SentReply['body']): body is AsyncIterable<Piece> {
  return body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
}

/**
 * Sends a reply. A streamed one is begun only when its first piece is there: an error before it is thrown with nothing
 * sent; a later one cuts the connection, because a success was announced already, and is thrown as well.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, isLast }: SentReply,
): Promise<void> {
  const isHead = request.method === 'HEAD';
  const pieces = isStream(body) && !isHead ? body[Symbol.asyncIterator]() : null;
  const first = await pieces?.next();
  if (response.headersSent || response.destroyed) {
    await pieces?.return?.();
    return;
  }
  const isPending = isBodyPending(request);
  if (isPending || isLast) response.shouldKeepAlive = false;
  if (isPending || (isLast && !request.complete)) lingerBefore(request);
  if (pieces !== null && first !== undefined) {
    response.writeHead(status, headers as OutgoingHttpHeaders);
    try {
      await stream(response, first, pieces);
    } catch (error) {
      response.destroy();
      throw error;
    }
    return;
  }
  const whole = isStream(body) ? null : body;
  const sized =
    whole === null || Array.isArray(headers)
      ? headers
      : { ...headers, 'content-length': Buffer.byteLength(whole) };
  response.writeHead(status, sized as OutgoingHttpHeaders);
  response.end(isHead ? undefined : (whole ?? undefined));
}
