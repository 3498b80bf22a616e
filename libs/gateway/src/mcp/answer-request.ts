import type { McpProtocolVersion } from '@bridge/contracts';
import { isBridgeError } from '@bridge/kernel';
import type { ParsedActionCall, AgentSurfaceRequest } from '../dispatch.ts';
import { isObject } from '../read/is-object.ts';
import { makeCallAnswer, makeErrorAnswer, type JsonRpcAnswerBody } from './call-result.ts';
import { errorText, resultText, RPC, shownName, type JsonRpcMessage } from './json-rpc.ts';
import { negotiate } from './protocol-version.ts';
import type { McpToolList } from './tool-list.ts';

/** A JSON-RPC message that expects an answer. */
export type JsonRpcRequest = Extract<JsonRpcMessage, { readonly kind: 'request' }>;

/** The MCP answers to tools/list and initialize, which are the same for every client; they are computed once. */
export interface PrecomputedMcpAnswers {
  readonly tools: McpToolList;
  readonly initialize: Readonly<Record<McpProtocolVersion, string>>;
}

/** The answer to one JSON-RPC request. */
export interface JsonRpcAnswer {
  /**
   * The HTTP status. It is 429 only when a message other than tools/call exceeds a rate: the client program, not a model,
   * handles that error. An error of a tools/call has status 200, because a model reads it.
   */
  readonly status: 200 | 429;
  readonly body: JsonRpcAnswerBody;
  readonly replayed: boolean;
  /** Value of the header Retry-After for a 429, in seconds. */
  readonly retryAfterS?: number;
}

function okAnswer(body: string): JsonRpcAnswer {
  return { status: 200, body, replayed: false };
}

/** Methods whose names are recorded as the action of a key’s call; other methods are recorded as `mcp`. */
const KNOWN_METHODS = ['initialize', 'ping', 'tools/list'] as const;

/** Returns the name that an MCP client gives itself in `initialize`; undefined when it gives none. */
function clientInfoName(request: JsonRpcRequest | null): string | undefined {
  const info = request?.params['clientInfo'];
  const name = isObject(info) ? info['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Takes a rate-limit token for a message other than tools/call. Returns the error reply when no token is left, else null. */
function takeToken(
  received: AgentSurfaceRequest,
  request: JsonRpcRequest | null,
): JsonRpcAnswer | null {
  try {
    const method = KNOWN_METHODS.find((name) => name === request?.method) ?? 'mcp';
    received.charge(method, method === 'initialize' ? clientInfoName(request) : undefined);
    return null;
  } catch (error) {
    if (!isBridgeError(error, 'rate_limited')) throw error;
    const described = received.describe(error);
    const body = errorText(request?.id ?? null, RPC.refused, described.message, described);
    const refusal: JsonRpcAnswer = { status: 429, body, replayed: false };
    return error.retryAfterS === undefined
      ? refusal
      : { ...refusal, retryAfterS: error.retryAfterS };
  }
}

async function callTool(
  request: JsonRpcRequest,
  call: ParsedActionCall,
  version: McpProtocolVersion,
  received: AgentSurfaceRequest,
): Promise<JsonRpcAnswer> {
  const { requestId } = received;
  try {
    const done = await received.dispatch(call);
    const body = await makeCallAnswer(request.id, version, done, requestId);
    return { status: 200, body, replayed: done.replayed };
  } catch (error) {
    return okAnswer(makeErrorAnswer(request.id, received.describe(error), requestId));
  }
}

function initialize(request: JsonRpcRequest, prepared: PrecomputedMcpAnswers): string {
  const { protocolVersion } = request.params;
  if (typeof protocolVersion !== 'string') {
    return errorText(request.id, RPC.invalidParams, 'initialize needs params.protocolVersion.');
  }
  return resultText(request.id, prepared.initialize[negotiate(protocolVersion)]);
}

function listTools(
  request: JsonRpcRequest,
  version: McpProtocolVersion,
  prepared: PrecomputedMcpAnswers,
): string {
  return Object.hasOwn(request.params, 'cursor')
    ? errorText(request.id, RPC.invalidParams, 'Unknown cursor: the tool list has one page.')
    : resultText(request.id, prepared.tools.textFor(version));
}

/** Answers every request except a tools/call that names a known tool. */
function answerPlain(
  request: JsonRpcRequest,
  call: ParsedActionCall | null,
  version: McpProtocolVersion,
  prepared: PrecomputedMcpAnswers,
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

/** Takes a rate-limit token for a message that expects no answer. Returns the error reply when no token is left, else null. */
export function takeNotificationToken(received: AgentSurfaceRequest): JsonRpcAnswer | null {
  return takeToken(received, null);
}

/** Answers one JSON-RPC request. @param call the parsed and validated call of a tools/call, else null */
export async function answerRequest(
  request: JsonRpcRequest,
  call: ParsedActionCall | null,
  version: McpProtocolVersion,
  received: AgentSurfaceRequest,
  prepared: PrecomputedMcpAnswers,
): Promise<JsonRpcAnswer> {
  if (request.method === 'tools/call' && call !== null && prepared.tools.has(call.name)) {
    return callTool(request, call, version, received);
  }
  return takeToken(received, request) ?? okAnswer(answerPlain(request, call, version, prepared));
}
