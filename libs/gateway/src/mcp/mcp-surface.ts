import {
  PROTOCOL_VERSIONS,
  PUBLIC_PATHS,
  type ErrorCode,
  type PublicLinkBuilder,
  type McpProtocolVersion,
} from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { preferredType } from '@bridge/web';
import type { AgentCallSurface, AgentSurfaceRequest, AgentSurfaceReply } from '../dispatch.ts';
import {
  answerRequest,
  takeNotificationToken,
  type JsonRpcAnswer,
  type PrecomputedMcpAnswers,
} from './answer-request.ts';
import { answerBatch } from './batch.ts';
import { initializeTexts } from './initialize.ts';
import {
  findBatchProblem,
  errorText,
  readMessage,
  RPC,
  type JsonRpcMessage,
  type JsonRpcRequestId,
} from './json-rpc.ts';
import { VERSION_WITHOUT_HEADER, versionOfHeader } from './protocol-version.ts';
import { makeToolList, type McpToolList } from './tool-list.ts';

/** The MCP endpoint, with its list of tools. */
export interface McpSurface extends AgentCallSurface {
  readonly tools: McpToolList;
}

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

function json<T extends AgentSurfaceReply['body']>(
  status: number,
  body: T,
  headers: AgentSurfaceReply['headers'] = {},
): AgentSurfaceReply & { readonly body: T } {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body };
}

const ACCEPTED: AgentSurfaceReply = {
  status: 202,
  headers: { 'cache-control': 'no-store' },
  body: null,
};

function invalidRequest(id: JsonRpcRequestId | null, reason: string): AgentSurfaceReply {
  return json(400, errorText(id, RPC.invalidRequest, `Invalid request: ${reason}.`));
}

/**
 * Returns the reply to a request with an unsupported MCP version. A client of a later version falls back to `initialize` when
 * it receives a 400 with an error code that its version does not define. Source: MCP 2026-07-28, "Backward Compatibility".
 */
function unsupported(message: JsonRpcMessage | null, requested: unknown): AgentSurfaceReply {
  const id = message?.kind === 'request' ? message.id : null;
  return json(
    400,
    errorText(id, RPC.refused, 'Unsupported protocol version.', {
      supported: [...PROTOCOL_VERSIONS].reverse(),
      requested: typeof requested === 'string' ? requested.slice(0, 64) : null,
    }),
  );
}

function reply(answer: JsonRpcAnswer): AgentSurfaceReply {
  return json(answer.status, answer.body, {
    ...(answer.replayed ? { 'idempotency-replayed': 'true' } : {}),
    ...(answer.retryAfterS === undefined ? {} : { 'retry-after': String(answer.retryAfterS) }),
  });
}

async function answerOne(
  message: JsonRpcMessage,
  version: McpProtocolVersion | null,
  received: AgentSurfaceRequest,
  prepared: PrecomputedMcpAnswers,
): Promise<AgentSurfaceReply> {
  if (message.kind === 'invalid') return invalidRequest(message.id, message.reason);
  const isInitialize = message.kind === 'request' && message.method === 'initialize';
  // The body of `initialize` contains the MCP version, so the header with the version is ignored.
  if (version === null && !isInitialize) {
    return unsupported(message, received.headers['mcp-protocol-version']);
  }
  if (message.kind !== 'request') {
    const refusal = takeNotificationToken(received);
    return refusal === null ? ACCEPTED : reply(refusal);
  }
  const call = received.calls[0] ?? null;
  const used = version ?? VERSION_WITHOUT_HEADER;
  return reply(await answerRequest(message, call, used, received, prepared));
}

async function answerMany(
  values: readonly unknown[],
  version: McpProtocolVersion | null,
  received: AgentSurfaceRequest,
  prepared: PrecomputedMcpAnswers,
): Promise<AgentSurfaceReply> {
  if (version === null) return unsupported(null, received.headers['mcp-protocol-version']);
  if (version !== '2025-03-26') {
    return invalidRequest(null, `batches exist only in 2025-03-26; this request uses ${version}`);
  }
  const messages = values.map(readMessage);
  const problem = findBatchProblem(messages);
  if (problem !== null) return invalidRequest(null, problem);
  const answer = await answerBatch(messages, received, prepared);
  return answer === null ? ACCEPTED : reply(answer);
}

/** Returns the JSON-RPC error code for an error that refuses the whole HTTP request. */
function rpcCode(code: ErrorCode, status: number): number {
  if (code === 'invalid_json' || code === 'invalid_unicode') return RPC.parseError;
  if (code === 'json_too_complex' || code === 'invalid_input') return RPC.invalidRequest;
  if (code === 'internal') return RPC.internal;
  return status === 401 ? RPC.unauthorized : RPC.refused;
}

/**
 * Makes the MCP endpoint: Streamable HTTP, stateless, answers in JSON, three protocol versions. Source: MCP 2025-03-26,
 * 2025-06-18 and 2025-11-25, "Transports", "Lifecycle" and "Tools".
 */
export function makeMcpSurface(links: Pick<PublicLinkBuilder, 'base'>): McpSurface {
  const tools = makeToolList();
  const prepared: PrecomputedMcpAnswers = { tools, initialize: initializeTexts(links.base) };
  return {
    surface: 'mcp',
    path: PUBLIC_PATHS.mcp,
    method: 'POST',
    mediaType: 'application/json',
    isCrossOrigin: true,
    formOf: () => 'mcp',
    tools,
    checkHeaders(headers) {
      // MCP requires clients to accept JSON and event streams. Only an Accept header that excludes JSON is refused.
      if (preferredType(headers.accept, ['application/json']) === undefined)
        throw new BridgeError('not_acceptable', {});
    },
    answer(received) {
      const version = versionOfHeader(received.headers['mcp-protocol-version']);
      return Array.isArray(received.body)
        ? answerMany(received.body, version, received, prepared)
        : answerOne(readMessage(received.body), version, received, prepared);
    },
    // The id is null: the whole HTTP request is refused, in most cases before its body was parsed.
    refuse: (error) =>
      json(error.status, errorText(null, rpcCode(error.code, error.status), error.message, error)),
  };
}
