import type { ResourceScope } from '@bridge/kernel';
import { isRefused, refuseFurther, sendReply } from '@bridge/web';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, countAnswer } from '../answer.ts';
import { countClient, type ContentOriginConnectionDeps } from './answering.ts';
import { readHttpRequest } from './http-request.ts';

/** Answers a request of node:http. @param scope ends when the answer was sent or the client has disconnected */
export async function answerByHttp(
  deps: ContentOriginConnectionDeps,
  scope: ResourceScope,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isRefused(message.socket)) return;
  const from = deps.clock.monotonic();
  const request = readHttpRequest(message);
  const refused = countClient(deps, scope, message.socket, request);
  const opened = refused ?? (await answer(deps, request));
  const { status, headers, body } = opened;
  // A request with several Host headers, without one, or with an absolute target may be forged. Therefore no further request of
  // its connection is answered.
  const isForged =
    status === 400 && (request.host === undefined || !request.target.startsWith('/'));
  if (isForged) refuseFurther(message.socket);
  const isLast = deps.isDraining() || request.hasContent || isForged;
  try {
    const all = [...deps.headers, ...headers];
    await sendReply(message, response, { status, headers: all, body, isLast });
  } catch (error) {
    // In most cases the client has disconnected. A client that has not recognises the incomplete body by Content-Length.
    deps.log.debug({ err: error }, 'body_incomplete');
    response.destroy();
  }
  countAnswer(deps, request, opened, from);
}
