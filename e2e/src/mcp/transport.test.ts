import { PROTOCOL_VERSIONS } from '@bridge/contracts';
import { wireProblems } from '@bridge/testing';
import { describe, expect, it } from 'vitest';
import { endpoint, rpc, send, toolCall, type EndpointRequestOptions } from './post.ts';

const at = await endpoint();
const NOTE = { jsonrpc: '2.0', method: 'notifications/initialized' };
const LATEST = { version: '2025-11-25' };

describe('HTTP', () => {
  it('one path takes POST; every other method is 405 with Allow: POST', async () => {
    expect((await at.post(rpc('ping'))).status).toBe(200);
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await send(at.baseUrl, at.key, null, { method });
      expect([method, status]).toEqual([method, 405]);
      expect(headers.allow?.split(', ')).toContain('POST');
      expect(headers.allow).not.toMatch(/GET|PUT|PATCH|DELETE/);
    }
  });

  it('GET for a stream is 405 and ends', async () => {
    const accept = { accept: 'text/event-stream' };
    const { status, headers } = await send(at.baseUrl, at.key, null, {
      method: 'GET',
      headers: accept,
    });
    expect(status).toBe(405);
    expect(headers['content-type']).not.toContain('event-stream');
  });

  it('DELETE, which would end a session, is 405', async () => {
    const sent = { method: 'DELETE', headers: { 'mcp-session-id': 'x' } };
    expect((await send(at.baseUrl, at.key, null, sent)).status).toBe(405);
  });

  it('a message is valid UTF-8, and one alone but for 2025-03-26', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"'),
      Buffer.from([0xff]),
      Buffer.from('"}}'),
    ]);
    const { status, json } = await at.post(broken);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { code: -32700, data: { code: 'invalid_unicode' } } });
    for (const version of ['2025-06-18', '2025-11-25']) {
      expect((await at.post([rpc('ping')], { version })).status).toBe(400);
    }
  });

  // Verifies: tools.notifications.
  it('notifications and responses are 202 without a body; an invalid one is 400 without an id', async () => {
    for (const message of [
      NOTE,
      { jsonrpc: '2.0', method: 'notifications/never-heard-of' },
      { jsonrpc: '2.0', id: 9, result: {} },
    ]) {
      const { status, text } = await at.post(message, LATEST);
      expect([status, text]).toEqual([202, '']);
    }
    const refused = await at.post({ jsonrpc: '2.0', method: 'notifications/x', params: 7 }, LATEST);
    expect(refused.status).toBe(400);
    expect(refused.json).toHaveProperty('id', null);
  });

  it('a request is answered as application/json, its JSON-RPC error too, with 200', async () => {
    for (const method of ['ping', 'no/such/method']) {
      const { status, headers } = await at.post(rpc(method), LATEST);
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    }
  });

  // Verifies: tools.accept.
  it('any Accept that allows JSON is accepted; one that excludes it is 406', async () => {
    for (const accept of [null, '*/*', 'application/json', 'text/html, application/json;q=0.1']) {
      expect((await at.post(rpc('ping'), { headers: { accept } })).status).toBe(200);
    }
    const { status, json } = await at.post(rpc('ping'), { headers: { accept: 'text/html' } });
    expect(status).toBe(406);
    expect(json).toMatchObject({ error: { data: { code: 'not_acceptable' } } });
  });

  it('only application/json, UTF-8 and not encoded, is taken; else 415', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect((await at.post(rpc('ping'), { headers: { 'content-type': type } })).status).toBe(200);
    }
    const refused: readonly NonNullable<EndpointRequestOptions['headers']>[] = [
      { 'content-type': null },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-encoding': 'gzip' },
    ];
    for (const headers of refused) {
      const { status, json } = await at.post(rpc('ping'), { headers });
      expect([status, json]).toMatchObject([
        415,
        { jsonrpc: '2.0', error: { data: { code: 'unsupported_media_type' } } },
      ]);
    }
  });

  // Verifies: tools.origin.
  it('a foreign Origin or Host is 403 before anything else, a JSON-RPC error without an id', async () => {
    const own = new URL(at.baseUrl);
    const foreign: readonly NonNullable<EndpointRequestOptions['headers']>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://localhost.evil.example:${own.port}` },
      { host: 'evil.example' },
      { host: `evil.example:${own.port}`, origin: `http://evil.example:${own.port}` },
    ];
    for (const headers of foreign) {
      const { status, json } = await at.post(rpc('ping'), { headers });
      expect([status, json]).toMatchObject([
        403,
        { error: { data: { code: 'origin_forbidden' } } },
      ]);
      expect(json).toHaveProperty('id', null);
      expect(wireProblems('2025-11-25', '', json)).toEqual([]);
    }
    const allowed = { headers: { origin: at.baseUrl } };
    expect((await at.post(rpc('ping'), allowed)).status).toBe(200);
  });

  // Verifies: tools.unsupported-version.
  it('a version header of the three is obeyed, none means 2025-03-26, any other is 400', async () => {
    for (const version of PROTOCOL_VERSIONS) {
      expect((await at.post(rpc('ping'), { version })).status).toBe(200);
    }
    for (const version of ['2024-11-05', '2024-10-07', '2026-07-28', 'latest']) {
      const { status, json } = await at.post(rpc('tools/list'), { version });
      expect(status).toBe(400);
      expect(json).toMatchObject({
        id: 1,
        error: { code: -32000, data: { supported: [...PROTOCOL_VERSIONS].reverse() } },
      });
      expect((await at.post(NOTE, { version })).status).toBe(400);
    }
    const unsaid = await at.post(toolCall('worlds_list'));
    expect(unsaid.json).not.toHaveProperty('result.structuredContent');
  });

  // Verifies: tools.stateless.
  it('no session is ever assigned, and an id that comes is ignored', async () => {
    const headers = { 'mcp-session-id': 'somebody-else' };
    const { status, headers: answered } = await at.post(rpc('ping'), { headers });
    expect(status).toBe(200);
    expect(answered['mcp-session-id']).toBeUndefined();
    const opened = await at.post(rpc('initialize', { protocolVersion: '2025-11-25' }));
    expect(opened.headers['mcp-session-id']).toBeUndefined();
  });

  // Verifies: tools.batch.
  it('a batch is taken at 2025-03-26 within its bounds, and each member answered', async () => {
    const members = [rpc('ping', {}, 'a'), NOTE, toolCall('worlds_list', {}, 2), rpc('x', {}, 3)];
    for (const sent of [{}, { version: '2025-03-26' }]) {
      const { status, json } = await at.post(members, sent);
      expect(status).toBe(200);
      expect(json).toMatchObject([
        { id: 'a', result: {} },
        { id: 2, result: { content: [{ type: 'text' }] } },
        { id: 3, error: { code: -32601 } },
      ]);
    }
    expect((await at.post([NOTE, NOTE])).status).toBe(202);
    const opened = await at.post([rpc('initialize', { protocolVersion: '2025-03-26' })]);
    expect(opened.json).toMatchObject([{ id: 1, error: { code: -32600 } }]);
    const many = Array.from({ length: 21 }, (_, id) => rpc('ping', {}, id));
    for (const refused of [[], many, [rpc('ping'), rpc('ping')]]) {
      const { status, json } = await at.post(refused);
      expect([status, json]).toMatchObject([400, { error: { code: -32600 } }]);
    }
  });

  // Verifies: tools.accept.
  it('nothing is ever streamed as events', async () => {
    const { headers } = await at.post(rpc('ping'), {
      headers: { accept: 'text/event-stream, application/json;q=0.1' },
    });
    expect(headers['content-type']).toBe('application/json');
    const only = await at.post(rpc('ping'), { headers: { accept: 'text/event-stream' } });
    expect(only.status).toBe(406);
  });
});

