import { sql } from '@bridge/db';
import { metricsText } from '@bridge/kernel';
import { pauseAt, startGateway, until, type GatewayTestRig } from '@bridge/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Maximum number of calls of one key in flight. Spec: limits.in-flight. */
const IN_FLIGHT_MAX = 20;
const MIB = 1024 * 1024;

let rig: GatewayTestRig;
beforeAll(async () => void (rig = await startGateway({ BRIDGE_LIMITS: 'default' })));
afterAll(() => rig.stop());

async function gauge(name: string): Promise<number> {
  const line = (await metricsText()).split('\n').find((one) => one.startsWith(`bridge_${name} `));
  return Number(line?.split(' ')[1] ?? Number.NaN);
}
const connections = (): Promise<number> => gauge('client_connections{origin="app"}');
/** Returns the resources that this process holds for requests, by the names of its gauges. */
async function held(): Promise<Readonly<Record<string, number>>> {
  const names = Object.keys(NOTHING);
  const values = names.map(async (name): Promise<[string, number]> => [name, await gauge(name)]);
  return Object.fromEntries(await Promise.all(values));
}
const NOTHING = {
  calls_in_flight: 0,
  body_bytes_held: 0,
  large_bodies_held: 0,
  http_requests_open: 0,
};

function head(key: string, length: number): string {
  return [
    'POST /api/agent-bridge/act HTTP/1.1',
    `Host: ${new URL(rig.base).host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');
}
const LIST = '{"action":"worlds.list"}';

async function opened(): Promise<Socket> {
  const socket = connect(Number(new URL(rig.base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Delays every look-up of a key until `release`, as a busy database does. */
async function holdLookUps(): Promise<{ release(): Promise<void> }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const locked = Promise.withResolvers<void>();
  const over = rig.services.db.transaction({}, async (tx) => {
    await tx.rows(sql`lock table gateway.key in access exclusive mode`);
    locked.resolve();
    await released;
  });
  await locked.promise;
  return {
    release: async () => {
      release();
      await over;
    },
  };
}

/**
 * Sends requests on new connections and resets them while the requests’ keys are looked up. Resolves when the gateway has
 * noticed the resets.
 */
async function resetDuringLookUp(write: (key: string) => readonly string[]): Promise<void> {
  const key = await rig.key();
  const lookUps = await holdLookUps();
  const texts = write(key);
  const before = await connections();
  const sockets = await Promise.all(texts.map(opened));
  for (const [at, socket] of sockets.entries()) socket.write(texts[at] ?? '');
  await until('all to be at the look-up', async () => {
    const requests = texts.join('').split(' HTTP/1.1').length - 1;
    return (await gauge('http_requests_open')) === requests;
  });
  for (const socket of sockets) socket.resetAndDestroy();
  await until('the resets to be seen', async () => (await connections()) === before);
  await lookUps.release();
  await until('the requests to end', async () => (await gauge('http_requests_open')) === 0);
  expect(await held()).toEqual(NOTHING);
  expect((await rig.act(key, LIST)).status).toBe(200);
}

// Verifies: safety.released.
test('a key whose calls were reset while it was looked up has all its calls again', async () => {
  await resetDuringLookUp((key) =>
    Array.from({ length: IN_FLIGHT_MAX + 2 }, () => head(key, LIST.length) + LIST),
  );
});

test('calls that were reset in the middle of their bodies hold no bytes of the body budget', async () => {
  await resetDuringLookUp((key) => [
    head(key, MIB),
    head(key, 2 * MIB),
    `${head(key, MIB)}{"action"`,
  ]);
});

test('a reset releases no memory that the running call still uses', async () => {
  const key = await rig.key();
  const paused = pauseAt('change.after-plan');
  const payload = { word: 'reset-at-work', idempotency_key: 'reset-0001' };
  const body = JSON.stringify({ action: 'worlds.found', payload });
  const before = await connections();
  const socket = await opened();
  socket.write(head(key, body.length) + body);
  await paused.reached;
  socket.resetAndDestroy();
  await until('the reset to be seen', async () => (await connections()) <= before);
  expect(await held()).toMatchObject({ calls_in_flight: 1, body_bytes_held: body.length });
  paused.release();
  await until('the call to end', async () => (await gauge('calls_in_flight')) === 0);
  expect(await held()).toEqual(NOTHING);
});

test('ten calls sent without waiting for answers and a reset leave nothing in flight', async () => {
  await resetDuringLookUp((key) => {
    const ten = (head(key, LIST.length) + LIST).repeat(10);
    return [ten, ten, ten, ten];
  });
});
