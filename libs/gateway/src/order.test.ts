import { makeAgentKey } from '@bridge/kernel';
import {
  type TestHttpResponse,
  type GatewayTestRig,
  answerOf,
  startGateway,
} from '@bridge/testing';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
let key: string;
beforeAll(async () => {
  rig = await startGateway();
  key = await rig.key(['worlds.list', 'builder.get']);
});
afterAll(() => rig.stop());

const ACT = '/api/agent-bridge/act';
const LIST = '{"action":"worlds.list"}';
const code = ({ json }: TestHttpResponse): string => json?.error?.code;
const send = async (path: string, init: RequestInit = {}): Promise<TestHttpResponse> =>
  answerOf(await fetch(`${rig.base}${path}`, init));

// Verifies: actions.first-refusal.
describe('of several errors the first in the order of checks is returned', () => {
  const broken = '{"action":';
  test.each([
    [
      'content type before key',
      { 'content-type': 'text/plain' },
      null,
      broken,
      'unsupported_media_type',
    ],
    ['encoding before key', { 'content-encoding': 'gzip' }, null, broken, 'unsupported_media_type'],
    ['origin before key', { origin: 'https://evil.example' }, null, broken, 'origin_forbidden'],
    ['key before JSON', {}, null, broken, 'key_missing'],
    [
      'form of the key before JSON',
      { authorization: 'Bearer ak_short' },
      null,
      broken,
      'key_malformed',
    ],
    ['JSON before action', {}, 'key', broken, 'invalid_json'],
    [
      'repeated names before action',
      {},
      'key',
      '{"action":"nope","action":"nope"}',
      'invalid_json',
    ],
    ['action before scope', {}, 'key', '{"action":"nope"}', 'unknown_action'],
    [
      'availability before scope',
      {},
      'key',
      '{"action":"pages.generate","payload":{"x":1}}',
      'not_configured',
    ],
    [
      'scope before schema',
      {},
      'key',
      '{"action":"worlds.found","payload":{"x":1}}',
      'insufficient_scope',
    ],
    [
      'schema before the page',
      {},
      'key',
      '{"action":"builder.get","payload":{"page_id":0}}',
      'invalid_input',
    ],
    [
      'the page last',
      {},
      'key',
      '{"action":"builder.get","payload":{"page_id":7}}',
      'page_not_found',
    ],
  ] as const)('%s', async (_, headers, who, body, expected) => {
    expect(code(await rig.act(who === null ? null : key, body, headers))).toBe(expected);
  });

  // Verifies: actions.key-before-body.
  test('a request without a key is answered while its body is still being sent', async () => {
    const head = `POST ${ACT} HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nContent-Type: application/json\r\n`;
    const answer = await rig.raw(`${head}Content-Length: 60000000\r\n\r\n{"act`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    const asked = await rig.raw(`${head}Expect: 100-continue\r\nContent-Length: 60000000\r\n\r\n`);
    expect(asked).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('and a client that keeps sending still reads the refusal', async () => {
    const answer = await rig.act(null, new Uint8Array(20_000_000));
    expect(answer.status).toBe(401);
  });

  test('a client with Expect: 100-continue gets 100 once it is admitted', async () => {
    const asked = request(new URL(ACT, rig.base), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': LIST.length,
        expect: '100-continue',
      },
    });
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.end(LIST);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });
});

describe('the key', () => {
  const list = { action: 'worlds.list' };
  const raw = async (...headers: readonly string[]): Promise<string> => {
    const body = JSON.stringify(list);
    const lines = [
      `Host: ${new URL(rig.base).host}`,
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${body.length}`,
      ...headers,
    ];
    const text = await rig.raw(`POST ${ACT} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    return `${text.slice(9, 12)} ${/"code":"([a-z_]+)"/.exec(text)?.[1] ?? 'ok'}`;
  };
  test('comes in either header, in both when they agree, and its scheme in any case', async () => {
    expect(await raw(`Authorization: Bearer ${key}`)).toBe('200 ok');
    expect(await raw(`authorization: bearer ${key}`)).toBe('200 ok');
    expect(await raw(`X-Service-Agent-Key: ${key}`)).toBe('200 ok');
    expect(await raw(`X-Service-Agent-Key: ${key}`, `Authorization: BEARER ${key}`)).toBe('200 ok');
  });
  // Verifies: keys.refusals.
  test('is refused when it is ambiguous, malformed, unknown or absent', async () => {
    const other = makeAgentKey();
    expect(await raw(`Authorization: Bearer ${key}`, `X-Service-Agent-Key: ${other}`)).toBe(
      '400 ambiguous_credentials',
    );
    expect(await raw(`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`)).toBe(
      '400 ambiguous_credentials',
    );
    expect(await raw(`X-Service-Agent-Key: ${key}`, `X-Service-Agent-Key: ${key}`)).toBe(
      '400 ambiguous_credentials',
    );
    expect(await raw(`Authorization: Bearer ${key} x`)).toBe('401 key_malformed');
    expect(
      await raw(`Authorization: Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
    ).toBe('401 key_malformed');
    expect(await raw(`Authorization: Bearer ${other}`)).toBe('401 key_invalid');
    expect(await raw('Authorization: Basic dXNlcjpwYXNz')).toBe('401 key_missing');
    expect(await raw()).toBe('401 key_missing');
  });
  test('never comes back in an answer', async () => {
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const { text, headers } = await rig.act(wrong, list);
    expect(text).not.toContain(wrong.slice(3, 20));
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="agent-bridge", error="invalid_token"',
    );
  });
});

describe('the headers of a body', () => {
  test.each([
    'text/plain',
    'application/json\ta',
    'application/json x',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('content type %j is refused', async (type) => {
    const answer = await rig.raw(
      `POST ${ACT} HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}\r\nConnection: close\r\nContent-Length: 24\r\n\r\n{"action":"worlds.list"}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 415 [\s\S]*"code":"unsupported_media_type"/);
  });
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ])('content type %s is fine', async (type) => {
    expect((await rig.act(key, { action: 'worlds.list' }, { 'content-type': type })).status).toBe(
      200,
    );
  });
  test('a length over the limit is refused before anything is read, chunks once they exceed it', async () => {
    const head = `POST ${ACT} HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const answer = await rig.raw(`${head}Content-Length: 68157441\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"bytes_max":67108864/);
    const chunk = `100000\r\n${' '.repeat(1_048_576)}\r\n`;
    expect(await rig.raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(65)}`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });
  test('a body in chunks is read like any other', async () => {
    const answer = await rig.raw(
      `POST ${ACT} HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"action"\r\nf\r\n:"worlds.list"}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"worlds":\[\]/);
  });
  test('smuggling and broken HTTP are refused in the envelope, and the connection closed', async () => {
    const host = `Host: ${new URL(rig.base).host}\r\n`;
    for (const lines of [
      `${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`,
      `${host}Content-Length: 5\r\nContent-Length: 6\r\n`,
      `${host}Transfer-Encoding : chunked\r\n`,
      `${host} folded\r\n`,
      `${host}${host}Connection: close\r\n`,
    ]) {
      const answer = await rig.raw(`POST ${ACT} HTTP/1.1\r\n${lines}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"ok":false/);
    }
    expect(await rig.raw('nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*not well-formed HTTP/,
    );
    expect(await rig.raw(`GET / HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });
});

