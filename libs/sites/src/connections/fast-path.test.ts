import { EFFECT_MIGRATIONS } from '@bridge/db';
import { fakeClock, testBase, testDb, type ConnectedTestDatabase } from '@bridge/testing';
import fc from 'fast-check';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startContentOrigin,
  type TestContentOrigin,
  type PublishedWebsite,
} from '../content-origin.fixture.ts';
import { readPlainRequest } from './plain-request.ts';

const STREAMED_CHARS = 3_000_000;
const LARGE = new RegExp(`\\r\\n\\r\\ny{${STREAMED_CHARS}}$`);

let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
let plainOrigin: TestContentOrigin;
let page: PublishedWebsite;
let large: PublishedWebsite;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  // The clock does not advance, so that two compared answers cannot differ because of the time between them.
  const clock = fakeClock(Date.now() + 86_400_000);
  const wish = { BRIDGE_CONTENT_LISTEN: '127.0.0.1:0' };
  origin = await startContentOrigin(testBase(wish, { clock }), database.db);
  const plain = { ...wish, BRIDGE_FAST_PATHS: 'off' };
  plainOrigin = await startContentOrigin(testBase(plain, { clock }), database.db, origin);
  const word = await origin.found('two-paths');
  page = await origin.publish({ html: `<!doctype html><title>x</title>${'é'.repeat(900)}`, word });
  large = await origin.publish({ html: 'y'.repeat(STREAMED_CHARS), word });
});
afterAll(async () => {
  await plainOrigin.stop();
  await origin.stop();
  await database.close();
});

