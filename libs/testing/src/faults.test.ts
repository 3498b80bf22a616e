import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultProxy, type FaultProxy } from './faults.ts';
import { until } from './until.ts';

let echo: Server;
let heard: string;
let proxy: FaultProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  heard = '';
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heard += data.toString();
      socket.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as { port: number };
  proxy = await faultProxy(`nats://127.0.0.1:${port}`);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.stop();
  echo.close();
});

/** A TCP connection to the echo server through the fault proxy. */
interface EchoClient {
  send(text: string): void;
  received(): string;
  closed(): boolean;
}

async function client(): Promise<EchoClient> {
  const socket = connect(proxy.port, '127.0.0.1');
  clients.push(socket);
  let received = '';
  let closed = false;
  socket.on('data', (data) => (received += data.toString()));
  socket.on('close', () => (closed = true));
  socket.on('error', () => undefined);
  // When a fault is active, the proxy may close the connection before `connect`.
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return {
    send: (text) => void socket.write(text),
    received: () => received,
    closed: () => closed,
  };
}

test('without a fault every byte passes, both ways, at its own address', async () => {
  expect(proxy.url).toBe(`nats://127.0.0.1:${proxy.port}`);
  const one = await client();
  one.send('hello');
  await until('the echo', () => one.received() === 'hello');
  expect(proxy.connections()).toBe(1);
});

test('latency delays each way and keeps the order', async () => {
  proxy.latency(60);
  const one = await client();
  const from = performance.now();
  for (const text of ['1', '2', '3', '4', '5']) one.send(text);
  await until('the echo', () => one.received() === '12345');
  expect(performance.now() - from).toBeGreaterThanOrEqual(118);
});

test('slow lets bytes through at the given pace', async () => {
  proxy.slow(100_000);
  const one = await client();
  const from = performance.now();
  one.send('x'.repeat(10_000));
  await until('the echo', () => one.received().length === 10_000);
  // In each direction, 10,000 bytes at 100,000 bytes per second take 100 ms.
  expect(performance.now() - from).toBeGreaterThanOrEqual(190);
});

test('cut breaks what is open and what comes, until it heals', async () => {
  const one = await client();
  one.send('a');
  await until('the echo', () => one.received() === 'a');
  proxy.cut();
  await until('the cut', () => one.closed());
  const two = await client();
  await until('the refusal', () => two.closed());
  proxy.heal();
  const three = await client();
  three.send('b');
  await until('the echo', () => three.received() === 'b');
});

test('reset breaks what is open and lets new connections in', async () => {
  const one = await client();
  one.send('a');
  await until('the echo', () => one.received() === 'a');
  proxy.reset();
  await until('the reset', () => one.closed());
  const two = await client();
  two.send('b');
  await until('the echo', () => two.received() === 'b');
});

test('half-open towards the client: the server hears and acts, and nobody learns of it', async () => {
  const one = await client();
  proxy.halfOpen('replies');
  one.send('deed');
  await until('the deed', () => heard === 'deed');
  proxy.heal();
  one.send('!');
  // The dropped bytes never arrive, but later bytes arrive on the same connection.
  await until('the next echo', () => one.received() === '!');
  expect(one.closed()).toBe(false);
});

test('half-open towards the server: it never hears', async () => {
  const one = await client();
  proxy.halfOpen('requests');
  one.send('lost');
  proxy.halfOpen('replies');
  one.send('heard');
  await until('the second', () => heard.includes('heard'));
  expect(heard.endsWith('heard')).toBe(true);
  expect(one.received()).toBe('');
});
