import {
  ACTIONS,
  LIMITS,
  PRODUCT,
  PROTOCOL_VERSIONS,
  type McpProtocolVersion,
} from '@bridge/contracts';
import { wireProblems } from '@bridge/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { unique } from '../stage.ts';
import { endpoint, rpc, send, toolCall, type ToolResult } from './post.ts';

/** A tool in a `tools/list` result. */
interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  readonly annotations: Record<string, unknown>;
}

const at = await endpoint();
const LATEST = { version: '2025-11-25' };
const listed = await at.post(rpc('tools/list'), LATEST);
const { tools } = (listed.json as { result: { tools: ListedTool[] } }).result;

function textOf(result: ToolResult): unknown {
  return JSON.parse(result.content[0]?.text ?? '');
}

/** Makes the JSON-RPC response with this result and with the id that `rpc` uses by default. */
function rpcResult(result: object): object {
  return { jsonrpc: '2.0', id: 1, result };
}

function forEachVersion(check: (version: McpProtocolVersion) => Promise<void>): Promise<unknown> {
  return Promise.all(PROTOCOL_VERSIONS.map(check));
}

describe('JSON-RPC', () => {
  // Verifies: tools.request-id.
  it('an id is a string or an integer, never null; jsonrpc is "2.0"', async () => {
    for (const body of [
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      '{"jsonrpc":"2.0","id":true,"method":"ping"}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"id":1,"method":"ping"}',
      '7',
    ]) {
      const { status, json } = await at.post(body, LATEST);
      expect([body, status, json]).toMatchObject([body, 400, { error: { code: -32600 } }]);
    }
  });

  // Verifies: tools.request-id.
  it('an answer carries the id of its request, and null where it could not be read', async () => {
    for (const id of [0, 'a', 'ü"\\']) {
      expect((await at.post(rpc('ping', {}, id))).json).toEqual({ jsonrpc: '2.0', id, result: {} });
    }
    const unreadable = await at.post('{"jsonrpc":"2.0","id":{},"method":"ping"}');
    expect(unreadable.json).toHaveProperty('id', null);
    const readable = await at.post('{"jsonrpc":"1.0","id":"a","method":"ping"}');
    expect(readable.json).toHaveProperty('id', 'a');
  });

  it('codes are JSON-RPC’s own, -32000 and -32001', async () => {
    const codeOf = async (body: unknown, sent = {}) =>
      ((await at.post(body, sent)).json as { error: { code: number } }).error.code;
    expect(await codeOf('{"jsonrpc":')).toBe(-32700);
    expect(await codeOf('[')).toBe(-32700);
    expect(await codeOf('{}')).toBe(-32600);
    expect(await codeOf(rpc('no/such'))).toBe(-32601);
    expect(await codeOf(rpc('tools/call', {}))).toBe(-32602);
    expect(await codeOf(rpc('ping'), { version: '2024-11-05' })).toBe(-32000);
    expect(await codeOf(rpc('ping'), { key: null })).toBe(-32001);
  });

  // Verifies: tools.notifications.
  it('a notification is never answered, a cancellation among them', async () => {
    for (const method of ['notifications/cancelled', 'notifications/progress', 'tools/call']) {
      const note = { jsonrpc: '2.0', method, params: { requestId: 1, name: 'worlds_list' } };
      const { status, text } = await at.post(note, LATEST);
      expect([status, text]).toEqual([202, '']);
    }
  });
});

describe('lifecycle', () => {
  // Verifies: tools.initialize.
  it('initialize echoes a served version and answers any other with the latest', async () => {
    for (const [asked, answered] of [
      ...PROTOCOL_VERSIONS.map((version) => [version, version]),
      ['2024-11-05', '2025-11-25'],
      ['2026-07-28', '2025-11-25'],
      ['1.0.0', '2025-11-25'],
    ]) {
      const { json } = await at.post(rpc('initialize', { protocolVersion: asked }), {
        version: '2099-01-01',
      });
      expect(json).toMatchObject({ result: { protocolVersion: answered } });
    }
    for (const params of [{}, { protocolVersion: 7 }]) {
      expect((await at.post(rpc('initialize', params))).json).toMatchObject({
        error: { code: -32602 },
      });
    }
  });

  it('its result has the version, capabilities and the name of the server', async () => {
    await forEachVersion(async (protocolVersion) => {
      const { json } = await at.post(rpc('initialize', { protocolVersion, capabilities: {} }));
      expect(json).toMatchObject({
        result: { protocolVersion, serverInfo: { name: 'agent-bridge', version: PRODUCT.version } },
      });
      expect(wireProblems(protocolVersion, 'initialize', json)).toEqual([]);
    });
  });

  it('it offers tools, and no notice of changes', async () => {
    const { json } = await at.post(rpc('initialize', { protocolVersion: '2025-11-25' }));
    expect((json as { result: { capabilities: object } }).result.capabilities).toEqual({
      tools: {},
    });
  });

  it('a method that the server does not offer is -32601', async () => {
    for (const method of [
      'resources/list',
      'resources/read',
      'prompts/list',
      'logging/setLevel',
      'completion/complete',
      'tasks/list',
    ]) {
      const { status, json } = await at.post(rpc(method), LATEST);
      expect([status, json]).toMatchObject([200, { error: { code: -32601 } }]);
    }
  });

  // Verifies: tools.initialize.
  it('no method requires initialize first, not even ping', async () => {
    const fresh = await endpoint();
    expect((await fresh.post(rpc('ping'), LATEST)).json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    });
    expect(await fresh.call('worlds_list', {})).toMatchObject({
      structuredContent: { worlds: [] },
    });
  });
});