/** Reads complete answers one by one from a connection. */
class AnswerReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #ended = false;
  #wake = (): void => undefined;

  constructor(socket: Socket) {
    socket.on('data', (bytes) => {
      this.#chunks.push(bytes);
      this.#length += bytes.byteLength;
      this.#wake();
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        this.#ended = true;
        this.#wake();
      });
  }

  /** Returns the next answer without its Date header, or the bytes received so far when the connection ends first. */
  async next(hasBody: boolean): Promise<string> {
    for (let least = 0; ;) {
      while (this.#length < least && !this.#ended) await this.#more();
      const bytes = Buffer.concat(this.#chunks);
      this.#chunks = [bytes];
      const head = bytes.indexOf('\r\n\r\n');
      const text = bytes.toString('latin1', 0, Math.max(head, 0));
      const length = hasBody ? Number(/^content-length: ([0-9]+)$/im.exec(text)?.[1] ?? 0) : 0;
      least = head === -1 ? this.#length + 1 : head + 4 + length;
      if (this.#length < least && !this.#ended) continue;
      const answer = bytes.toString('latin1', 0, least);
      this.#chunks = [bytes.subarray(least)];
      this.#length = Math.max(0, this.#length - least);
      return answer.replace(/^date: .*\r\n/im, '');
    }
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

async function open(
  port = origin.port,
): Promise<{ readonly socket: Socket; readonly reader: AnswerReader }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return { socket, reader: new AnswerReader(socket) };
}

async function firstAnswer(bytes: Buffer, port = origin.port): Promise<string> {
  const { socket, reader } = await open(port);
  socket.write(bytes);
  const answer = await reader.next(!bytes.toString('latin1').trimStart().startsWith('HEAD '));
  socket.destroy();
  return answer;
}

const requestFor = (host: string, path = '/', more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
const textOf = (answer: string) => Buffer.from(bodyOf(answer), 'latin1').toString();

/** Generates requests of which most are nearly valid. */
function requests(etag: string): fc.Arbitrary<string> {
  const snapshot = `/~snapshots/${page.snapshotId}/`;
  const method = fc.nat(9).map((n) => ['HEAD', 'HEAD', 'get', 'POST'][n] ?? 'GET');
  const any = fc.string({ unit: 'binary-ascii' });
  const target = fc.oneof(
    fc.constantFrom('/', '/?q=1', snapshot, `${snapshot}archive.zip`, '/~snapshots', '/%2e%2e/'),
    fc.constantFrom(`/p/${page.pageId}/`, '/w/two-paths/', '/robots.txt', '/feed.atom', '//'),
    fc.constantFrom('/a b', '/#x', '/"', '/\\', '/{', '*', 'http://x/'),
    any.map((text) => `/${text}`),
  );
  const host = fc.constantFrom(
    page.host,
    page.host,
    'localhost:4001',
    'two-paths.localhost:4001',
    'x',
    '',
  );
  const version = fc.nat(19).map((n) => ['HTTP/1.0', 'HTTP/2', ''][n] ?? 'HTTP/1.1');
  const known = fc.constantFrom(
    'Connection: keep-alive',
    'Connection: close',
    'Connection: upgrade\r\nUpgrade: websocket',
    'Content-Length: 0',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding : chunked',
    'Expect: 100-continue',
    'Host: two',
    'Range: bytes=0-3',
    'Range: bytes=-5',
    'Range: bytes=9999999-',
    'range:bytes=1-2\r\nRANGE: bytes=3-4',
    `If-Range: ${etag}\r\nRange: bytes=7-70`,
    'If-None-Match: *',
    `If-None-Match: ${etag}`,
    `If-None-Match: "x", ${etag}`,
    'Accept-Encoding: gzip, br',
    'Accept-Encoding: identity\r\nAccept-Encoding: br',
    'Service-Worker: script',
    'Sec-Fetch-Dest: serviceworker',
    'Cookie: a=b',
    ' folded: line',
    'empty:',
    'X: \t padded \t ',
  );
  const odd = fc.tuple(any, any).map(([name, value]) => `${name}:${value}`);
  const header = fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: odd });
  const headers = fc.array(header, { maxLength: 3 });
  return fc
    .tuple(method, target, host, version, headers, fc.nat(30))
    .map(([verb, path, name, http, more, ending]) => {
      const lines = [`${verb} ${path} ${http}`, `Host: ${name}`, ...more, '', ''];
      return lines.join(ending === 0 ? '\n' : '\r\n');
    });
}

test('the fast path gives the same answer as node:http to any request', async () => {
  const { headers } = await origin.get(page.host, '/');
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(requests(headers.etag ?? ''), async (text) => {
      const bytes = Buffer.from(text, 'latin1');
      if (readPlainRequest(bytes) === null) return;
      plain += 1;
      // HTTP allows an empty line before a request. The fast path does not parse such a request, so node:http answers it.
      const behindLine = Buffer.concat([Buffer.from('\r\n'), bytes]);
      expect(readPlainRequest(behindLine)).toBeNull();
      const answer = await firstAnswer(bytes);
      expect(await firstAnswer(behindLine)).toBe(answer);
      expect(await firstAnswer(bytes, plainOrigin.port)).toBe(answer);
    }),
    { numRuns: 2_000 },
  );
  expect(plain).toBeGreaterThan(200);
});

test('one connection may ask plainly, in pieces, twice at once and by HEAD: each answer comes whole and in order', async () => {
  const { socket, reader } = await open();
  const ask = requestFor(page.host);
  socket.write(ask);
  const first = await reader.next(true);
  socket.write(ask);
  expect(await reader.next(true)).toBe(first);
  socket.write(ask.replace('GET', 'HEAD'));
  expect(bodyOf(await reader.next(false))).toBe('');
  socket.write(`${ask}${ask.slice(0, 20)}`);
  expect(await reader.next(true)).toBe(first);
  socket.write(ask.slice(20));
  expect(await reader.next(true)).toBe(first);
  socket.write(ask);
  expect(await reader.next(true)).toBe(first);
  socket.destroy();
});

test('what is streamed leaves its connection fit for the next request', async () => {
  const { socket, reader } = await open();
  for (let round = 0; round < 20; round += 1) {
    socket.write(requestFor(large.host));
    expect(await reader.next(true)).toMatch(LARGE);
    socket.write(requestFor(page.host));
    expect(textOf(await reader.next(true))).toBe(page.html);
  }
  socket.destroy();
});

test('a client that sends without reading gets all answers in order once it reads', async () => {
  const { socket, reader } = await open();
  socket.pause();
  const hosts = [large.host, page.host, large.host, page.host];
  for (const host of hosts) socket.write(requestFor(host));
  socket.resume();
  for (const host of hosts) {
    const answer = await reader.next(true);
    if (host === large.host) expect(answer).toMatch(LARGE);
    else expect(textOf(answer)).toBe(page.html);
  }
  socket.destroy();
});

test('a client that has ended its sending side still gets the answer', async () => {
  for (const { host } of [page, large]) {
    const { socket, reader } = await open();
    socket.end(requestFor(host));
    const answer = await reader.next(true);
    expect(bodyOf(answer)).toHaveLength(Number(/content-length: ([0-9]+)/i.exec(answer)?.[1]));
    await once(socket, 'close');
  }
});

test.each([
  ['two requests', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['content', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'],
  ['chunks', 'GET / HTTP/1.1\r\nHost: x\r\ntransfer-ENCODING: chunked\r\n\r\n'],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
  ['a space before a colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: x\r\n y: z\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: x\ry: z\r\n\r\n'],
  ['a NUL in a value', 'GET / HTTP/1.1\r\nHost: x\0\r\n\r\n'],
  ['a byte above ASCII', 'GET / HTTP/1.1\r\nHost: x\r\ny: \xe9\r\n\r\n'],
  ['8 KB of header', `GET / HTTP/1.1\r\nHost: x\r\ny: ${'z'.repeat(8_192)}\r\n\r\n`],
])('a request with %s is left to node:http', (_what, text) => {
  expect(readPlainRequest(Buffer.from(text, 'latin1'))).toBeNull();
});
