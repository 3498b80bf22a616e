import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeOutbound } from './outbound.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server | SocketServer, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const serve = (answer: RequestListener, host?: string) => listen(createServer(answer), host);
const loopback = makeOutbound({ reach: 'loopback' });

test('sends method, path, headers and body, and gives the answer as it came', async () => {
  const port = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method, url, headers } = request;
      response.writeHead(418, { 'x-kind': 'teapot' });
      response.end(
        JSON.stringify({ method, url, host: headers.host, one: headers['x-one'], body }),
      );
    });
  });
  const { status, headers, body } = await loopback.send({
    method: 'POST',
    url: `http://127.0.0.1:${port}/a/b?c=d`,
    headers: { 'x-one': '1', host: 'forged.example' },
    body: 'é',
  });
  expect(status).toBe(418);
  expect(headers['x-kind']).toBe('teapot');
  expect(JSON.parse(body.toString())).toEqual({
    method: 'POST',
    url: '/a/b?c=d',
    host: `127.0.0.1:${port}`,
    one: '1',
    body: 'é',
  });
});

// Verifies: safety.outbound-pinned.
test('connects to the address that was checked, though the name resolves to another one by then', async () => {
  const seen: string[] = [];
  const port = await serve((request, response) => {
    seen.push(request.headers.host ?? '');
    response.end('first');
  });
  let asked = 0;
  const rebinding = makeOutbound({
    reach: 'loopback',
    // The second resolution of the name gives an address without a server, so the request fails if the name is resolved twice.
    resolve: () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '127.0.0.2']),
  });
  const url = `http://hook.example:${port}/`;
  const { body } = await rebinding.send({ method: 'GET', url });
  expect([body.toString(), seen, asked]).toEqual(['first', [`hook.example:${port}`], 1]);
});

// Verifies: safety.outbound-pinned.
test('checks the name again for each request: one that turned private is refused before a connection', async () => {
  let connections = 0;
  const port = await serve((_request, response) => {
    connections += 1;
    response.end('ok');
  });
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  const rebinding = makeOutbound({
    reach: 'loopback',
    resolve: () => Promise.resolve(answers.shift() ?? []),
  });
  const url = `http://hook.example:${port}/`;
  await rebinding.check(url);
  await expect(rebinding.send({ method: 'POST', url })).rejects.toMatchObject({
    kind: 'refused_address',
    isSent: false,
  });
  expect(connections).toBe(0);
});

// Verifies: safety.outbound-bounded.
test('follows no redirect, and tells where it leads', async () => {
  let reached = 0;
  const inner = await serve((_request, response) => {
    reached += 1;
    response.end('secret');
  });
  const port = await serve((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner}/` });
    response.end();
  });
  const sent = loopback.send({ method: 'GET', url: `http://127.0.0.1:${port}/` });
  const location = `http://127.0.0.1:${inner}/`;
  await expect(sent).rejects.toMatchObject({ kind: 'redirect', isSent: true, location });
  expect(reached).toBe(0);
});

describe('an answer', () => {
  const get = (port: number, limits = {}) =>
    loopback.send({ method: 'GET', url: `http://127.0.0.1:${port}/`, ...limits });

  // Verifies: safety.outbound-bounded.
  test('that is larger than its limit is broken off', async () => {
    let written = 0;
    const port = await serve((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.byteLength;
      };
      response.on('drain', write);
      write();
    });
    await expect(get(port)).rejects.toMatchObject({ kind: 'too_large', isSent: true });
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  // Verifies: safety.outbound-bounded.
  test.each<[string, RequestListener]>([
    ['never begins', () => undefined],
    ['never ends', (_request, response) => void response.write('a')],
  ])('that %s ends as a timeout', async (_what, answer) => {
    const port = await serve(answer);
    await expect(get(port, { timeoutMs: 200 })).rejects.toMatchObject({
      kind: 'timeout',
      isSent: true,
    });
  });

  test('that is cut off is broken, and so is one that is no HTTP', async () => {
    const cut = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      response.socket?.destroySoon();
    });
    await expect(get(cut)).rejects.toMatchObject({ kind: 'broken', isSent: true });
    const noise = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    const port = await listen(noise);
    await expect(get(port)).rejects.toMatchObject({ kind: 'broken' });
  });

  // Verifies: safety.outbound-bounded.
  test('that changes the protocol is broken', async () => {
    const upgrading = createSocketServer((socket) => {
      socket.once('data', () => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        );
      });
    });
    await expect(get(await listen(upgrading))).rejects.toMatchObject({
      kind: 'broken',
      isSent: true,
    });
  });

  test('from nobody: what does not listen is surely not reached', async () => {
    const port = await serve(() => undefined);
    for (const close of closers.splice(0)) close();
    await expect(get(port)).rejects.toMatchObject({ kind: 'unreachable', isSent: false });
  });

  test('a name that takes too long to resolve ends in time', async () => {
    const slow = makeOutbound({ reach: 'public', resolve: () => new Promise(() => undefined) });
    const sent = slow.send({ method: 'GET', url: 'https://hook.example/', timeoutMs: 100 });
    await expect(sent).rejects.toMatchObject({ kind: 'unresolved', isSent: false });
  });
});

// Verifies: safety.outbound-pinned.
test('a proxy is asked for a tunnel to the checked address, never to the name', async () => {
  const port = await serve((_request, response) => void response.end('through'));
  const asked: (string | undefined)[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(request.url, request.headers['proxy-authorization']);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const through = makeOutbound({
    reach: 'loopback',
    proxy: `http://user:pass@127.0.0.1:${await listen(proxy)}`,
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
  const { body } = await through.send({ method: 'GET', url: `http://hook.example:${port}/` });
  expect(body.toString()).toBe('through');
  expect(asked).toEqual([`127.0.0.1:${port}`, `Basic ${btoa('user:pass')}`]);
});

describe('over TLS', () => {
  let folder: string;
  const file = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bridge-outbound-'));
    const openssl = (...words: readonly string[]) =>
      execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
    const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...ec, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=ca');
    openssl('req', ...ec, '-keyout', 'host.key', '-out', 'host.csr', '-subj', '/CN=host');
    writeFileSync(file('san'), 'subjectAltName=DNS:hook.example');
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'san'];
    openssl('x509', '-req', '-in', 'host.csr', ...signed, '-out', 'host.pem');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const start = () =>
    listen(
      createTlsServer(
        { key: readFileSync(file('host.key')), cert: readFileSync(file('host.pem')) },
        (_request, response) => void response.end('over tls'),
      ),
    );
  const client = (ca?: string) =>
    makeOutbound({
      reach: 'loopback',
      resolve: () => Promise.resolve(['127.0.0.1']),
      ...(ca === undefined ? {} : { ca }),
    });

  // Verifies: safety.outbound-pinned.
  test('the certificate must be that of the name, from a known authority', async () => {
    const port = await start();
    const ca = readFileSync(file('ca.pem'), 'utf8');
    const { body } = await client(ca).send({
      method: 'GET',
      url: `https://hook.example:${port}/`,
    });
    expect(body.toString()).toBe('over tls');
    for (const [outbound, url] of [
      [client(ca), `https://other.example:${port}/`],
      [client(ca), `https://127.0.0.1:${port}/`],
      [client(), `https://hook.example:${port}/`],
    ] as const)
      await expect(outbound.send({ method: 'GET', url })).rejects.toMatchObject({
        kind: 'unreachable',
        isSent: false,
      });
  });
});
