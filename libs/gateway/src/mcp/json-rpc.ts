import { LIMITS } from '@bridge/contracts';
import { AGENT_KEY_SEARCH } from '@bridge/kernel';
import { isObject } from '../read/is-object.ts';

/**
 * Id of a JSON-RPC request: a string, or an integer that JavaScript can hold exactly; never null. Source: MCP basic,
 * "Messages".
 */
export type JsonRpcRequestId = string | number;

/** Maximum number of UTF-16 units of a string id. */
export const ID_CHARS_MAX = 1_024;

/**
 * The JSON-RPC error codes that this server sends: standard ones, and two of the implementation-defined range. Source:
 * schema.ts of MCP.
 */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_000,
  unauthorized: -32_001,
} as const;

/** One JSON-RPC message of a body, classified by its shape. */
export type JsonRpcMessage =
  | {
      readonly kind: 'request';
      readonly id: JsonRpcRequestId;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'notification'; readonly method: string }
  | { readonly kind: 'response' }
  /** The message is not valid JSON-RPC. The id is null when it cannot be read. */
  | { readonly kind: 'invalid'; readonly id: JsonRpcRequestId | null; readonly reason: string };

/** The properties of one JSON object in a JSON-RPC body, before their types are checked. */
type UncheckedJsonRpcObject = Readonly<Record<string, unknown>>;

function idOf(members: UncheckedJsonRpcObject): JsonRpcRequestId | null {
  const { id } = members;
  if (typeof id === 'string') return id.length <= ID_CHARS_MAX ? id : null;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

function readMethodMessage(members: UncheckedJsonRpcObject, method: string): JsonRpcMessage {
  const id = idOf(members);
  const { params } = members;
  const hasValidParams = params === undefined || isObject(params);
  if (!Object.hasOwn(members, 'id')) {
    return hasValidParams
      ? { kind: 'notification', method }
      : { kind: 'invalid', id: null, reason: 'params must be an object' };
  }
  if (id === null) return { kind: 'invalid', id, reason: 'id must be a string or an integer' };
  if (!hasValidParams) return { kind: 'invalid', id, reason: 'params must be an object' };
  return { kind: 'request', id, method, params: params ?? {} };
}

/** Classifies a parsed JSON-RPC message. Unknown members are ignored. */
export function readMessage(value: unknown): JsonRpcMessage {
  if (!isObject(value)) return { kind: 'invalid', id: null, reason: 'a message is an object' };
  const id = idOf(value);
  if (value.jsonrpc !== '2.0') return { kind: 'invalid', id, reason: 'jsonrpc must be "2.0"' };
  if (Object.hasOwn(value, 'method')) {
    return typeof value.method === 'string'
      ? readMethodMessage(value, value.method)
      : { kind: 'invalid', id, reason: 'method must be a string' };
  }
  const answers = Number(Object.hasOwn(value, 'result')) + Number(Object.hasOwn(value, 'error'));
  return answers === 1
    ? { kind: 'response' }
    : { kind: 'invalid', id, reason: 'a message has a method, a result or an error' };
}

/** Returns the reason why a whole JSON-RPC batch is refused; null for a valid batch. */
export function findBatchProblem(messages: readonly JsonRpcMessage[]): string | null {
  if (messages.length === 0) return 'the batch is empty';
  if (messages.length > LIMITS.batchMembersMax) {
    return `a batch has at most ${LIMITS.batchMembersMax} members`;
  }
  const seen = new Set<JsonRpcRequestId>();
  for (const [index, message] of messages.entries()) {
    if (message.kind === 'invalid') return `member ${index}: ${message.reason}`;
    if (message.kind !== 'request') continue;
    // With a repeated id, the client could not tell which answer belongs to which of its requests.
    if (seen.has(message.id)) return `member ${index}: its id is repeated in the batch`;
    seen.add(message.id);
  }
  return null;
}

/** Returns the JSON-RPC response to a successful request as JSON text. */
export function resultText(id: JsonRpcRequestId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`;
}

/**
 * Returns the JSON-RPC response to a failed request as JSON text. When the request’s id cannot be read, the member `id` is
 * null and not absent, because several clients drop a response without it.
 */
export function errorText(
  id: JsonRpcRequestId | null,
  code: number,
  message: string,
  data?: unknown,
): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });
}

/**
 * Returns `: name` as the end of an error message; empty for a name that is malformed or contains an agent key, because an
 * agent reads the message.
 */
export function shownName(name: string): string {
  const isShown = /^[\w./-]{1,64}$/.test(name) && name.search(AGENT_KEY_SEARCH) < 0;
  return isShown ? `: ${name}` : '';
}
