import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { answer, countAnswer } from '../answer.ts';
import type { DoorDeps } from './door.ts';
import { readHttpRequest } from './http-request.ts';

/** Answers a request that node:http has read. */
export async function throughHttp(
  deps: DoorDeps,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const from = deps.clock.monotonic();
  const request = readHttpRequest(message);
  const answered = answer(deps, request);
  const opened = answered instanceof Promise ? await answered : answered;
  const { status, headers, body } = opened;
  // Content that nobody reads would stand before the connection's next request.
  const close = deps.draining() || request.hasContent ? ['Connection', 'close'] : [];
  response.writeHead(status, [...deps.headers, ...close, ...headers]);
  if (body === null || body instanceof Uint8Array) {
    response.end(body ?? undefined);
  } else {
    await pipeline(body, response).catch((error: unknown) => {
      // Content-Length promised more, so the reader knows that this is not all; most readers have simply left.
      deps.log.debug({ err: error }, 'a body ended early');
    });
  }
  countAnswer(deps, request, opened, from);
}
