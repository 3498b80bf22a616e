import { request, type IncomingHttpHeaders } from 'node:http';
import { PUBLIC_PATHS } from '@bridge/contracts';
import { ALL_TOOL_SCOPES, newOwner } from '@bridge/testing';
import { ownerHere } from '../owner-here.ts';
import { product } from '../stage.ts';

/** A response of the MCP surface with its complete body. */
export interface McpHttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined when it is empty or not JSON. */
  readonly json: unknown;
}

/** Options by which one request differs from that of a usual client. */
export interface EndpointRequestOptions {
  readonly method?: string;
  readonly path?: string;
  /** The agent key in the Authorization header; null sends no such header. */
  readonly key?: string | null;
  readonly version?: string;
  /** Headers that are added or replaced; null removes a usual header. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends one HTTP request. The test controls all headers completely, including Host and Origin. */
export async function send(
  baseUrl: string,
  key: string,
  body: string | Uint8Array | null,
  options: EndpointRequestOptions = {},
): Promise<McpHttpResponse> {
  const url = new URL(options.path ?? PUBLIC_PATHS.mcp, baseUrl);
  const usual: Record<string, string | null> = {
    host: url.host,
    authorization: options.key === null ? null : `Bearer ${options.key ?? key}`,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': options.version ?? null,
    ...options.headers,
  };
  const headers = Object.fromEntries(
    Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: url.port,
        path: url.pathname + url.search,
        method: options.method ?? 'POST',
        headers,
        agent: false,
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const { statusCode: status = 0, headers: answered } = response;
          resolve({ status, headers: answered, text, json: parsed(text) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** A client of the MCP surface, with a key for all ten tools. */
export interface McpTestClient {
  readonly baseUrl: string;
  readonly key: string;
  readonly url: string;
  /** Sends a body as JSON, or unchanged when it is a string. */
  post(body: unknown, options?: EndpointRequestOptions): Promise<McpHttpResponse>;
  /** Calls a tool and returns the JSON-RPC result. */
  call(name: string, args: object, version?: string): Promise<ToolResult>;
  /** Creates another key of the same owner. */
  keyWith(scopes: readonly string[]): Promise<string>;
}
/** The result of a `tools/call` request. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: Record<string, unknown>;
}

/** Makes the body of a JSON-RPC request. */
export function rpc(method: string, params?: object, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}

/** Makes the body of a `tools/call` request. */
export function toolCall(name: string, args: object = {}, id: unknown = 1): object {
  return rpc('tools/call', { name, arguments: args }, id);
}

/** Creates an owner and a key at the product of this run, or at another one, and returns an MCP client with the key. */
export async function endpoint(at?: {
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string>>;
}): Promise<McpTestClient> {
  const { baseUrl } = at ?? product();
  const owner = at === undefined ? await ownerHere() : await newOwner(baseUrl, at.env);
  const { secret: key } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const post: McpTestClient['post'] = (body, options) =>
    send(
      baseUrl,
      key,
      typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      options,
    );
  return {
    baseUrl,
    key,
    url: `${baseUrl}${PUBLIC_PATHS.mcp}`,
    post,
    call: async (name, args, version = '2025-11-25') => {
      const { json, text } = await post(toolCall(name, args), { version });
      const { result } = json as { result?: ToolResult };
      if (result === undefined) throw new Error(`${name} answered ${text.slice(0, 500)}`);
      return result;
    },
    keyWith: async (scopes) => (await owner.makeKey({ scopes })).secret,
  };
}
