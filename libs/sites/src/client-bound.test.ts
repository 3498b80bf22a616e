import { EFFECT_MIGRATIONS } from '@bridge/db';
import { metricsText } from '@bridge/kernel';
import { gaugeIn, testBase, testDb, until, type ConnectedTestDatabase } from '@bridge/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startContentOrigin, type TestContentOrigin } from './content-origin.fixture.ts';

/** Maximum number of connections of one client. Spec: limits.sockets. */
const OPEN_MAX = 50;
/** Number of 4-byte characters of a page that is larger than all socket buffers (10 MB), so that sending waits for the client. */
const LONG_CHARS = 4_000_000;

let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
const sockets: Socket[] = [];
beforeEach(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await origin.stop();
  await database.close();
});
const start = async (hops: string): Promise<void> => {
  const wish = { BRIDGE_CONTENT_LISTEN: '127.0.0.1:0', BRIDGE_PROXY_HOPS: hops };
  origin = await startContentOrigin(testBase(wish), database.db);
};

/** Opens a connection; `heard` returns the text received so far. */
async function opened(): Promise<{ readonly socket: Socket; heard(): string }> {
  const socket = connect(origin.port, '127.0.0.1');
  let heard = '';
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return {
    socket,
    heard: () => {
      heard += (socket.read() as Buffer | null)?.toString('latin1') ?? '';
      return heard;
    },
  };
}
const counted = async (): Promise<number> =>
  gaugeIn(await metricsText(), 'client_connections{origin="content"}');

// Verifies: safety.crowd, limits.sockets.
test('one address has fifty connections, idle or not; one more is answered 503 and closed', async () => {
  await start('0');
  for (let n = 0; n < OPEN_MAX; n += 1) await opened();
  await until('fifty to be counted', async () => (await counted()) === OPEN_MAX);
  const { socket, heard } = await opened();
  socket.resume();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await until('the refusal', () => socket.closed);
  expect(text + heard()).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1/);
  sockets[0]?.destroy();
  await until('a connection to be free', async () => (await counted()) < OPEN_MAX);
  expect((await origin.get('localhost:4001', '/')).status).not.toBe(503);
});

test('two Host headers are 400 and the end of the connection; no request after them is answered', async () => {
  await start('0');
  const { socket } = await opened();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const plain = 'GET /robots.txt HTTP/1.1\r\nHost: localhost:4001\r\n\r\n';
  socket.write(`GET / HTTP/1.1\r\nHost: localhost:4001\r\nHost: localhost:4001\r\n\r\n${plain}`);
  await until('the end of the connection', () => socket.closed);
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
});

test('a target of another host is 400 and the end of the connection', async () => {
  await start('0');
  const { socket } = await opened();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const plain = 'GET /robots.txt HTTP/1.1\r\nHost: localhost:4001\r\n\r\n';
  socket.write(`GET http://example.org/ HTTP/1.1\r\nHost: localhost:4001\r\n\r\n${plain}`);
  await until('the end of the connection', () => socket.closed);
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
});

// Verifies: safety.crowd.
test('behind a proxy a client has fifty answers that it does not read, and others are answered', async () => {
  await start('1');
  const word = await origin.found('slow-reader');
  const { host } = await origin.publish({ html: '🌊'.repeat(LONG_CHARS), word });
  const get = (client: string, more = ''): string =>
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${client}\r\n${more}\r\n`;
  const status = async (client: string, more = ''): Promise<string> => {
    const { socket, heard } = await opened();
    socket.write(get(client, more));
    const text = await until('an answer', heard);
    socket.destroy();
    return text.slice(9, 12);
  };
  for (let n = 0; n < OPEN_MAX; n += 1) {
    const { socket } = await opened();
    // The fast path and node:http must both count answers: every second request has a header that only node:http handles.
    socket.write(get('203.0.113.7', n % 2 === 0 ? '' : 'Proxy-Connection: keep-alive\r\n'));
  }
  await until('fifty to be counted', async () => (await counted()) === OPEN_MAX);
  expect(await status('203.0.113.7')).toBe('503');
  expect(await status('203.0.113.7', 'Proxy-Connection: keep-alive\r\n')).toBe('503');
  expect(await status('203.0.113.8')).toBe('200');
  for (const socket of sockets) socket.resetAndDestroy();
  await until('all of it to be given back', async () => (await counted()) === 0);
  expect(await status('203.0.113.7')).toBe('200');
});
