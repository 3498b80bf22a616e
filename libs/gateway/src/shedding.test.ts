import {
  openBrowser,
  startGateway,
  until,
  withoutRates,
  type TestHttpResponse,
  type GatewayTestRig,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'bridge-shedding-'));
/** Number of concurrent clients: they send more calls than a gateway can admit before the calls’ maximum waiting time. */
const CLIENTS = 400;
let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({ BRIDGE_LIMITS: withoutRates(folder) });
});
afterAll(async () => {
  await rig.stop();
  rmSync(folder, { recursive: true });
});

const READ = { action: 'worlds.list' };

// Verifies: operations.shedding.
test('an overloaded gateway refuses calls with 503 and Retry-After, still revokes keys, and accepts calls again afterwards', async () => {
  const { email, password } = await rig.owner();
  const { key, secret } = await rig.tool.keysCreate(email, { name: 'x', scopes: ['worlds.list'] });
  const owner = openBrowser(rig);
  await owner.signIn(email, password);

  const shed: TestHttpResponse[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const answer = await rig.act(secret, READ);
      expect([200, 401, 503]).toContain(answer.status);
      if (answer.status === 503) shed.push(answer);
    }
  });
  await until('a call to be shed', () => shed.length > 0, 45_000).finally(() => (isOver = true));
  const revoked = await owner.send('POST', '/api/agent-bridge/keys', {
    action: 'revoke',
    key_id: key.key_id,
  });
  expect([revoked.status, revoked.json.key.status]).toEqual([200, 'revoked']);
  await Promise.all(clients);
  for (const answer of shed) {
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.json.error).toMatchObject({
      code: 'service_unavailable',
      outcome: 'not_applied',
      details: { retry_after_s: 1 },
    });
  }
  const other = await rig.key();
  await until(
    'calls to be accepted again',
    async () => (await rig.act(other, READ)).status === 200,
    10_000,
  );
}, 90_000);
