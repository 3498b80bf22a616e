import { PUBLIC_PATHS } from '@bridge/contracts';
import { describe, expect, it } from 'vitest';
import { rpc, send } from '../mcp/post.ts';
import { create, product, stage, visit } from '../stage.ts';
import { parseRawResponse, openRaw, raw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));
const { baseUrl, contentUrl } = product();
const [app, content] = [new URL(baseUrl), new URL(contentUrl)];

describe('a Host that is not ours', () => {
  const foreign = [
    'evil.example',
    `evil.example:${app.port}`,
    `localhost.evil.example:${app.port}`,
    `127.0.0.1.evil.example:${app.port}`,
    `localhost:${content.port}`,
    `localhost:${app.port}@evil.example`,
    `evil.example#localhost:${app.port}`,
    'localhost',
    '',
  ];
  // Verifies: safety.foreign-origin.
  it.each(foreign)('%j is refused by API, MCP and console alike', async (host) => {
    for (const path of [
      '/',
      PUBLIC_PATHS.bridge,
      PUBLIC_PATHS.act,
      PUBLIC_PATHS.mcp,
      '/console',
      '/nowhere',
    ]) {
      const received = await raw(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect([path, received.status, received.code]).toEqual([path, 403, 'origin_forbidden']);
    }
  });

  it.each([
    'evil.example',
    `evil.example:${content.port}`,
    `localhost:${app.port}`,
    `p1.evil.example:${content.port}`,
  ])('%j gets nothing of the content origin', async (host) => {
    const { socket, received, closed } = await openRaw(Number(content.port));
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await closed;
    const { status, text } = parseRawResponse(received());
    expect([403, 404, 421]).toContain(status);
    expect(text.toLowerCase()).not.toContain('set-cookie');
  });
});

it.each([
  'https://evil.example',
  'null',
  `http://localhost.evil.example:${app.port}`,
  `http://localhost:${content.port}`,
  'file://',
  `${baseUrl}.evil.example`,
  `http://p1.localhost:${content.port}`,
])('Origin %s may not call MCP or act, key or no key', async (origin) => {
  for (const [path, body] of [
    [PUBLIC_PATHS.mcp, rpc('ping')],
    [PUBLIC_PATHS.act, { action: 'worlds.list' }],
  ] as const) {
    for (const key of [one.secret, null]) {
      const answer = await send(baseUrl, one.secret, JSON.stringify(body), {
        path,
        key,
        headers: { origin },
      });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.text).toContain('origin_forbidden');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  }
});

// Verifies: safety.proxy-trust.
it('no header of a client moves a link: every address is the configured one', async () => {
  const spoof = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    forwarded: 'host=evil.example;proto=https',
  };
  for (const path of [
    PUBLIC_PATHS.bridge,
    PUBLIC_PATHS.manifest,
    PUBLIC_PATHS.llms,
    PUBLIC_PATHS.serverCard,
  ]) {
    const plain = await send(baseUrl, '', null, { path, key: null, method: 'GET' });
    const spoofed = await send(baseUrl, '', null, {
      path,
      key: null,
      method: 'GET',
      headers: spoof,
    });
    const apart = (text: string): string => text.replaceAll(/req_[0-9a-z]+/g, 'req');
    expect([path, spoofed.status, apart(spoofed.text)]).toEqual([path, 200, apart(plain.text)]);
  }
  const page = await create(one.on('act'), one.word);
  const body = JSON.stringify({ action: 'builder.get', payload: { page_id: page.page_id } });
  const { text } = await send(baseUrl, one.secret, body, {
    path: PUBLIC_PATHS.act,
    headers: spoof,
  });
  expect(text).not.toContain('evil');
  expect(JSON.parse(text)).toMatchObject({ result: { website: { editor_url: page.editor_url } } });
  const dashboard = await visit(`${content.protocol}//${one.word}.${content.host}/`, {
    headers: spoof,
  });
  expect([dashboard.status, dashboard.text.includes('evil')]).toEqual([200, false]);
});

it.each(['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'get'])(
  'API8 %s is refused on every kind of address',
  async (method) => {
    for (const path of ['/', PUBLIC_PATHS.act, PUBLIC_PATHS.mcp, PUBLIC_PATHS.bridge, '/console']) {
      const target = method === 'CONNECT' ? 'evil.example:443' : path;
      const { status, text } = await raw(
        `${method} ${target} HTTP/1.1\r\nHost: ${app.host}\r\nX-Secret: reflected\r\nConnection: close\r\n\r\n`,
      );
      expect([0, 400, 404, 405]).toContain(status);
      expect(text).not.toContain('reflected');
    }
  },
);
