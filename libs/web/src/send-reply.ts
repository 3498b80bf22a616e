import { whenClosed } from '@bridge/kernel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { discardBody } from './discard-body.ts';
import { whenWritable } from './sockets.ts';

/**
 * Time in ms for which a client that was refused before its body was read may go on sending, so that it reads the
 * answer.
 */
const LINGER_MS = 1_000;
/** Maximum size of the rest of a refused body that is discarded to keep the connection. */
const DISCARDED_BYTES_MAX = 64 * 1024;

type BodyPiece = string | Uint8Array;

/** A reply to send. */
export interface OutgoingReply {
  readonly status: number;
  /** Headers as a record, or as alternating names and values with Content-Length. */
  readonly headers: OutgoingHttpHeaders | readonly string[];
  readonly body: BodyPiece | AsyncIterable<BodyPiece> | null;
  /** True when the connection closes after this reply. */
  readonly isLast: boolean;
}

/**
 * Makes the connection close after a reply that was sent before the body was read. Closing at once would reset the
 * connection and the client would lose the reply, so the body is discarded for one more second.
 */
function closeAfterLinger(request: IncomingMessage): void {
  const { socket } = request;
  discardBody(request);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    whenClosed(socket, () => clearTimeout(timer));
  };
}

/** True when the rest of the body is larger than a kept connection permits. */
function isBodyPending({ complete, headers }: IncomingMessage): boolean {
  const isLong =
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > DISCARDED_BYTES_MAX;
  return isLong && !complete;
}

async function streamPieces(
  response: ServerResponse,
  first: IteratorResult<BodyPiece>,
  rest: AsyncIterator<BodyPiece>,
): Promise<void> {
  let piece = first;
  while (piece.done !== true && !response.destroyed) {
    if (!response.write(piece.value)) await whenWritable(response);
    piece = await rest.next();
  }
  if (response.destroyed) await rest.return?.();
  else response.end();
}

function isStream(body: OutgoingReply['body']): body is AsyncIterable<BodyPiece> {
  return body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
}

/**
 * Sends a reply. The head of a streamed reply is sent with its first piece, so an earlier error is thrown with nothing sent.
 * A later error closes the connection, because the status was already sent, and is thrown.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, isLast }: OutgoingReply,
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
  if (isPending || (isLast && !request.complete)) closeAfterLinger(request);
  if (pieces !== null && first !== undefined) {
    response.writeHead(status, headers as OutgoingHttpHeaders);
    try {
      await streamPieces(response, first, pieces);
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
