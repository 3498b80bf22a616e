import type { ProtocolVersion } from '@bridge/contracts';
import { isBridgeError } from '@bridge/kernel';
import type { PreparedCall, Received } from '../dispatch.ts';
import { callAnswer, failedAnswer, type Body } from './call-result.ts';
import { errorText, resultText, RPC, shownName, type Message } from './json-rpc.ts';
import { negotiate } from './protocol-version.ts';
import type { ToolList } from './tool-list.ts';

/** A request, as `readMessage` tells it. */
export type RpcRequest = Extract<Message, { readonly kind: 'request' }>;

/** What a surface made once and every request reads. */
export interface Prepared {
  readonly tools: ToolList;
  readonly initialize: Readonly<Record<ProtocolVersion, string>>;
}

/** The answer to one request of a body. */
export interface Answer {
  /** 200, or 429 when a message that is no call came over a rate: no model could read an error inside a 200. */
  readonly status: 200 | 429;
  readonly body: Body;
  readonly replayed: boolean;
  /** Seconds of Retry-After of a 429. */
  readonly retryAfterS?: number;
}

function whole(body: string): Answer {
  return { status: 200, body, replayed: false };
}

/** Takes the token of a message that is no call; the answer to send when there is none. */
function overRate(received: Received, request: RpcRequest | null): Answer | null {
  try {
    received.charge();
    return null;
  } catch (error) {
    if (!isBridgeError(error, 'rate_limited')) throw error;
    const described = received.describe(error);
    const body = errorText(request?.id ?? null, RPC.refused, described.message, described);
    const limited: Answer = { status: 429, body, replayed: false };
    return error.retryAfterS === undefined
      ? limited
      : { ...limited, retryAfterS: error.retryAfterS };
  }
}

async function callTool(
  request: RpcRequest,
  call: PreparedCall,
  version: ProtocolVersion,
  received: Received,
): Promise<Answer> {
  const { requestId } = received;
  try {
    const done = await received.dispatch(call);
    const body = await callAnswer(request.id, version, done, requestId);
    return { status: 200, body, replayed: done.replayed };
  } catch (error) {
    return whole(failedAnswer(request.id, received.describe(error), requestId));
  }
}

function initialize(request: RpcRequest, prepared: Prepared): string {
  const { protocolVersion } = request.params;
  if (typeof protocolVersion !== 'string') {
    return errorText(request.id, RPC.invalidParams, 'initialize needs params.protocolVersion.');
  }
  return resultText(request.id, prepared.initialize[negotiate(protocolVersion)]);
}

function listTools(request: RpcRequest, version: ProtocolVersion, prepared: Prepared): string {
  return Object.hasOwn(request.params, 'cursor')
    ? errorText(request.id, RPC.invalidParams, 'Unknown cursor: the tool list has one page.')
    : resultText(request.id, prepared.tools.textFor(version));
}

/** Answers every request that is not the call of a known tool. */
function answerPlain(
  request: RpcRequest,
  call: PreparedCall | null,
  version: ProtocolVersion,
  prepared: Prepared,
): string {
  switch (request.method) {
    case 'initialize':
      return initialize(request, prepared);
    case 'ping':
      return resultText(request.id, '{}');
    case 'tools/list':
      return listTools(request, version, prepared);
    case 'tools/call':
      return call === null
        ? errorText(
            request.id,
            RPC.invalidParams,
            'tools/call needs params.name, a string, and takes params.arguments, an object.',
          )
        : errorText(request.id, RPC.invalidParams, `Unknown tool${shownName(call.name)}`);
    default:
      return errorText(
        request.id,
        RPC.methodNotFound,
        `Method not found${shownName(request.method)}`,
      );
  }
}

/** Counts a message that asks for no answer; the refusal to send when it came over a rate. */
export function takeSilent(received: Received): Answer | null {
  return overRate(received, null);
}

/** Answers one request. `call` is its prepared call when it is a tools/call. Throws only what is not of the catalogue. */
export async function answerRequest(
  request: RpcRequest,
  call: PreparedCall | null,
  version: ProtocolVersion,
  received: Received,
  prepared: Prepared,
): Promise<Answer> {
  if (request.method === 'tools/call' && call !== null && prepared.tools.has(call.name)) {
    return callTool(request, call, version, received);
  }
  return overRate(received, request) ?? whole(answerPlain(request, call, version, prepared));
}
