import { ClientConnectionLimiter } from '@bridge/kernel';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { sendReply, type OutgoingReply } from './send-reply.ts';
import { closeServer, makeWebServer } from './server.ts';
import { admitSocket, isRefused, refuseFurther } from './sockets.ts';

/** Request handler of the test server. */
type OnRequest = (request: IncomingMessage, response: ServerResponse) => void;
const sockets: Socket[] = [];
let server: Server;

async function start(onRequest: OnRequest, requestMs = 5_000): Promise<void> {
  server = makeWebServer({
    headersMs: requestMs,
    requestMs,
    idleMs: 60_000,
    stalledMs: 60_000,
    connectionsMax: 100,
    refusal: (problem, request) => ({
      status: 400,
      headers: { 'x-problem': problem, 'x-path': request?.url ?? 'unknown' },
      body: 'refused',
    }),
    onRequest,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Opens a connection, sends bytes, and collects all received text until the connection is closed. */
async function open(bytes: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const ended = once(socket, 'end').then(
    () => text,
    () => text,
  );
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, ended };
}
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const reply = (more: Partial<OutgoingReply>): OutgoingReply => ({
  status: 200,
  headers: {},
  body: 'whole',
  isLast: true,
  ...more,
});
const sending =
  (more: Partial<OutgoingReply>): OnRequest =>
  (request, response) =>
    void sendReply(request, response, reply(more)).catch(() => response.destroy());

test.each([
  ['malformed', 'NONSENSE\r\n\r\n'],
  ['headers_too_long', `GET / HTTP/1.1\r\nHost: x\r\ny: ${'z'.repeat(20_000)}\r\n\r\n`],
])('bytes that are %s are refused as such, and the connection closes', async (problem, bytes) => {
  await start(sending({}));
  const { ended } = await open(bytes);
  const text = await ended;
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(text).toContain(`x-problem: ${problem}\r\n`);
  expect(text).toMatch(/\r\nconnection: close\r\n\r\nrefused$/);
});

test('a request whose body does not arrive in time is refused as such, with its path', async () => {
  await start(() => undefined, 100);
  const head = 'POST /act HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n';
  const { ended } = await open(`${head}part`);
  const text = await ended;
  expect(text).toContain('x-problem: timeout\r\n');
  expect(text).toContain('x-path: /act\r\n');
});

test('behind a whole request, bytes that are no request close the connection after its answer', async () => {
  let answer = (): void => undefined;
  await start((request, response) => {
    answer = () => void sendReply(request, response, reply({ isLast: false }));
  });
  const broken = once(server, 'clientError');
  const { ended } = await open(`${GET}NONSENSE\r\n\r\n`);
  await broken;
  answer();
  const text = await ended;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  expect(text).toContain('Connection: close');
});

test('a body that is malformed is refused, because its request was never whole', async () => {
  await start((request) => void request.resume());
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const { ended } = await open(`${head}no length\r\n`);
  expect(await ended).toMatch(/^HTTP\/1\.1 400 /);
});

test('of a socket that is refused no further request is answered', async () => {
  await start((request, response) => {
    if (isRefused(request.socket)) return;
    refuseFurther(request.socket);
    sending({})(request, response);
  });
  const { ended } = await open(GET + GET);
  expect((await ended).match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('one connection too many of a client is answered and closed', async () => {
  const bound = new ClientConnectionLimiter(1);
  await start(sending({}));
  const refusal = { status: 503, headers: {}, body: 'too many' };
  server.on('connection', (socket) => void admitSocket(bound, socket, () => refusal));
  const first = await open('');
  const second = await open('');
  expect(await second.ended).toMatch(/^HTTP\/1\.1 503 [\s\S]*too many$/);
  first.socket.destroy();
  while (bound.total > 0) await turnOfLoop();
  const third = await open(GET);
  expect(await third.ended).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server that ends closes idle connections, and waits for the answer of a busy one', async () => {
  const answers: (() => void)[] = [];
  await start((request, response) => {
    answers.push(() => void sendReply(request, response, reply({ isLast: false })));
  });
  const asked = async (): ReturnType<typeof open> => {
    const opened = await open(GET);
    await once(server, 'request');
    return opened;
  };
  const idle = await asked();
  answers[0]?.();
  await once(idle.socket, 'data');
  const busy = await asked();
  const closed = closeServer(server);
  await idle.ended;
  answers[1]?.();
  expect(await busy.ended).toMatch(/whole$/);
  await closed;
});

test('HEAD gets the length of a complete body and no body', async () => {
  await start(sending({}));
  const { ended } = await open(GET.replace('GET', 'HEAD'));
  expect(await ended).toMatch(/content-length: 5\r\n[\s\S]*\r\n\r\n$/);
});

test('a streamed reply that fails before its first piece is thrown with nothing sent', async () => {
  const failing = async function* (): AsyncGenerator<string> {
    await turnOfLoop();
    if (sockets.length > 0) throw new RangeError('broken');
    yield '';
  };
  await start((request, response) => {
    sendReply(request, response, reply({ body: failing() })).catch(() =>
      sending({ status: 503, body: null })(request, response),
    );
  });
  const { ended } = await open(GET);
  expect(await ended).toMatch(/^HTTP\/1\.1 503 /);
});

test('a streamed reply that fails later cuts the connection', async () => {
  let heard = (): void => undefined;
  const first = new Promise<void>((resolve) => (heard = resolve));
  const failing = async function* (): AsyncGenerator<string> {
    yield 'first';
    await first;
    throw new RangeError('broken');
  };
  await start(sending({ body: failing() }));
  const { socket, ended } = await open(GET);
  socket.once('data', heard);
  const text = await ended;
  expect(text).toContain('first');
  expect(text).not.toMatch(/0\r\n\r\n$/);
});

test('a client that is refused in the middle of a long body reads its answer', async () => {
  await start(sending({ status: 413, isLast: false }));
  const length = 50_000_000;
  const { socket, ended } = await open(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.end(Buffer.alloc(length));
  expect(await ended).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close[\s\S]*whole$/);
});
