import type { ResourceScope } from '@bridge/kernel';
import { isRefused, refuseFurther, sendReply } from '@bridge/web';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, countAnswer } from '../answer.ts';
import { refuseCrowded, type ConnectionDeps } from './answering.ts';
import { readHttpRequest } from './http-request.ts';

/** Answers a request that node:http has parsed. `scope` ends when the answer has left or its reader is gone. */
export async function answerByHttp(
  deps: ConnectionDeps,
  scope: ResourceScope,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isRefused(message.socket)) return;
  const from = deps.clock.monotonic();
  const request = readHttpRequest(message);
  const refused = refuseCrowded(deps, scope, message.socket, request);
  const opened = refused ?? (await answer(deps, request));
  const { status, headers, body } = opened;
  // What the connection holds behind a request that has no one Host or another server's target, or as content that nobody
  // reads, is not looked at.
  const isForged =
    status === 400 && (request.host === undefined || !request.target.startsWith('/'));
  if (isForged) refuseFurther(message.socket);
  const isLast = deps.draining() || request.hasContent || isForged;
  try {
    const all = [...deps.headers, ...headers];
    await sendReply(message, response, { status, headers: all, body, isLast });
  } catch (error) {
    // Content-Length promised more, so the reader knows that this is not all; most readers have simply left.
    deps.log.debug({ err: error }, 'a body ended early');
    response.destroy();
  }
  countAnswer(deps, request, opened, from);
}
