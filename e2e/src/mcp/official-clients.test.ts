import { PROTOCOL_VERSIONS } from '@bridge/contracts';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { unique } from '../stage.ts';
import { endpoint } from './post.ts';

const at = await endpoint();
const headers = { authorization: `Bearer ${at.key}` };

/** One HTTP request of an MCP client: its HTTP method, JSON-RPC method and protocol version, and the status of the response. */
interface RecordedMcpExchange {
  readonly method: string;
  readonly rpc: string | undefined;
  readonly version: string | null;
  readonly status: number;
}

/** Makes a `fetch` that records every exchange. With `version`, it replaces the protocol version in `initialize`. */
function watching(version?: string): {
  readonly fetch: typeof fetch;
  readonly seen: RecordedMcpExchange[];
} {
  const seen: RecordedMcpExchange[] = [];
  const watched: typeof fetch = async (input, init) => {
    let body = init?.body;
    let rpc: string | undefined;
    if (typeof body === 'string') {
      const message = JSON.parse(body) as { method?: string; params?: Record<string, unknown> };
      rpc = message.method;
      if (version !== undefined && rpc === 'initialize') {
        body = JSON.stringify({
          ...message,
          params: { ...message.params, protocolVersion: version },
        });
      }
    }
    const response = await fetch(input, body === undefined ? init : { ...init, body });
    seen.push({
      method: init?.method ?? 'GET',
      rpc,
      version: new Headers(init?.headers).get('mcp-protocol-version'),
      status: response.status,
    });
    return response;
  };
  return { fetch: watched, seen };
}

async function journey(
  call: (name: string, args: Record<string, unknown>) => Promise<CallToolResult>,
): Promise<void> {
  const word = unique('client');
  const structured = async (name: string, args: Record<string, unknown>) => {
    const result = await call(name, args);
    expect([name, result.isError ?? false]).toEqual([name, false]);
    const [block] = result.content;
    // In protocol version 2025-03-26, a result has no structuredContent, only text.
    return (result.structuredContent ??
      JSON.parse(block?.type === 'text' ? block.text : '')) as Record<string, unknown>;
  };
  await structured('worlds_found', { word, idempotency_key: unique('key') });
  const made = await structured('builder_create', {
    title: 'By a client',
    word,
    raw_html: '<!doctype html><title>T</title><p>one</p>',
    idempotency_key: unique('key'),
  });
  const { page_id: pageId } = made.website as { page_id: number };
  const read = await structured('builder_get', { page_id: pageId });
  expect(read.raw_html).toContain('<p>one</p>');
  const patch = {
    page_id: pageId,
    expected_revision: 1,
    patch_ops: [{ op: 'replace_text', old: 'one', new: 'two' }],
  };
  await structured('builder_patch', { ...patch, idempotency_key: unique('key') });
  const stale = await call('builder_patch', { ...patch, idempotency_key: unique('key') });
  expect(stale.isError).toBe(true);
  expect(JSON.stringify(stale.content)).toContain('revision_conflict');
}

describe('the official SDK, version 1', () => {
  // Verifies: tools.clients.
  it.each(PROTOCOL_VERSIONS)('connects at %s and does the agent’s journey', async (version) => {
    const { fetch, seen } = watching(version);
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(at.url), {
      requestInit: { headers },
      fetch,
    });
    await client.connect(transport);
    try {
      expect(client.getServerVersion()).toMatchObject({ name: 'agent-bridge' });
      expect(client.getServerCapabilities()).toEqual({ tools: {} });
      expect(client.getInstructions()).toContain('expected_revision');
      await client.ping();
      // After tools/list the client validates every structuredContent against its output schema.
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(10);
      await journey(async (name, args) => {
        const result = await client.callTool({ name, arguments: args });
        return result as CallToolResult;
      });
      await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow('Unknown tool');
    } finally {
      await client.close();
    }
    expect(seen.find(({ method }) => method === 'GET')?.status).toBe(405);
    const later = seen.filter(({ rpc }) => rpc !== undefined && rpc !== 'initialize');
    expect(new Set(later.map((one) => one.version))).toEqual(new Set([version]));
  });

  it('receives 401, without a sign-in address, when its key is wrong', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const { fetch, seen } = watching();
    const transport = new StreamableHTTPClientTransport(new URL(at.url), {
      requestInit: { headers: { authorization: 'Bearer ak_nonsense' } },
      fetch,
    });
    const failed = await client.connect(transport).catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(StreamableHTTPError);
    expect(failed).toMatchObject({ code: 401 });
    expect(seen).toHaveLength(1);
  });
});

describe('the official SDK, version 2', () => {
  // Verifies: tools.clients.
  it('probes for its later protocol, falls back to initialize, and does the agent’s journey', async () => {
    const { fetch, seen } = watching();
    const client = new ClientV2(
      { name: 'test', version: '2' },
      { versionNegotiation: { mode: 'auto' } },
    );
    const transport = new TransportV2(new URL(at.url), { requestInit: { headers }, fetch });
    await client.connect(transport);
    try {
      const [probe, opened] = seen;
      expect(probe).toMatchObject({ rpc: 'server/discover', version: '2026-07-28', status: 400 });
      expect(opened).toMatchObject({ rpc: 'initialize', status: 200 });
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(10);
      await journey(async (name, args) => {
        const result = await client.callTool({ name, arguments: args });
        return result as CallToolResult;
      });
      await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow('Unknown tool');
    } finally {
      await client.close();
    }
  });
});
