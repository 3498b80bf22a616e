import type { Received } from '../dispatch.ts';
import {
  answerRequest,
  takeSilent,
  type Answer,
  type Prepared,
  type RpcRequest,
} from './answer-request.ts';
import type { Body } from './call-result.ts';
import { errorText, RPC, type Message } from './json-rpc.ts';
import { VERSION_WITHOUT_HEADER } from './protocol-version.ts';

/** Members of one batch that run at once, so that one request cannot take all places of its key. */
const RUNNING_MAX = 4;

/** The body of an array of answers; streamed as soon as one of them is. */
function joined(bodies: readonly Body[]): Body {
  const texts = bodies.filter((body) => typeof body === 'string');
  if (texts.length === bodies.length) return `[${texts.join(',')}]`;
  return streamed(bodies);
}

async function* piecesOf(bodies: readonly Body[], over: Set<Body>): AsyncGenerator<string> {
  for (const [index, body] of bodies.entries()) {
    yield index === 0 ? '[' : ',';
    if (typeof body === 'string') yield body;
    else yield* body;
    over.add(body);
  }
  yield ']';
}

/** Closes what was opened when the reader goes away, also the answers whose turn never came. */
function streamed(bodies: readonly Body[]): AsyncIterable<string> {
  const over = new Set<Body>();
  const pieces = piecesOf(bodies, over);
  const close = async (): Promise<IteratorResult<string, undefined>> => {
    await pieces.return(undefined);
    for (const body of bodies) {
      if (typeof body !== 'string' && !over.has(body)) {
        await body[Symbol.asyncIterator]().return?.();
      }
    }
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next(), return: close }) };
}

async function answerMember(
  request: RpcRequest,
  index: number,
  received: Received,
  prepared: Prepared,
): Promise<Answer> {
  if (request.method === 'initialize') {
    const body = errorText(request.id, RPC.invalidRequest, 'initialize must not stand in a batch.');
    return { status: 200, body, replayed: false };
  }
  const call = received.calls[index] ?? null;
  return answerRequest(request, call, VERSION_WITHOUT_HEADER, received, prepared);
}

/**
 * Answers a sound batch: null when it holds no request. Each member takes its token; a member over a rate is answered
 * with its own error. The order of answers is that of the requests.
 */
export async function answerBatch(
  messages: readonly Message[],
  received: Received,
  prepared: Prepared,
): Promise<Answer | null> {
  const requests: { readonly request: RpcRequest; readonly index: number }[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.kind === 'request') requests.push({ request: message, index });
    else {
      const refusal = takeSilent(received);
      // Nothing was begun yet, so the whole batch may be sent again.
      if (refusal !== null) return refusal;
    }
  }
  if (requests.length === 0) return null;
  const bodies = new Array<Body>(requests.length);
  const waiting = requests.entries();
  const run = async (): Promise<void> => {
    for (const [place, { request, index }] of waiting) {
      bodies[place] = (await answerMember(request, index, received, prepared)).body;
    }
  };
  await Promise.all(Array.from({ length: RUNNING_MAX }, run));
  return { status: 200, body: joined(bodies), replayed: false };
}
