import { testDb, type TestDb } from '@bridge/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { append, verifyJournal, type BrokenLink } from './journal.ts';
import { EFFECT_MIGRATIONS } from './migrations.ts';

const ROWS = 6;
/** One other value for each member of a row. */
const EDITS: Readonly<Record<string, string>> = {
  at: `at + interval '1 ms'`,
  action: `'builder.clear'`,
  actor: `'owner'`,
  key_id: 'null',
  surface: `'mcp'`,
  page_id: 'page_id + 1',
  word: `'elsewhere'`,
  rev_before: 'null',
  rev_after: 'rev_after + 1',
  request_id: `'req_other'`,
  prev: `sha256(prev)`,
  hash: `sha256(hash)`,
};

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  for (const accountId of ['acc_1', 'acc_2']) {
    for (let n = 1; n <= ROWS; n += 1) {
      await append(opened.db, {
        accountId,
        action: 'builder.patch',
        actor: 'key_1',
        keyId: 'key_1',
        surface: 'act',
        pageId: 7,
        word: 'w',
        revBefore: n,
        revAfter: n + 1,
        requestId: `req_${n}`,
      });
    }
  }
});
afterAll(() => opened.close());

/** What the check says after somebody who owns the database itself did this; undone afterwards. */
async function after(statement: string): Promise<readonly BrokenLink[]> {
  let found: readonly BrokenLink[] = [];
  const undo = new Error('undo');
  await opened.db
    .transaction({}, async (tx) => {
      await tx.rows(sql`alter table effect.journal disable trigger journal_append_only`);
      await tx.rows(sql.raw(statement));
      found = await verifyJournal(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('the journal', () => {
  test('is whole as it was written', async () => {
    expect(await verifyJournal(opened.db)).toEqual([]);
  });

  test.each(Object.keys(EDITS))(
    'tells the row whose %s was edited, wherever it stands',
    async (column) => {
      for (let seq = 1; seq <= ROWS; seq += 1) {
        const [bad, ...others] = await after(
          `update effect.journal set ${column} = ${EDITS[column] ?? ''} where account_id = 'acc_1' and seq = ${seq}`,
        );
        expect(bad).toMatchObject({ account_id: 'acc_1', seq });
        expect(others).toEqual([]);
      }
    },
  );

  test('tells the place where a row is missing, the last one too', async () => {
    for (let seq = 1; seq <= ROWS; seq += 1) {
      const found = await after(
        `delete from effect.journal where account_id = 'acc_1' and seq = ${seq}`,
      );
      const place = seq === ROWS ? { seq, reason: 'head' } : { seq: seq + 1, reason: 'gap' };
      expect(found).toEqual([{ account_id: 'acc_1', ...place }]);
    }
  });

  test('tells a row that was added behind the end, and a chain that was removed with all its rows', async () => {
    expect(
      await after(`insert into effect.journal select (jsonb_populate_record(j, '{"seq": ${ROWS + 1}}')).*
        from effect.journal j where account_id = 'acc_1' and seq = ${ROWS}`),
    ).toEqual([{ account_id: 'acc_1', seq: ROWS + 1, reason: 'link' }]);
    expect(await after(`delete from effect.journal where account_id = 'acc_2'`)).toEqual([
      { account_id: 'acc_2', seq: ROWS, reason: 'head' },
    ]);
  });

  test.each([
    ['edited', `update effect.journal set word = 'x'`],
    ['removed', `delete from effect.journal`],
    ['emptied', `truncate effect.journal`],
  ])('cannot be %s by the product itself', async (_, statement) => {
    await expect(opened.db.rows(sql.raw(statement))).rejects.toThrow(/append-only/);
    expect(await verifyJournal(opened.db)).toEqual([]);
  });
});
