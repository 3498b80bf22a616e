import { makeAgentKey, metricsText } from '@bridge/kernel';
import { gaugeIn, startGateway, until, type GatewayTestRig } from '@bridge/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

/** Maximum number of open connections of one client. Spec: limits.sockets. */
const OPEN_MAX = 50;
/** Maximum number of wrong keys per client and minute. */
const GUESSES_MAX = 20;

let rig: GatewayTestRig;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await rig.stop();
});
const behindOneProxy = async (): Promise<void> => {
  rig = await startGateway({ BRIDGE_LIMITS: 'default', BRIDGE_PROXY_HOPS: '1' });
};

/** Sends the start of a request for a client, as the proxy would, and never the end of its body. */
async function slowUpload(key: string, client: string): Promise<void> {
  const { host, port } = new URL(rig.base);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined).on('data', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    [
      'POST /api/agent-bridge/act HTTP/1.1',
      `Host: ${host}`,
      `X-Forwarded-For: ${client}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      '',
      '{',
    ].join('\r\n'),
  );
}
const counted = async (): Promise<number> =>
  gaugeIn(await metricsText(), 'client_connections{origin="app"}');
const list = async (key: string, client: string): Promise<string> => {
  const answer = await rig.act(key, { action: 'worlds.list' }, { 'x-forwarded-for': client });
  return answer.json.ok === true ? 'ok' : String(answer.json.error.code);
};

describe('behind a proxy, whose one address all connections have', () => {
  // Verifies: safety.crowd.
  test('54 slow uploads of three keys of one client do not block other clients', async () => {
    await behindOneProxy();
    const keys = [await rig.key(), await rig.key(), await rig.key()];
    for (let n = 0; n < 54; n += 1) await slowUpload(keys[n % 3] ?? '', '203.0.113.7');
    await until('the client to have its most', async () => (await counted()) === OPEN_MAX);
    expect(await list(await rig.key(), '203.0.113.7')).toBe('service_unavailable');
    expect(await list(await rig.key(), '203.0.113.8')).toBe('ok');
    for (const socket of sockets) socket.resetAndDestroy();
    await until('all of it to be given back', async () => (await counted()) === 0);
    expect(await list(await rig.key(), '203.0.113.7')).toBe('ok');
  });

  test('a client with a whole IPv6 /64 has the uploads of one client', async () => {
    await behindOneProxy();
    const keys = [await rig.key(), await rig.key(), await rig.key()];
    for (let n = 0; n < OPEN_MAX; n += 1)
      await slowUpload(keys[n % 3] ?? '', `2001:db8:1:2::${n.toString(16)}`);
    await until('the client to have its most', async () => (await counted()) === OPEN_MAX);
    expect(await list(await rig.key(), '2001:db8:1:2:ffff::1')).toBe('service_unavailable');
    expect(await list(await rig.key(), '2001:db8:1:3::1')).toBe('ok');
  });
});

// Verifies: safety.crowd.
describe('guesses from many addresses of one IPv6 /64 are counted together', () => {
  const header = (n: number, net = 2): Record<string, string> => ({
    'x-forwarded-for': `2001:db8:1:${net}::${n.toString(16)}`,
  });

  test('wrong keys', async () => {
    await behindOneProxy();
    const guess = async (headers: Record<string, string>): Promise<string> => {
      const answer = await rig.act(makeAgentKey(), { action: 'worlds.list' }, headers);
      return String(answer.json.error.code);
    };
    for (let n = 0; n < GUESSES_MAX; n += 1) expect(await guess(header(n))).toBe('key_invalid');
    expect(await guess(header(99))).toBe('rate_limited');
    expect(await guess(header(99, 3))).toBe('key_invalid');
  });

  test('wrong passwords', async () => {
    await behindOneProxy();
    const { email, password } = await rig.owner();
    const signIn = async (headers: Record<string, string>, typed: string): Promise<number> => {
      const answer = await fetch(`${rig.base}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ email, password: typed }),
      });
      await answer.text();
      return answer.status;
    };
    for (let n = 0; n < 10; n += 1) expect(await signIn(header(n), 'a wrong password')).toBe(400);
    expect(await signIn(header(99), password)).toBe(429);
    expect(await signIn(header(99, 3), password)).toBe(200);
  });
});
