import { testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireKeys } from './idempotency.ts';
import { EFFECT_MIGRATIONS } from './migrations.ts';
import { sql } from '../sql.ts';

const KEPT_DAYS = 30;
let opened: ConnectedTestDatabase;
beforeAll(async () => {
  opened = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
});
afterAll(() => opened.close());

const put = (name: string, n: number, days: number, response: string | null) =>
  opened.db.rows(sql`insert into effect.idempotency
    select 'acc_1', ${name} || i, 'builder.patch', 'fp', 1, '{}', ${response}, 'pub_1',
      now() - make_interval(days => ${days}) from generate_series(1, ${n}::int) i`);
const empty = () => opened.db.rows(sql`delete from effect.idempotency`);
const left = async (): Promise<readonly string[]> => {
  const rows = await opened.db.rows(
    sql<{
      key: string;
    }>`select distinct rtrim(key, '0123456789') as key from effect.idempotency order by 1`,
  );
  return rows.map(({ key }) => key);
};

// Verifies: idempotency.retention.
test('a key is kept for thirty days, and for as long as its publication is pending', async () => {
  await empty();
  await put('kept-call-', 3, 29, '{}');
  await put('old-call-', 3, 31, '{}');
  await put('pending-call-', 3, 31, null);
  expect(await expireKeys(opened.db, KEPT_DAYS, 100)).toBe(3);
  expect(await left()).toEqual(['kept-call-', 'pending-call-']);
});

// Verifies: storage.sweeps.
test('one pass takes a bounded number of keys, the oldest first; two replicas share them out', async () => {
  await empty();
  await put('more-call-', 20, 40, '{}');
  await put('older-call-', 20, 50, '{}');
  expect(await expireKeys(opened.db, KEPT_DAYS, 20)).toBe(20);
  expect(await left()).not.toContain('older-call-');
  const both = await Promise.all([
    expireKeys(opened.db, KEPT_DAYS, 10),
    expireKeys(opened.db, KEPT_DAYS, 10),
  ]);
  expect(both).toEqual([10, 10]);
  expect(await expireKeys(opened.db, KEPT_DAYS, 10)).toBe(0);
});