describe('tools/list', () => {
  it('is one page, the same text every time and for every key; a cursor is -32602', async () => {
    const other = await (await endpoint()).post(rpc('tools/list'), LATEST);
    expect(other.text).toBe(listed.text);
    expect(listed.json).not.toHaveProperty('result.nextCursor');
    const { json } = await at.post(rpc('tools/list', { cursor: 'x' }), LATEST);
    expect(json).toMatchObject({ error: { code: -32602 } });
  });

  it('every tool has schemas with an object at the root, the empty one closed', () => {
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('names are unique, short and of safe letters', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(10);
    for (const { name } of tools) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
  });

  it('tools have a title and promise no tasks', () => {
    for (const tool of tools) {
      expect(tool.title).not.toBe('');
      expect(tool).not.toHaveProperty('execution');
    }
  });

  it('every tool has all four hints', () => {
    for (const { annotations } of tools) {
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
        expect(annotations[hint]).toBeTypeOf('boolean');
      }
    }
  });

  it('schemas are valid in the dialect that is the default', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { inputSchema, outputSchema } of tools) {
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(ajv.validateSchema(outputSchema)).toBe(true);
    }
  });

  it('one text serves both versions that know output schemas, and 2025-03-26 gets the same without', async () => {
    await forEachVersion(async (version) => {
      const { text, json } = await at.post(rpc('tools/list'), { version });
      expect(wireProblems(version, 'tools/list', json)).toEqual([]);
      if (version !== '2025-03-26') expect(text).toBe(listed.text);
      else {
        const plain = tools.map((tool) => ({ ...tool, outputSchema: undefined }));
        expect(json).toEqual(JSON.parse(JSON.stringify(rpcResult({ tools: plain }))));
      }
    });
  });
});

