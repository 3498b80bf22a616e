import { whenClosed } from '@bridge/kernel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { discardBody } from './discard-body.ts';
import { whenWritable } from './sockets.ts';

/** Time in ms for which a refused client may continue to send its body after the response, so that it can read the response. */
const LINGER_MS = 1_000;
/**
 * Maximum Content-Length in bytes of an unread request body for which the connection is kept open after the response. After a
 * longer body it is closed.
 */
const DISCARDED_BYTES_MAX = 64 * 1024;

/** A chunk of a response body. */
type ResponseBodyChunk = string | Uint8Array;

/** A response to send: status, headers, body and whether the connection closes afterwards. */
export interface OutgoingReply {
  readonly status: number;
  /** A record of headers, or alternating names and values with Content-Length. */
  readonly headers: OutgoingHttpHeaders | readonly string[];
  readonly body: ResponseBodyChunk | AsyncIterable<ResponseBodyChunk> | null;
  /** True to close the connection after this response. */
  readonly isLast: boolean;
}

/**
 * Closes the connection after a response that was sent before the request body was read. An immediate close would reset the
 * connection and the client would lose the response, so the body is discarded for one more second.
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

/** True when too much of the request body is still unread to keep the connection open. */
function isBodyPending({ complete, headers }: IncomingMessage): boolean {
  const isLong =
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > DISCARDED_BYTES_MAX;
  return isLong && !complete;
}

async function streamPieces(
  response: ServerResponse,
  first: IteratorResult<ResponseBodyChunk>,
  rest: AsyncIterator<ResponseBodyChunk>,
): Promise<void> {
  let piece = first;
  while (piece.done !== true && !response.destroyed) {
    if (!response.write(piece.value)) await whenWritable(response);
    piece = await rest.next();
  }
  if (response.destroyed) await rest.return?.();
  else response.end();
}

function isStream(body: OutgoingReply['body']): body is AsyncIterable<ResponseBodyChunk> {
  return body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
}

/**
 * Sends a response. The head of a streamed response is sent with the first chunk, so an earlier error is thrown before
 * anything was sent. A later error closes the connection and is thrown.
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
