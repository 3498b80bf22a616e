import { findAction, type ErrorBody, type WebsiteRecord } from '@bridge/contracts';

/** The surfaces (interfaces for agents) on which every scenario runs: HTTP (`act`) and MCP. */
export const SURFACES = ['act', 'mcp'] as const;
/** The name of a surface (interface for agents). */
export type SurfaceName = (typeof SURFACES)[number];

/** The result or the error of a call, in the same form for both surfaces (`act` and `mcp`). */
export type ActionCallOutcome =
  | { readonly ok: true; readonly result: Record<string, unknown>; readonly replayed: boolean }
  | { readonly ok: false; readonly error: ErrorBody };

/** A function that calls an action over one surface (`act` or `mcp`), with one key. */
export type ActionCaller = (action: string, payload: unknown) => Promise<ActionCallOutcome>;

/** The body of a JSON-RPC response to `tools/call`. */
interface RpcReply {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
    readonly content: readonly { readonly text: string }[];
    readonly _meta?: Record<string, unknown>;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: ErrorBody };
}

async function byAct(
  baseUrl: string,
  secret: string,
  action: string,
  payload: unknown,
): Promise<ActionCallOutcome> {
  return outcomeOf(
    await fetch(`${baseUrl}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action, payload }),
    }),
  );
}

async function outcomeOf(response: Response): Promise<ActionCallOutcome> {
  const reply = (await response.json()) as {
    readonly ok: boolean;
    readonly result: Record<string, unknown>;
    readonly error: ErrorBody;
  };
  if (reply.ok)
    return {
      ok: true,
      result: reply.result,
      replayed: response.headers.get('idempotency-replayed') === 'true',
    };
  return { ok: false, error: reply.error };
}

/** Replaces the complete HTML of a draft with a PUT request, which has the effect and the outcome of `builder.patch`. */
export async function putRaw(
  baseUrl: string,
  secret: string,
  page: Pick<WebsiteRecord, 'page_id' | 'draft_revision'>,
  html: string,
  idempotencyKey: string,
): Promise<ActionCallOutcome> {
  return outcomeOf(
    await fetch(`${baseUrl}/api/agent-bridge/pages/${page.page_id}/raw`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'text/html; charset=utf-8',
        'if-match': `"r${page.draft_revision}"`,
        'idempotency-key': idempotencyKey,
      },
      body: html,
    }),
  );
}

async function byMcp(
  baseUrl: string,
  secret: string,
  action: string,
  payload: unknown,
): Promise<ActionCallOutcome> {
  const name = findAction(action)?.tool ?? action.replace('.', '_');
  const response = await fetch(`${baseUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: payload },
    }),
  });
  const reply = (await response.json()) as RpcReply;
  if (reply.error?.data !== undefined) return { ok: false, error: reply.error.data };
  if (reply.result === undefined) throw new Error(`MCP answered ${JSON.stringify(reply)}`);
  const { isError, structuredContent, content, _meta: meta } = reply.result;
  if (isError === true)
    return { ok: false, error: JSON.parse(content[0]?.text ?? '{}') as ErrorBody };
  const replayed = Object.entries(meta ?? {}).some(
    ([key, value]) => key.endsWith('idempotency-replayed') && value === true,
  );
  return { ok: true, result: structuredContent ?? {}, replayed };
}

/** Returns the function that calls actions over a surface with one key. */
export function callOn(surface: SurfaceName, baseUrl: string, secret: string): ActionCaller {
  const send = surface === 'act' ? byAct : byMcp;
  return (action, payload) => send(baseUrl, secret, action, payload);
}
