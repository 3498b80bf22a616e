import { errorBody } from '@bridge/contracts';
import { BridgeError, isBridgeError } from '@bridge/kernel';
import type {
  CompletedCall,
  ParsedActionCall,
  AgentSurfaceRequest,
  AgentSurfaceReply,
  ActionResult,
} from '../dispatch.ts';
import { readCall } from '../read/read-call.ts';
import { makeMcpSurface } from './mcp-surface.ts';

/** Base URL of the MCP endpoint under test. */
export const BASE = 'http://localhost:4000';
const DOCS = `${BASE}/docs/errors`;

/** The MCP endpoint under test. All tests share it, because it keeps no state between requests. */
export const surface = makeMcpSurface({ base: BASE });

/** A function that returns the outcome of a call in a test, in place of the services. */
export type TestCallHandler = (call: ParsedActionCall) => Promise<CompletedCall> | CompletedCall;

/** Options of one request to the MCP endpoint under test. */
export interface McpTestRequestOptions {
  /** The header MCP-Protocol-Version; absent by default. */
  readonly version?: string;
  readonly answer?: TestCallHandler;
  /** Number of messages other than calls that are allowed; each further message throws rate_limited. */
  readonly tokens?: number;
}

/** A reply of the MCP endpoint whose body was read completely. */
export interface ParsedMcpReply {
  readonly status: number;
  readonly headers: AgentSurfaceReply['headers'];
  readonly text: string;
  /** The body as JSON; undefined without a body. */
  readonly json: unknown;
}

/** Makes an action’s result whose JSON text is completely in memory. */
export function wholeResult(value: object): ActionResult {
  const json = JSON.stringify(value);
  return {
    json,
    outline: null,
    chunks: async function* () {
      yield json;
    },
  };
}

/** Makes the outcome of a successful call. */
export function done(action: string, value: object, replayed = false): CompletedCall {
  return { action, result: wholeResult(value), replayed };
}

function refuseUnexpected(call: ParsedActionCall): never {
  throw new BridgeError('internal', {}, { cause: `no answer prepared for ${call.name}` });
}

/** Makes the request that the HTTP route would pass to the MCP endpoint; the product’s own parser reads the body from bytes. */
export function received(body: unknown, options: McpTestRequestOptions = {}): AgentSurfaceRequest {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
  let tokens = options.tokens ?? Number.POSITIVE_INFINITY;
  return {
    requestId: 'req_00000000000000000000000001',
    headers: options.version === undefined ? {} : { 'mcp-protocol-version': options.version },
    principal: {
      accountId: 'acc_00000000000000000000000001',
      keyId: 'key_00000000000000000000000001',
      scopes: new Set(),
      worlds: null,
    },
    ...readCall(bytes, 'mcp'),
    dispatch: async (call) => (options.answer ?? refuseUnexpected)(call),
    charge() {
      tokens -= 1;
      if (tokens < 0) throw new BridgeError('rate_limited', { limit: 'reads' }, { retryAfterS: 2 });
    },
    describe: (error) =>
      isBridgeError(error)
        ? errorBody(error.code, error.details, DOCS)
        : errorBody('internal', {}, DOCS),
  };
}

/** Reads the body of a reply completely; a streamed body is concatenated. */
export async function readReply({
  status,
  headers,
  body,
}: AgentSurfaceReply): Promise<ParsedMcpReply> {
  let text = '';
  if (typeof body === 'string') text = body;
  else if (body instanceof Uint8Array) text = Buffer.from(body).toString('utf8');
  else if (body !== null) for await (const piece of body) text += piece;
  return { status, headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

/** Sends one body to the MCP endpoint under test and returns the reply. */
export async function ask(
  body: unknown,
  options: McpTestRequestOptions = {},
): Promise<ParsedMcpReply> {
  return readReply(await surface.answer(received(body, options)));
}

/** Makes a JSON-RPC request. */
export function request(method: string, params?: object, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}

/** Makes a tools/call request. */
export function toolCall(name: string, args: object = {}, id: unknown = 1): object {
  return request('tools/call', { name, arguments: args }, id);
}
