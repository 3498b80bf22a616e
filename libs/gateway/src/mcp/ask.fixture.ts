import { errorBody } from '@bridge/contracts';
import { BridgeError, isBridgeError } from '@bridge/kernel';
import type { CallOutcome, PreparedCall, SurfaceRequest, Reply, Result } from '../dispatch.ts';
import { readCall } from '../read/read-call.ts';
import { makeMcpSurface } from './mcp-surface.ts';

/** Base URL of the surface under test. */
export const BASE = 'http://localhost:4000';
const DOCS = `${BASE}/docs/errors`;

/** The surface under test: one for all tests, because it keeps nothing between requests. */
export const surface = makeMcpSurface({ base: BASE });

/** How the tests answer calls in place of the services. */
export type Answerer = (call: PreparedCall) => Promise<CallOutcome> | CallOutcome;

/** Circumstances of one request under test. */
export interface AskOptions {
  /** MCP-Protocol-Version; absent by default. */
  readonly version?: string;
  readonly answer?: Answerer;
  /** Tokens that messages other than calls may take before rate_limited. */
  readonly tokens?: number;
}

/** A reply with its body read whole. */
export interface ParsedReply {
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly text: string;
  /** The body as JSON; undefined when there is none. */
  readonly json: unknown;
}

/** A small result, whole. */
export function wholeResult(value: object): Result {
  const json = JSON.stringify(value);
  return {
    json,
    outline: null,
    chunks: async function* () {
      yield json;
    },
  };
}

/** A call that was done. */
export function done(action: string, value: object, replayed = false): CallOutcome {
  return { action, result: wholeResult(value), replayed };
}

function refuseUnexpected(call: PreparedCall): never {
  throw new BridgeError('internal', {}, { cause: `no answer prepared for ${call.name}` });
}

/** A request as the pipeline hands it over, read from bytes by the same reader. */
export function received(body: unknown, options: AskOptions = {}): SurfaceRequest {
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

/** Reads a reply's body whole, as a socket would. */
export async function readReply({ status, headers, body }: Reply): Promise<ParsedReply> {
  let text = '';
  if (typeof body === 'string') text = body;
  else if (body instanceof Uint8Array) text = Buffer.from(body).toString('utf8');
  else if (body !== null) for await (const piece of body) text += piece;
  return { status, headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

/** Sends one body through the surface. */
export async function ask(body: unknown, options: AskOptions = {}): Promise<ParsedReply> {
  return readReply(await surface.answer(received(body, options)));
}

/** A JSON-RPC request. */
export function request(method: string, params?: object, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}

/** A tools/call request. */
export function toolCall(name: string, args: object = {}, id: unknown = 1): object {
  return request('tools/call', { name, arguments: args }, id);
}