describe('tools/call', () => {
  // Verifies: tools.unknown-tool.
  it('an unknown tool is a protocol error, so are all 23 dotted names and the 13 of actions beyond the tools', async () => {
    const beyond = ACTIONS.filter(({ tool }) => tool === null).map(({ name }) => name);
    expect(beyond).toHaveLength(13);
    const dotted = ACTIONS.map(({ name }) => name);
    const underscored = beyond.map((name) => name.replace('.', '_'));
    await forEachVersion(async (version) => {
      for (const name of ['no_such_tool', 'constructor', ...dotted, ...underscored]) {
        const { status, json } = await at.post(toolCall(name), { version });
        expect([status, json]).toEqual([
          200,
          { jsonrpc: '2.0', id: 1, error: { code: -32602, message: `Unknown tool: ${name}` } },
        ]);
      }
    });
  });

  it('params in another form than a call are -32602', async () => {
    for (const params of [
      {},
      { name: 7 },
      { name: 'worlds_list', arguments: [] },
      { name: 'worlds_list', arguments: null },
    ]) {
      const { status, json } = await at.post(rpc('tools/call', params), LATEST);
      expect([status, json]).toMatchObject([200, { id: 1, error: { code: -32602 } }]);
    }
  });

  it('a wrong input and a refusal reach the model as a tool result at every version', async () => {
    await forEachVersion(async (version) => {
      const wrong = await at.call('builder_list', { limit: 0, surprise: 1 }, version);
      expect(wrong.isError).toBe(true);
      expect(textOf(wrong)).toMatchObject({
        code: 'invalid_input',
        status: 400,
        hint: expect.stringContaining('the input schema of this tool'),
      });
      expect(JSON.stringify(textOf(wrong))).toContain('surprise');
      const absent = await at.call('builder_get', { page_id: 999_999_999 }, version);
      expect(absent.isError).toBe(true);
      expect(textOf(absent)).toMatchObject({ code: 'page_not_found', status: 404 });
    });
  });

  // Verifies: tools.output-schemas.
  it('each tool’s result conforms to its output schema, and its text is the same JSON', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const run = async (name: string, args: object): Promise<Record<string, unknown>> => {
      const { json } = await at.post(toolCall(name, args), LATEST);
      expect([name, wireProblems('2025-11-25', 'tools/call', json)]).toEqual([name, []]);
      const { result } = json as { result: ToolResult };
      expect([name, result.isError, textOf(result)]).toEqual([
        name,
        undefined,
        result.structuredContent,
      ]);
      const schema = tools.find((tool) => tool.name === name)?.outputSchema ?? false;
      expect([ajv.validate(schema, result.structuredContent), ajv.errorsText()]).toEqual([
        true,
        'No errors',
      ]);
      return result.structuredContent ?? {};
    };
    const [word, other] = [unique('mcp'), unique('mcp')];
    await run('worlds_found', { word, idempotency_key: unique('key') });
    await run('worlds_found', { word: other, idempotency_key: unique('key') });
    await run('worlds_list', {});
    const made = await run('builder_create', {
      title: 'T',
      word,
      raw_html: '<!doctype html><title>T</title><p>one</p>',
      idempotency_key: unique('key'),
    });
    const { page_id: pageId } = made.website as { page_id: number };
    const guarded = (revision: number): object => ({
      page_id: pageId,
      expected_revision: revision,
      idempotency_key: unique('key'),
    });
    await run('builder_get', { page_id: pageId });
    await run('builder_patch', {
      ...guarded(1),
      patch_ops: [{ op: 'replace_text', old: 'one', new: 'two' }],
    });
    await run('builder_attach', { ...guarded(2), word: other });
    await run('builder_publish', guarded(3));
    await run('builder_clear', guarded(3));
    await run('builder_list', {});
    await run('surf_search', { query: 'weaving', limit: 3 });
    expect(tools).toHaveLength(10);
  });

  it('a progress token and a task are ignored', async () => {
    const params = { name: 'worlds_list', _meta: { progressToken: 7 }, task: { ttl: 1_000 } };
    const { json } = await at.post(rpc('tools/call', params), LATEST);
    expect(json).toMatchObject({ result: { structuredContent: { worlds: expect.any(Array) } } });
    expect(json).not.toHaveProperty('result.task');
  });

  it('a replay is marked in the header and in _meta', async () => {
    const args = { word: unique('again'), idempotency_key: unique('key') };
    const first = await at.post(toolCall('worlds_found', args), LATEST);
    const second = await at.post(toolCall('worlds_found', args), LATEST);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.json).toMatchObject({
      result: { _meta: { 'agent-bridge/idempotency-replayed': true } },
    });
    const world = (json: unknown): unknown =>
      (json as { result: ToolResult }).result.structuredContent;
    expect(world(second.json)).toEqual(world(first.json));
  });
});

describe('sizes', () => {
  it('HTML of the full size travels both ways at every version', { timeout: 120_000 }, async () => {
    const word = unique('large');
    await at.call('worlds_found', { word, idempotency_key: unique('key') });
    const html = `<p>${'é"\\\n🌙'.repeat(LIMITS.rawHtmlCharsMax / 5 - 2)}</p>`;
    const made = await at.call('builder_create', {
      title: 'Large',
      word,
      raw_html: html,
      idempotency_key: unique('key'),
    });
    const { page_id: pageId } = made.structuredContent?.website as { page_id: number };
    for (const version of PROTOCOL_VERSIONS) {
      const result = await at.call('builder_get', { page_id: pageId }, version);
      if (version === '2025-03-26') {
        expect((textOf(result) as { raw_html: string }).raw_html === html).toBe(true);
      } else {
        expect(result.structuredContent?.raw_html === html).toBe(true);
        expect(textOf(result)).toMatchObject({ website: { draft_revision: 1 } });
        expect(result.content[0]?.text.length).toBeLessThan(10_000);
      }
    }
  });

  it('a body with a declared length over 64 MiB is 413 before a byte of it is read', async () => {
    const { status, json } = await send(at.baseUrl, at.key, null, {
      headers: {
        'content-type': 'application/json',
        'content-length': String(LIMITS.callBodyBytesMax + 1),
      },
    }).catch(() => ({ status: 0, json: null }));
    expect([status, json]).toMatchObject([
      413,
      { jsonrpc: '2.0', error: { code: -32000, data: { code: 'payload_too_large' } } },
    ]);
  });
});
