import { PROTOCOL_VERSIONS, SCOPE_SETS, SCOPES, TOOL_ACTIONS } from '@bridge/contracts';
import { freePort, ROOT, startProduct } from '@bridge/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { callOn } from '../call.ts';
import { done, product, stage, unique, visit } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
/**
 * The expected scopes, read from a file of the repository. A new scope requires a change of that file, so a reviewer sees it.
 */
const pinned = JSON.parse(
  readFileSync(join(ROOT, 'libs/contracts/src/fixtures/scopes.json'), 'utf8'),
) as readonly string[];

async function json(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(product().baseUrl + path);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

verifiesOnce(
  [
    'documents.manifest-fields',
    'documents.manifest-version',
    'tools.versions',
    'keys.scope-sets',
    'tools.names',
  ],
  async () => {
    const manifest = await json('/api/agent-bridge/manifest');
    expect(Object.keys(manifest).sort()).toEqual([
      'agent_directory_url',
      'api_url',
      'authentication',
      'cli_url',
      'draft_scopes',
      'kind',
      'mcp_url',
      'name',
      'onboarding_url',
      'operator_pack_url',
      'optional_scopes',
      'protocol_versions',
      'read_scopes',
      'rules',
      'skill_api_url',
      'skill_url',
      'tools',
      'transport',
      'version',
    ]);
    expect(manifest).toMatchObject({
      version: '1.1',
      kind: 'public-capability-manifest',
      transport: 'streamable-http',
      protocol_versions: [...PROTOCOL_VERSIONS],
      tools: TOOL_ACTIONS.map((action) => action.tool),
      read_scopes: SCOPE_SETS.read,
      draft_scopes: SCOPE_SETS.draft,
      optional_scopes: SCOPE_SETS.optional,
    });
    expect([...PROTOCOL_VERSIONS].sort()).toEqual(['2025-03-26', '2025-06-18', '2025-11-25']);
  },
);

verifiesOnce('documents.manifest-urls', async () => {
  const manifest = await json('/api/agent-bridge/manifest');
  const urls = Object.entries(manifest).filter(([name]) => name.endsWith('_url'));
  expect(urls).toHaveLength(8);
  for (const [name, url] of urls) {
    expect(String(url), name).toMatch(new RegExp(`^${product().baseUrl}/`));
    const reply = await fetch(String(url), {
      method: name === 'mcp_url' || name === 'api_url' ? 'OPTIONS' : 'GET',
    });
    expect(reply.status, `${name} ${String(url)}`).not.toBe(404);
    if (name !== 'mcp_url' && name !== 'api_url') expect([name, reply.status]).toEqual([name, 200]);
  }
});

verifiesOnce('documents.manifest-twice', async () => {
  const [a, b] = await Promise.all(
    ['/api/agent-bridge/manifest', '/.well-known/agent-capabilities.json'].map((path) =>
      fetch(product().baseUrl + path),
    ),
  );
  expect(await a?.text()).toBe(await b?.text());
  const etag = a?.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  expect(
    (
      await fetch(`${product().baseUrl}/api/agent-bridge/manifest`, {
        headers: { 'if-none-match': etag },
      })
    ).status,
  ).toBe(304);
});

verifiesOnce(['documents.bridge-fields', 'documents.bridge-public', 'keys.scopes'], async () => {
  const information = await json('/api/agent-bridge');
  expect(Object.keys(information).sort()).toEqual([
    'act',
    'auth',
    'create_key',
    'name',
    'notes',
    'ok',
    'scopes',
  ]);
  expect(information).toMatchObject({
    ok: true,
    auth: { header: 'Authorization: Bearer ak_<KEY>', alt_header: 'X-Service-Agent-Key: ak_<KEY>' },
    act: `${product().baseUrl}/api/agent-bridge/act`,
    create_key: `${product().baseUrl}/api/agent-bridge/keys`,
  });
  expect([...(information['scopes'] as string[])].sort()).toEqual([...SCOPES]);
  expect(SCOPES).toEqual(pinned);
});

verifiesOnce('actions.catalogue', async () => {
  const { actions } = (await json('/api/agent-bridge/actions')) as {
    actions: Record<string, unknown>[];
  };
  expect(actions.map(({ scope }) => scope).sort()).toEqual(pinned);
  for (const action of actions) {
    expect(action).toMatchObject({
      scope: action['action'],
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    });
    expect(typeof action['mutating']).toBe('boolean');
  }
  expect(actions.filter((action) => action['tool'] !== undefined)).toHaveLength(10);
});

verifiesOnce(['actions.endpoint', 'actions.names'], async () => {
  const call = callOn('act', product().baseUrl, one.secret);
  for (const action of ['worlds.list', 'worlds_list']) {
    expect(done(await call(action, {}))).toHaveProperty('worlds');
  }
});

verifiesOnce(['tools.endpoint', 'tools.hints', 'tools.methods'], async () => {
  const headers = {
    authorization: `Bearer ${one.secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const reply = await fetch(`${product().baseUrl}/api/mcp`, {
    method: 'POST',
    headers,
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  expect(reply.headers.get('content-type')).toContain('application/json');
  expect(reply.headers.get('mcp-session-id')).toBeNull();
  const { result } = (await reply.json()) as {
    result: { tools: { name: string; annotations: Record<string, unknown> }[] };
  };
  const reads = ['worlds_list', 'builder_list', 'builder_get', 'surf_search'];
  const changes = ['builder_patch', 'builder_attach', 'builder_clear', 'builder_publish'];
  expect(result.tools).toHaveLength(10);
  for (const tool of result.tools) {
    expect(tool.annotations, tool.name).toMatchObject({
      readOnlyHint: reads.includes(tool.name),
      destructiveHint: changes.includes(tool.name),
      idempotentHint: true,
      openWorldHint: true,
    });
  }
  for (const method of ['GET', 'DELETE']) {
    const refused = await fetch(`${product().baseUrl}/api/mcp`, {
      method,
      headers: { authorization: headers.authorization },
    });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

verifiesOnce(['tools.errors', 'tools.http-errors'], async () => {
  const send = (secret: string | null, params: object) =>
    fetch(`${product().baseUrl}/api/mcp`, {
      method: 'POST',
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
    });
  const tool = (await (
    await send(one.secret, { name: 'builder_get', arguments: { page_id: 999_999_999 } })
  ).json()) as { id: number; result: Record<string, unknown> };
  expect(tool).toMatchObject({ id: 7, result: { isError: true } });
  expect(tool.result).not.toHaveProperty('structuredContent');
  expect(JSON.stringify(tool.result['content'])).toContain('page_not_found');
  const http = await send(null, { name: 'worlds_list' });
  expect(http.status).toBe(401);
  const body = (await http.json()) as Record<string, unknown>;
  expect(body).toMatchObject({
    jsonrpc: '2.0',
    error: { data: { code: 'key_missing', status: 401 } },
  });
  expect(body).toHaveProperty('id', null);
});

verifiesOnce('tools.large-results', async () => {
  const call = callOn('act', product().baseUrl, one.secret);
  const html = `<p>${'x'.repeat(300 * 1024)}`;
  const { website } = done<{ website: { page_id: number } }>(
    await call('builder.create', {
      title: 'Large',
      word: one.word,
      raw_html: html,
      idempotency_key: unique('key'),
    }),
  );
  const read = async (version: string) => {
    const reply = await fetch(`${product().baseUrl}/api/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${one.secret}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'mcp-protocol-version': version,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'builder_get', arguments: { page_id: website.page_id } },
      }),
    });
    return (
      (await reply.json()) as {
        result: { content: { text: string }[]; structuredContent?: { raw_html: string } };
      }
    ).result;
  };
  const old = await read('2025-03-26');
  expect(JSON.parse(old.content[0]?.text ?? '')).toMatchObject({ raw_html: html });
  for (const version of ['2025-06-18', '2025-11-25']) {
    const result = await read(version);
    expect(result.structuredContent?.raw_html).toBe(html);
    expect(result.content[0]?.text.length).toBeLessThan(10_000);
    expect(result.content[0]?.text).toContain('/raw');
  }
});

