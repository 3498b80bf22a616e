import type { AgentSurfaceRequest } from '../dispatch.ts';
import {
  answerRequest,
  takeNotificationToken,
  type JsonRpcAnswer,
  type PrecomputedMcpAnswers,
  type JsonRpcRequest,
} from './answer-request.ts';
import type { JsonRpcAnswerBody } from './call-result.ts';
import { errorText, RPC, type JsonRpcMessage } from './json-rpc.ts';
import { VERSION_WITHOUT_HEADER } from './protocol-version.ts';

/**
 * Maximum number of requests of a JSON-RPC batch that run concurrently, so that one batch cannot use all concurrent calls of
 * its key.
 */
const RUNNING_MAX = 4;

/** Joins the bodies of JSON-RPC answers to a JSON array; the result is a stream when one of them is a stream. */
function joinBodies(bodies: readonly JsonRpcAnswerBody[]): JsonRpcAnswerBody {
  const texts = bodies.filter((body) => typeof body === 'string');
  if (texts.length === bodies.length) return `[${texts.join(',')}]`;
  return streamBodies(bodies);
}

async function* piecesOf(
  bodies: readonly JsonRpcAnswerBody[],
  finished: Set<JsonRpcAnswerBody>,
): AsyncGenerator<string> {
  for (const [index, body] of bodies.entries()) {
    yield index === 0 ? '[' : ',';
    if (typeof body === 'string') yield body;
    else yield* body;
    finished.add(body);
  }
  yield ']';
}

/** Streams a JSON array of the bodies of JSON-RPC answers. Closing the stream closes all bodies, also unread ones. */
function streamBodies(bodies: readonly JsonRpcAnswerBody[]): AsyncIterable<string> {
  const finished = new Set<JsonRpcAnswerBody>();
  const pieces = piecesOf(bodies, finished);
  const close = async (): Promise<IteratorResult<string, undefined>> => {
    await pieces.return(undefined);
    for (const body of bodies) {
      if (typeof body !== 'string' && !finished.has(body)) {
        await body[Symbol.asyncIterator]().return?.();
      }
    }
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next(), return: close }) };
}

async function answerMember(
  request: JsonRpcRequest,
  index: number,
  received: AgentSurfaceRequest,
  prepared: PrecomputedMcpAnswers,
): Promise<JsonRpcAnswer> {
  if (request.method === 'initialize') {
    const body = errorText(request.id, RPC.invalidRequest, 'initialize must not be in a batch.');
    return { status: 200, body, replayed: false };
  }
  const call = received.calls[index] ?? null;
  return answerRequest(request, call, VERSION_WITHOUT_HEADER, received, prepared);
}

/**
 * Answers a valid JSON-RPC batch in the order of its requests; returns null when it contains no request. Each message takes a
 * rate-limit token. A request over the rate receives its own error; a notification over the rate refuses the whole batch.
 */
export async function answerBatch(
  messages: readonly JsonRpcMessage[],
  received: AgentSurfaceRequest,
  prepared: PrecomputedMcpAnswers,
): Promise<JsonRpcAnswer | null> {
  const requests: { readonly request: JsonRpcRequest; readonly index: number }[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.kind === 'request') requests.push({ request: message, index });
    else {
      const refusal = takeNotificationToken(received);
      // No call of the batch has started, so the client may repeat the whole batch.
      if (refusal !== null) return refusal;
    }
  }
  if (requests.length === 0) return null;
  const bodies = new Array<JsonRpcAnswerBody>(requests.length);
  const waiting = requests.entries();
  const run = async (): Promise<void> => {
    for (const [at, { request, index }] of waiting) {
      bodies[at] = (await answerMember(request, index, received, prepared)).body;
    }
  };
  await Promise.all(Array.from({ length: RUNNING_MAX }, run));
  return { status: 200, body: joinBodies(bodies), replayed: false };
}
