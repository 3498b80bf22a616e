import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ResourceScope } from '@bridge/kernel';
import { answer, countAnswer } from '../answer.ts';
import { refuseCrowded, type DoorDeps } from './door.ts';
import { readHttpRequest } from './http-request.ts';

/** Connections on which a forged request came: what is behind it is no request. */
const forged = new WeakSet<Socket>();

/** Answers a request that node:http has read. `scope` ends when the answer has left or its reader is gone. */
export async function throughHttp(
  deps: DoorDeps,
  scope: ResourceScope,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (forged.has(message.socket)) return;
  const from = deps.clock.monotonic();
  const request = readHttpRequest(message);
  const refused = refuseCrowded(deps, scope, message.socket, request);
  const opened = refused ?? (await answer(deps, request));
  const { status, headers, body } = opened;
  // What the connection holds behind a request that has no one Host or another server's target, or as content that nobody
  // reads, is not looked at.
  const isForged =
    status === 400 && (request.host === undefined || !request.target.startsWith('/'));
  const isLast = deps.draining() || request.hasContent || isForged;
  const close = isLast ? ['Connection', 'close'] : [];
  if (isForged) forged.add(message.socket);
  if (body === null || body instanceof Uint8Array) {
    response.writeHead(status, [...deps.headers, ...close, ...headers]);
    response.end(body ?? undefined);
  } else {
    try {
      response.writeHead(status, [...deps.headers, ...close, ...headers]);
      await pipeline(body, response);
    } catch (error) {
      // Content-Length promised more, so the reader knows that this is not all; most readers have simply left.
      deps.log.debug({ err: error }, 'a body ended early');
      response.destroy();
    } finally {
      body.destroy();
    }
  }
  countAnswer(deps, request, opened, from);
}
