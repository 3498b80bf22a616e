import { GATEWAY } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { hashAgentKey } from '@bridge/kernel';
import { publicCtx, startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

const markOf = (secret: string): string => hashAgentKey(secret).toString('hex', 0, 6);
const isAlive = async (key_mark: string): Promise<boolean> =>
  (await rig.services.call(GATEWAY.keyAlive, publicCtx, { key_mark })).result.alive;

// Verifies: drafts.preview-revoked.
test('a gateway says which keys are alive by their marks alone', async () => {
  const [first, second, third] = [await rig.key(), await rig.key(), await rig.key()];
  expect(await Promise.all([first, second, third].map((key) => isAlive(markOf(key))))).toEqual([
    true,
    true,
    true,
  ]);
  await rig.services.db.rows(
    sql`update gateway.key set revoked_at = now() where hash = ${hashAgentKey(first)}`,
  );
  await rig.services.db.rows(
    sql`update gateway.key set expires_at = now() where hash = ${hashAgentKey(second)}`,
  );
  expect(await Promise.all([first, second, third].map((key) => isAlive(markOf(key))))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await isAlive('000000000000')).toBe(false);
  expect(await isAlive('ffffffffffff')).toBe(false);
});
