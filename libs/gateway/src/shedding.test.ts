import {
  answerOf,
  startGateway,
  until,
  withoutRates,
  type Answer,
  type GatewayRig,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'bridge-shedding-'));
/** More than a gateway works on at once, so that it counts as crowded. */
const CROWD = 60;
let rig: GatewayRig;
beforeAll(async () => {
  // A millisecond counts as strain: every crowd is an overload here.
  const strain = { loop_ms: 1, database_ms: 1 };
  rig = await startGateway({ BRIDGE_LIMITS: withoutRates(folder, { strain }) });
});
afterAll(async () => {
  await rig.stop();
  rmSync(folder, { recursive: true });
});

const SEARCH = { action: 'surf.search', payload: { query: 'x' } };
const READ = { action: 'worlds.list' };
const CHANGE = { action: 'builder.clear', payload: {} };
const isShed = ({ status, json }: Answer): boolean =>
  status === 503 &&
  json.error.message === 'The service cannot take this call now; nothing was done.';

// Verifies: operations.shedding.
test('with too much to do searches are sent away, then reads, then changes, never what an owner does with keys; then all come back', async () => {
  const { email, password } = await rig.owner();
  const { key, secret } = await rig.tool.keysCreate(email, {
    name: 'x',
    scopes: ['worlds.list', 'surf.search', 'builder.clear'],
  });
  const signedIn = await fetch(`${rig.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: rig.base },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');

  const shed = new Set<string>();
  const order: string[] = [];
  let isOver = false;
  // Changes too: once reads are sent away, only a crowd of changes keeps the gateway strained.
  const crowd = [READ, CHANGE].flatMap((call) =>
    Array.from({ length: CROWD }, async () => {
      while (!isOver) expect([200, 400, 503]).toContain((await rig.act(secret, call)).status);
    }),
  );
  await until(
    'every kind of call to be shed',
    async () => {
      const asked = [
        ['search', SEARCH],
        ['read', READ],
        ['change', CHANGE],
      ] as const;
      const answers = asked.map(
        async ([name, call]) => [name, await rig.act(secret, call)] as const,
      );
      for (const [name, answer] of await Promise.all(answers)) {
        if (!isShed(answer) || shed.has(name)) continue;
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.json.error).toMatchObject({
          code: 'service_unavailable',
          outcome: 'not_applied',
          details: { retry_after_s: 1 },
        });
        shed.add(name);
        order.push(name);
      }
      return shed.size === 3;
    },
    45_000,
  ).finally(() => (isOver = true));
  await Promise.all(crowd);
  // Reads may also be sent away by the line at the door, before searches are refused outright; changes come last in any case.
  expect(order.at(-1)).toBe('change');
  const revoked = await answerOf(
    await fetch(`${rig.base}/api/agent-bridge/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: rig.base, cookie },
      body: JSON.stringify({ action: 'revoke', key_id: key.key_id }),
    }),
  );
  expect([revoked.status, revoked.json.key.status]).toEqual([200, 'revoked']);
  const other = await rig.key();
  await until(
    'calls to be taken again',
    async () => (await rig.act(other, READ)).status === 200,
    10_000,
  );
}, 90_000);

test('a call is told by its body without being read: its place in the body does not matter, nor does an unknown one', async () => {
  const secret = await rig.key();
  for (const body of [
    '{"payload":{},"action":"worlds.list"}',
    '{"action" :\n"worlds.list"}',
    '{"action":"worlds_list"}',
  ])
    expect((await rig.act(secret, body)).status).toBe(200);
  expect((await rig.act(secret, '{"action":"no.such"}')).json.error.code).toBe('unknown_action');
  expect((await rig.act(secret, '')).json.error.code).toBe('invalid_json');
  const pieces = await rig.raw(
    `POST /api/agent-bridge/act HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"action"\r\nf\r\n:"worlds.list"}\r\n0\r\n\r\n`,
  );
  expect(pieces).toMatch(/^HTTP\/1\.1 200 /);
});
