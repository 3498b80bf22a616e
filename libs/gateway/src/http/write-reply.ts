import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Reply } from '../dispatch.ts';
import { whenClosed } from '@bridge/kernel';
import { throwAway } from './throw-away.ts';

/** How long a client that was refused in the middle of its body may still send, so that it reads the answer. */
const LINGER_MS = 1_000;
/** The rest of a refused body of this size is thrown away, so that the client keeps its connection. */
const DISCARDED_BYTES_MAX = 64 * 1024;

type Piece = string | Uint8Array;
/** A reply that may also set cookies. */
export interface FullReply extends Omit<Reply, 'body'> {
  readonly body: Reply['body'] | AsyncIterable<Uint8Array>;
  readonly cookies?: readonly string[];
}

/**
 * Closes behind an answer given before the body was read. Closing at once would reset the connection, and the client
 * would lose the answer; so what still comes is thrown away for a moment.
 */
function lingerBefore(request: IncomingMessage): void {
  const { socket } = request;
  throwAway(request);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    whenClosed(socket, () => clearTimeout(timer));
  };
}

/** True when so much of a body may still come that throwing it away would be reading it. */
function isBodyPending({ complete, headers }: IncomingMessage): boolean {
  const isLong =
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > DISCARDED_BYTES_MAX;
  return isLong && !complete;
}

/** Resolves when there is room again, or when nobody reads any more: by closing, or by the server's time limit. */
function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    let forget = (): void => undefined;
    const go = (): void => {
      response.off('drain', go);
      forget();
      resolve();
    };
    response.on('drain', go);
    forget = whenClosed(response, go);
  });
}

async function stream(
  response: ServerResponse,
  first: Piece,
  rest: AsyncIterator<Piece>,
): Promise<void> {
  let piece: IteratorResult<Piece> = { value: first, done: false };
  while (piece.done !== true && !response.destroyed) {
    if (!response.write(piece.value)) await writable(response);
    piece = await rest.next();
  }
  if (response.destroyed) await rest.return?.();
  else response.end();
}

/**
 * Writes a reply. A streamed one is begun only when its first piece is there: what throws before is thrown here with
 * nothing sent; what throws later cuts the connection, because a success was announced already.
 */
export async function writeReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: FullReply,
): Promise<void> {
  const { status, body, cookies = [] } = reply;
  const headers: OutgoingHttpHeaders = { ...reply.headers };
  if (cookies.length > 0) headers['set-cookie'] = [...cookies];
  const isHead = request.method === 'HEAD';
  const pieces =
    body !== null && typeof body === 'object' && Symbol.asyncIterator in body && !isHead
      ? body[Symbol.asyncIterator]()
      : null;
  const first = await pieces?.next();
  if (response.headersSent || response.destroyed) {
    await pieces?.return?.();
    return;
  }
  if (isBodyPending(request) || (headers.connection === 'close' && !request.complete)) {
    headers.connection = 'close';
    lingerBefore(request);
  }
  if (pieces !== null && first !== undefined) {
    response.writeHead(status, headers);
    try {
      await stream(response, first.done === true ? '' : first.value, pieces);
    } catch (error) {
      response.destroy();
      throw error;
    }
    return;
  }
  const whole = typeof body === 'string' || body instanceof Uint8Array ? body : null;
  if (whole !== null) headers['content-length'] = Buffer.byteLength(whole);
  response.writeHead(status, headers);
  response.end(isHead ? undefined : (whole ?? undefined));
}
