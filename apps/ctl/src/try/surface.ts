import { findAction, PROTOCOL_VERSIONS, PUBLIC_PATHS } from '@bridge/contracts';

/** The result or the error of a call, in the same form for the act endpoint (HTTP POST) and for MCP. */
export type AgentCallOutcome =
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: Readonly<Record<string, unknown>> };

/** A client of one of the product's interfaces for agents: the act endpoint (HTTP POST) or MCP. */
export interface AgentApiClient {
  readonly title: string;
  /** Formats the request for this call, so that it can be printed. */
  show(action: string, payload: object): string;
  call(action: string, payload: object): Promise<AgentCallOutcome>;
}

/** The body of a response from the act endpoint, the HTTP endpoint at which agents call actions. */
interface ActEndpointResponseBody {
  readonly ok: boolean;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
}
/** The body of a response to the MCP method `tools/call`. */
interface McpToolCallResponse {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly content: readonly { readonly text: string }[];
  };
  readonly error?: Readonly<Record<string, unknown>>;
}

async function post<T>(
  url: string,
  key: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

/** Makes a client of the act endpoint, at which agents call actions by HTTP POST. */
export function actSurface(baseUrl: string, key: string): AgentApiClient {
  const url = baseUrl + PUBLIC_PATHS.act;
  return {
    title: `act: POST ${url}`,
    show: (action, payload) => JSON.stringify({ action, payload }),
    call: async (action, payload) => {
      const reply = await post<ActEndpointResponseBody>(url, key, { action, payload });
      return reply.ok
        ? { ok: true, result: reply.result ?? {} }
        : { ok: false, error: reply.error ?? {} };
    },
  };
}

/** Makes a client of the product's MCP endpoint. It does not use the MCP SDK, so that the exact request can be printed. */
export function mcpSurface(baseUrl: string, key: string): AgentApiClient {
  const url = baseUrl + PUBLIC_PATHS.mcp;
  const version = PROTOCOL_VERSIONS[PROTOCOL_VERSIONS.length - 1] ?? '';
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
  };
  let id = 0;
  return {
    title: `MCP: POST ${url}, tools/call`,
    show: (action, payload) => `${findAction(action)?.tool ?? action} ${JSON.stringify(payload)}`,
    call: async (action, payload) => {
      id += 1;
      const params = { name: findAction(action)?.tool ?? action, arguments: payload };
      const reply = await post<McpToolCallResponse>(
        url,
        key,
        { jsonrpc: '2.0', id, method: 'tools/call', params },
        headers,
      );
      if (reply.result === undefined) return { ok: false, error: reply.error ?? {} };
      if (reply.result.isError === true) {
        const text = reply.result.content[0]?.text ?? '{}';
        return { ok: false, error: JSON.parse(text) as Readonly<Record<string, unknown>> };
      }
      return { ok: true, result: reply.result.structuredContent ?? {} };
    },
  };
}