describe('addresses', () => {
  test('Host and Origin that are not ours are refused everywhere', async () => {
    for (const path of ['/', ACT, '/api/mcp', '/console', '/nowhere'])
      expect(
        await rig.raw(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 403 [\s\S]*origin_forbidden/);
    for (const path of [ACT, '/api/mcp'])
      expect(
        await send(path, {
          method: 'POST',
          headers: { origin: 'null', 'content-type': 'application/json' },
        }),
      ).toMatchObject({ status: 403 });
  });
  test('the other names of this machine are ours', async () => {
    const { port } = new URL(rig.base);
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `LOCALHOST:${port}`,
    ])
      expect(
        await rig.raw(
          `GET /api/agent-bridge HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        ),
      ).toMatch(/^HTTP\/1\.1 200 /);
  });
  test('an unknown path is a JSON 404, also where clients look for OAuth', async () => {
    for (const path of [
      '/nowhere',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/api/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/register',
      '/api/auth/sign-in/social',
      '/api/auth/ok',
      '/api/agent-bridge/',
      '/%',
    ])
      for (const method of ['GET', 'POST']) {
        const answer = await send(path, { method });
        expect(answer).toMatchObject({
          status: 404,
          json: { ok: false, error: { code: 'not_found' } },
        });
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
  });
  test('a wrong method is 405 with the right ones', async () => {
    const allow = async (method: string, path: string): Promise<string> => {
      const { status, headers, json } = await send(path, { method });
      expect([status, json?.error?.data?.code ?? json?.error?.code]).toEqual([
        405,
        'method_not_allowed',
      ]);
      return headers.get('allow') ?? '';
    };
    expect(await allow('GET', ACT)).toBe('POST');
    expect(await allow('DELETE', '/api/mcp')).toBe('POST');
    expect(await allow('PUT', '/api/agent-bridge/keys')).toBe('GET, HEAD, POST');
    expect(await allow('POST', '/api/agent-bridge')).toBe('GET, HEAD');
    expect(await allow('POST', '/console/keys')).toBe('GET, HEAD');
  });
  // Verifies: safety.app-headers.
  test('every answer has the headers of the app origin', async () => {
    for (const path of ['/nowhere', '/api/agent-bridge', ACT]) {
      const { headers } = await send(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });
  test('HEAD answers as GET without a body', async () => {
    const response = await fetch(`${rig.base}/api/agent-bridge`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