verifiesOnce('documents.unknown-path', async () => {
  for (const path of [
    '/nope',
    '/api/nope',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/api/mcp',
    '/register',
  ]) {
    const reply = await fetch(product().baseUrl + path);
    expect([path, reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([
      path,
      404,
      'application/json',
    ]);
    expect(await reply.json()).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
});

verifiesOnce('documents.links', async () => {
  const spoofed = await visit(`${product().baseUrl}/api/agent-bridge`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  expect(spoofed.text).not.toContain('evil');
  const foreign = await visit(`${product().baseUrl}/api/agent-bridge`, {
    headers: { host: 'evil.example' },
  });
  expect(foreign.status).toBe(403);
});

verifiesOnce('operations.internal', async () => {
  const port = await freePort();
  const own = await startProduct({ env: { BRIDGE_INTERNAL_LISTEN: `127.0.0.1:${port}` } });
  try {
    const at = `http://127.0.0.1:${port}`;
    expect((await fetch(`${at}/livez`)).status).toBe(200);
    expect(await (await fetch(`${at}/readyz`)).json()).toMatchObject({ ready: true });
    expect(await (await fetch(`${at}/metrics`)).text()).toContain('bridge_');
    expect((await fetch(`${own.baseUrl}/metrics`)).status).toBe(404);
  } finally {
    await own.stop();
  }
});
