import { EFFECT_MIGRATIONS, sql } from '@bridge/db';
import { expect, test } from 'vitest';
import { testDatabase, testDb } from './test-database.ts';

test('two databases of one run know nothing of each other', async () => {
  const one = await testDatabase();
  const two = await testDatabase();
  expect(new URL(one.url).host).toBe(new URL(two.url).host);
  expect(one.url).not.toBe(two.url);
  await one.drop();
  await two.drop();
});

test('a migrated database is open and empty', async () => {
  const { db, close } = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  expect(await db.rows(sql`select count(*)::int as n from effect.journal`)).toEqual([{ n: 0 }]);
  await close();
});
