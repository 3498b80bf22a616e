import { webhookEventOf } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import {
  recordPlans,
  startGateway,
  wideNodes,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteExpiringKeys } from './note-expiring-keys.ts';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule]);
});
afterAll(() => rig.stop());

// Verifies: webhooks.expiring.
test('a pass reads no key that was announced before', async () => {
  const { db, url } = rig.services;
  const { accountId, email } = await rig.owner();
  const { key } = await rig.tool.keysCreate(email, {
    name: 'k',
    scopes: ['worlds.list'],
    expires_in_days: 10,
  });
  await db.rows(sql`insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes, expires_at, expiry_noted)
    select ${accountId}, 'key_' || lpad(n::text, 26, '0'), sha256(convert_to('noted' || n, 'UTF8')), 'noted', 'ak_noted',
      'last', '{worlds.list}', now() + interval '5 days', 14 from generate_series(1, 3000) n`);
  await db.rows(sql`analyze gateway.key`);
  const plans = await recordPlans(url, () => 'gateway.takeExpiringKey');
  expect(await noteExpiringKeys(db, randomIds)).toBe(1);
  await plans.stop();
  expect(plans.seen.length).toBeGreaterThan(0);
  expect(plans.seen.flatMap(wideNodes)).toEqual([]);
  const [row] = await db.rows(
    sql`select expiry_noted from gateway.key where key_id = ${key.key_id}`,
  );
  expect(row).toEqual({ expiry_noted: 14 });
});

// Verifies: webhooks.expiring.
test('a key that ends is announced 14 and 3 days before and when it has ended, once each', async () => {
  const { db } = rig.services;
  const { accountId, email } = await rig.owner();
  const make = async (expires_in_days: number | null) =>
    (await rig.tool.keysCreate(email, { name: 'k', scopes: ['worlds.list'], expires_in_days })).key
      .key_id;
  const key = await make(30);
  const [revoked, replaced] = [await make(2), await make(2)];
  await make(null);
  await rig.tool.keysRevoke(revoked);
  await rig.tool.keysRotate(replaced);
  await db.rows(sql`update gateway.key set expires_at = now() + interval '60 days'
    where account_id = ${accountId} and rotated_from = ${replaced}`);
  const noted = async () => {
    // Two gateway replicas run the announcement of expiring keys at the same time.
    await Promise.all([noteExpiringKeys(db, randomIds), noteExpiringKeys(db, randomIds)]);
    const rows = await db.rows(
      sql<{ key_id: string }>`select coalesce(key_id, '') as key_id from effect.journal
        where account_id = ${accountId} and action = 'keys.expiring' and actor = 'system' order by seq`,
    );
    return rows.map(({ key_id }) => key_id);
  };
  const endsIn = (days: number) =>
    db.rows(sql`update gateway.key set expires_at = now() + make_interval(days => ${days}, mins => -1)
      where account_id = ${accountId} and key_id = ${key}`);
  expect(await noted()).toEqual([]);
  let times = 0;
  for (const days of [14, 3, 0]) {
    await endsIn(days);
    times += 1;
    const all = Array.from({ length: times }, () => key);
    expect(await noted()).toEqual(all);
    expect(await noted()).toEqual(all);
  }
  await endsIn(-2);
  expect(await noted()).toHaveLength(3);
  expect(webhookEventOf('keys.expiring')).toBe('key.expiring');
});
