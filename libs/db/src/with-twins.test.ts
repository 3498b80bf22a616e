import { systemClock } from '@bridge/kernel';
import { testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimKey } from './effect/idempotency.ts';
import { EFFECT_MIGRATIONS } from './effect/migrations.ts';
import type { TransactionHandle } from './effect/journal.ts';
import { sql } from './sql.ts';
import { withTwins } from './with-twins.ts';

let opened: ConnectedTestDatabase;
beforeAll(async () => {
  opened = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
});
afterAll(() => opened.close());

const claim = (tx: TransactionHandle, key: string): Promise<boolean> =>
  claimKey(tx, { accountId: 'acc_1', key }, { action: 'builder.patch', fp: 'fp-1' });
/** Claims an idempotency key, then changes a row. Gives up after the first lock timeout. */
const changeOnce = (key: string): Promise<boolean> =>
  withTwins(systemClock, 0, {
    findStored: () => Promise.resolve(null),
    attempt: () =>
      opened.db.transaction({}, async (tx) => {
        if (!(await claim(tx, key))) return null;
        await tx.rows(sql`update effect.cell set id = id`);
        return true;
      }),
  });

// Verifies: idempotency.twin-wait.
test('a call whose key another transaction holds is refused as a twin', async () => {
  await opened.db.transaction({}, async (tx) => {
    await claim(tx, 'twins-0001');
    await expect(changeOnce('twins-0001')).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      retryAfterS: 1,
    });
  });
});

// Verifies: idempotency.busy-row.
test('a call that needs a row of another call is refused as busy, not as a twin, and its key stays free', async () => {
  await opened.db.transaction({}, async (tx) => {
    await tx.rows(sql`select 1 from effect.cell for update`);
    await expect(changeOnce('twins-0002')).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterS: 1,
    });
  });
  expect(await changeOnce('twins-0002')).toBe(true);
});