describe('keys without OAuth', () => {
  const wellKnown = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/api/mcp',
    '/.well-known/openid-configuration',
    '/register',
    '/authorize',
    '/token',
  ];

  // Verifies: tools.no-oauth.
  it('no authorization server is announced: each such address is 404 in JSON', async () => {
    for (const path of wellKnown) {
      for (const method of ['GET', 'POST']) {
        const { status, headers, json } = await send(at.baseUrl, at.key, null, { path, method });
        expect([path, status]).toEqual([path, 404]);
        expect(headers['content-type']).toContain('application/json');
        expect(json).toMatchObject({ ok: false, error: { code: 'not_found' } });
      }
    }
  });

  // Verifies: tools.no-oauth.
  it('every request needs its key: 401 says what to send, and never where to sign in', async () => {
    const bodies = [rpc('initialize', { protocolVersion: '2025-11-25' }), rpc('ping'), NOTE];
    for (const body of bodies) {
      const { status, headers, json } = await at.post(body, { key: null });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+"$/);
      expect(json).toMatchObject({ error: { code: -32001, data: { code: 'key_missing' } } });
      expect(json).toHaveProperty('id', null);
      expect(JSON.stringify(json)).toContain('hint');
    }
    for (const key of ['ak_short', `${at.key.slice(0, -1)}${at.key.endsWith('0') ? '1' : '0'}`]) {
      const { status, headers } = await at.post(rpc('ping'), { key });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
      expect(headers['www-authenticate']).not.toContain('resource_metadata');
    }
  });

  it('a missing scope reaches the model as a tool error on MCP and is 403 on act; no key is read from an address', async () => {
    const key = await at.keyWith(['worlds.list']);
    const call = toolCall('builder_get', { page_id: 1 });
    const { status, json, headers } = await at.post(call, { key, ...LATEST });
    expect(status).toBe(200);
    expect(headers['www-authenticate']).toBeUndefined();
    const { result } = json as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      details: { required_scope: 'builder.get' },
    });
    const act = await at.post(
      { action: 'builder.get', payload: { page_id: 1 } },
      { key, path: '/api/agent-bridge/act' },
    );
    expect(act.status).toBe(403);
    const inAddress = { key: null, path: `/api/mcp?key=${at.key}&access_token=${at.key}` };
    expect((await at.post(rpc('ping'), inAddress)).status).toBe(401);
  });

  it('a preflight is answered for origins that are allowed, and refused for others', async () => {
    const preflight = (origin: string) =>
      send(at.baseUrl, at.key, null, {
        method: 'OPTIONS',
        key: null,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
        },
      });
    const allowed = await preflight(at.baseUrl);
    expect(allowed.status).toBe(204);
    const headers = String(allowed.headers['access-control-allow-headers']).toLowerCase();
    for (const name of [
      'authorization',
      'content-type',
      'accept',
      'mcp-protocol-version',
      'mcp-session-id',
      'x-service-agent-key',
    ]) {
      expect(headers.split(/, ?/)).toContain(name);
    }
    expect(allowed.headers['access-control-allow-methods']).toContain('POST');
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    const refused = await preflight('https://evil.example');
    expect(refused.status).toBe(403);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });
});
