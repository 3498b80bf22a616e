import { findAction, type ErrorBody } from '@bridge/contracts';
import type { SurfaceName } from '../call.ts';

/** The answer to one attempt of a call. */
export type CallAttemptAnswer =
  | { readonly kind: 'done'; readonly result: string; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly error: ErrorBody; readonly retryAfterMs: number | null }
  /** No answer, or an answer that is not JSON. The outcome of the call is unknown. */
  | { readonly kind: 'silent'; readonly why: string }
  /** An answer in JSON that does not have the form of any answer of the product. */
  | { readonly kind: 'garbled'; readonly text: string };

/** The body of an act response. */
interface ActReply {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly error?: unknown;
}
/** The result of an MCP `tools/call`. */
interface McpToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly text: string }[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

const MCP_VERSION = '2025-11-25';
const TEXT_KEPT_MAX = 500;

function retryAfterMs(response: Response): number | null {
  const seconds = response.headers.get('retry-after');
  return seconds === null ? null : Number(seconds) * 1_000;
}

function isError(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'retry' in value;
}

function garbled(reply: unknown): CallAttemptAnswer {
  return { kind: 'garbled', text: JSON.stringify(reply).slice(0, TEXT_KEPT_MAX) };
}

function ofAct(response: Response, reply: ActReply): CallAttemptAnswer {
  if (reply.ok === true) {
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { kind: 'done', result: JSON.stringify(reply.result), replayed };
  }
  if (!isError(reply.error)) return garbled(reply);
  return { kind: 'refused', error: reply.error, retryAfterMs: retryAfterMs(response) };
}

function ofMcp(response: Response, reply: ActReply): CallAttemptAnswer {
  const { error } = reply as { readonly error?: { readonly data?: unknown } };
  const wait = retryAfterMs(response);
  if (isError(error?.data)) return { kind: 'refused', error: error.data, retryAfterMs: wait };
  const result = reply.result as McpToolResult | undefined;
  if (result === undefined) return garbled(reply);
  if (result.isError === true) {
    const body: unknown = JSON.parse(result.content[0]?.text ?? '{}');
    if (!isError(body)) return garbled(reply);
    return { kind: 'refused', error: body, retryAfterMs: wait };
  }
  const replayed = Object.entries(result._meta ?? {}).some(
    ([name, value]) => name.endsWith('idempotency-replayed') && value === true,
  );
  return { kind: 'done', result: JSON.stringify(result.structuredContent), replayed };
}

function request(surface: SurfaceName, action: string, payload: unknown) {
  if (surface === 'act')
    return { path: '/api/agent-bridge/act', headers: {}, body: { action, payload } };
  const name = findAction(action)?.tool ?? action.replace('.', '_');
  return {
    path: '/api/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MCP_VERSION,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: payload } },
  };
}

/** The product's address, and the key with which calls are sent. */
export interface AuthenticatedEndpoint {
  readonly baseUrl: string;
  readonly secret: string;
}

/** Sends a call once and waits at most `timeoutMs`. Returns a network error as a `silent` answer instead of throwing. */
export async function sendOnce(
  { baseUrl, secret }: AuthenticatedEndpoint,
  surface: SurfaceName,
  call: { readonly action: string; readonly payload: unknown },
  timeoutMs: number,
): Promise<CallAttemptAnswer> {
  const { path, headers, body } = request(surface, call.action, call.payload);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    return { kind: 'silent', why: error instanceof Error ? error.name : String(error) };
  }
  try {
    const reply = JSON.parse(text) as ActReply;
    return surface === 'act' ? ofAct(response, reply) : ofMcp(response, reply);
  } catch {
    return { kind: 'garbled', text: text.slice(0, TEXT_KEPT_MAX) };
  }
}
