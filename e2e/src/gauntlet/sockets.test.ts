import { PUBLIC_PATHS } from '@bridge/contracts';
import { until } from '@bridge/testing';
import { describe, expect, it } from 'vitest';
import { product, stage } from '../stage.ts';
import { actHead, parseRawResponse, openRaw, raw, type RawSocket } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));
const { host } = new URL(product().baseUrl);
const KEY = `Authorization: Bearer ${one.secret}`;
const JSON_TYPE = 'Content-Type: application/json';
const LIST = '{"action":"worlds.list"}';

const SLOW_SOCKETS = 250;
/**
 * Maximum time in ms until the server closes a slow connection. It allows 10 s for the headers and checks every 2 s; the rest
 * is for a busy machine.
 */
const CLOSED_MS_MAX = 25_000;
const DRIP_MS = 1_000;

describe('idle and slow sockets', { timeout: 90_000 }, () => {
  // Verifies: safety.slow-clients.
  it('the server closes five hundred slow clients, and serves other clients meanwhile', async () => {
    const open = (head: string): Promise<RawSocket[]> =>
      Promise.all(
        Array.from({ length: SLOW_SOCKETS }, async () => {
          const slow = await openRaw();
          slow.socket.write(head);
          return slow;
        }),
      );
    const inHeaders = await open(`POST ${PUBLIC_PATHS.act} HTTP/1.1\r\nHost: ${host}\r\n`);
    const inBody = await open(actHead(KEY, JSON_TYPE, 'Content-Length: 100000'));
    const all = [...inHeaders, ...inBody];
    const drips = setInterval(() => {
      for (const { socket } of inHeaders) if (socket.writable) socket.write('X');
      for (const { socket } of inBody) if (socket.writable) socket.write(' ');
    }, DRIP_MS);
    try {
      let served = 0;
      await until(
        'every slow socket to be closed',
        async () => {
          if ((await one.on('act')('worlds.list', {})).ok) served += 1;
          return all.every(({ socket }) => socket.closed);
        },
        CLOSED_MS_MAX,
      );
      expect(served).toBeGreaterThan(0);
      const statuses = new Set(all.map(({ received }) => parseRawResponse(received()).status));
      expect([...statuses]).toEqual([408]);
    } finally {
      clearInterval(drips);
      for (const { socket } of all) socket.destroy();
    }
  });
});

describe('a request that two servers could parse differently', () => {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['the same length twice', ['Content-Length: 5', 'Content-Length: 5']],
    ['a list of lengths', ['Content-Length: 5, 6']],
    ['a length with a sign', ['Content-Length: +5']],
    ['a negative length', ['Content-Length: -1']],
    ['a length in hexadecimal', ['Content-Length: 0x5']],
    ['a length beyond all numbers', [`Content-Length: ${'9'.repeat(40)}`]],
    ['a blank before the colon', ['Transfer-Encoding : chunked']],
    ['a folded line', ['X-A: 1', ' folded']],
    ['an encoding that is none', ['Transfer-Encoding: xchunked']],
    ['chunks, but not last', ['Transfer-Encoding: chunked, gzip']],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']],
    ['a second Host', [`Host: ${host}`]],
    ['a NUL in a header', ['X-A: a\u0000b']],
    ['a bare CR in a header', ['X-A: a\rX-B: b']],
    ['a header without a name', [': x']],
  ];
  // Verifies: safety.smuggling.
  it.each(lines)('%s: 400, and the connection is closed', async (_, headers) => {
    // A server that interprets Content-Length differently would read the rest of the body as a second request (request smuggling).
    const smuggled = `hello\r\n\r\nGET ${PUBLIC_PATHS.bridge} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const { status, text } = await raw(actHead(KEY, JSON_TYPE, ...headers) + smuggled);
    expect(status).toBe(400);
    expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    expect(text).toContain('"ok":false');
  });

  it('a chunk whose size is no number ends the request, not the process', async () => {
    for (const size of ['zz', '-1', 'ffffffffffffffffff', '5;ext\u0000']) {
      const { text } = await raw(
        actHead(KEY, JSON_TYPE, 'Transfer-Encoding: chunked'),
        `${size}\r\nhello\r\n0\r\n\r\n`,
      );
      expect([size, text.includes(' 200 ')]).toEqual([size, false]);
    }
  });
});

it('header floods are 413, by size and by count, and the connection is closed', async () => {
  const floods = [
    `X-Big: ${'x'.repeat(20_000)}`,
    Array.from({ length: 3_000 }, (_, n) => `X-${n}: 1`).join('\r\n'),
    `Cookie: ${'a=b; '.repeat(5_000)}`,
  ];
  for (const flood of floods) {
    const { status, code } = await raw(
      `GET ${PUBLIC_PATHS.bridge} HTTP/1.1\r\nHost: ${host}\r\n${flood}\r\n\r\n`,
    );
    expect([flood.slice(0, 12), status, code]).toEqual([
      flood.slice(0, 12),
      413,
      'payload_too_large',
    ]);
  }
  const longTarget = await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect([413, 414]).toContain(longTarget.status);
});

// Verifies: safety.half-closed.
it('a client that closes its sending half still reads its whole answer', async () => {
  const { socket, received, closed } = await openRaw();
  socket.end(actHead(KEY, JSON_TYPE, `Content-Length: ${LIST.length}`) + LIST);
  await closed;
  expect(parseRawResponse(received())).toMatchObject({ status: 200, code: 'ok' });
});

it('a client that closes its sending half in the middle of a body is closed', async () => {
  const { socket, received, closed } = await openRaw();
  socket.end(`${actHead(KEY, JSON_TYPE, 'Content-Length: 100000')}{"action":`);
  await closed;
  expect(received()).not.toContain(' 200 ');
});

it('requests sent without waiting for answers are answered in their order', async () => {
  const one100 = (action: string): string => {
    const body = `{"action":"${action}"}`;
    return actHead(KEY, JSON_TYPE, `Content-Length: ${body.length}`) + body;
  };
  const last = `GET ${PUBLIC_PATHS.bridge} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const { text } = await raw(
    one100('worlds.list') + one100('no.such') + one100('worlds.list') + last,
  );
  const statuses = [...text.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => status);
  expect(statuses).toEqual(['200', '400', '200', '200']);
});

it('bytes that are no HTTP (TLS, another protocol, noise) get an error and the connection is closed', async () => {
  const hello = Buffer.from('16030100c8010000c40303', 'hex');
  const bytes = [
    hello,
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from([0, 1, 2, 3, 255, 10, 10]),
    Buffer.from('GET /\r\n\r\n'),
    Buffer.from('GET / HTTP/9.9\r\n\r\n'),
  ];
  for (const noise of bytes) expect([0, 400, 403, 505]).toContain((await raw(noise)).status);
});
