import { append, sql, type DatabaseClient } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import { startTestServices, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkChain, checkChains } from './check-chain.ts';
import { accountModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([accountModule]);
});
afterAll(() => services.stop());

const ROWS = 23;
const SLICE = { sliceRows: 10, pageRows: 4 };

async function chain(rows = ROWS): Promise<string> {
  const accountId = randomIds.make('acc');
  const nothing = { keyId: null, pageId: null, word: null, revBefore: null, revAfter: null };
  const entry = { accountId, action: 'worlds.found', actor: 'owner', surface: 'act', ...nothing };
  await services.db.transaction({}, async (tx) => {
    for (let n = 0; n < rows; n += 1)
      await append(tx, { ...entry, requestId: randomIds.make('req') });
  });
  return accountId;
}
/** Changes journal rows directly in the database, as an attacker would; the product never does. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await services.db.transaction({}, async (tx) => {
    await tx.rows(sql`alter table effect.journal disable trigger journal_append_only`);
    await tx.rows(statement);
    await tx.rows(sql`alter table effect.journal enable trigger journal_append_only`);
  });
}
const check = (accountId: string, from: number | null = null) =>
  checkChain(services.db, accountId, from, SLICE);

describe('the check of a chain', () => {
  // Verifies: activity.chain.
  test('goes on slice by slice to the head, and further when rows are added', async () => {
    const accountId = await chain();
    for (const seq of [10, 20, ROWS, ROWS])
      expect(await check(accountId)).toMatchObject({ seq, head: ROWS, first_bad: null });
  });

  // Verifies: activity.chain.
  test.each([1, 4, 5, 10, 11, 20, 21, ROWS])(
    'names row %i when it was changed, before and behind the end of a page or slice',
    async (bad) => {
      const accountId = await chain();
      await tamper(
        sql`update effect.journal set actor = 'other' where account_id = ${accountId} and seq = ${bad}`,
      );
      for (let n = 0; n < 3; n += 1) await check(accountId);
      expect(await check(accountId)).toMatchObject({ seq: bad - 1, first_bad: bad });
    },
  );

  // Verifies: activity.chain.
  test.each([10, 11])('names the row behind row %i when that is missing', async (bad) => {
    const accountId = await chain();
    await tamper(sql`delete from effect.journal where account_id = ${accountId} and seq = ${bad}`);
    await check(accountId);
    expect(await check(accountId)).toMatchObject({ first_bad: bad + 1 });
  });

  // Verifies: activity.chain.
  test('finds that rows which were good are gone together with the head behind them', async () => {
    const accountId = await chain(6);
    expect(await check(accountId)).toMatchObject({ seq: 6, first_bad: null });
    await tamper(sql`with cut as (delete from effect.journal where account_id = ${accountId} and seq > 4)
      update effect.journal_head h set seq = 4, verified_seq = 0,
        hash = (select hash from effect.journal where account_id = ${accountId} and seq = 4)
      where h.account_id = ${accountId}`);
    await services.db.rows(
      sql`update account.chain_check set at = now() - interval '2 hours' where account_id = ${accountId}`,
    );
    await checkChains(services.db, new AbortController().signal);
    expect(await check(accountId)).toMatchObject({ head: 4, first_bad: 5 });
  });

  // Verifies: activity.chain.
  test('reads a bounded number of rows with each statement, outside any transaction', async () => {
    const accountId = await chain();
    const values: unknown[] = [];
    const db: DatabaseClient = {
      ...services.db,
      rows: (statement, mode) => {
        statement.write(values);
        return services.db.rows(statement, mode);
      },
      transaction: () => expect.fail('the check holds a transaction'),
    };
    expect(await checkChain(db, accountId, null, SLICE)).toMatchObject({ seq: 10 });
    // The row limit of one page must be a parameter of the SQL statements, and the row limit of the whole slice a parameter in
    // exactly one place.
    expect(values.filter((value) => value === SLICE.pageRows)).not.toEqual([]);
    expect(values.filter((value) => value === SLICE.sliceRows)).toHaveLength(1);
  });
});
