import {
  migrationFolder,
  migrationTexts,
  testDb,
  type ConnectedTestDatabase,
} from '@bridge/testing';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqlStatementRunner } from '../statement-runner.ts';
import { append } from './journal.ts';
import { EFFECT_MIGRATIONS } from './migrations.ts';
import { verifyJournal, type InvalidJournalRow } from './verify-journal.ts';
import { sql } from '../sql.ts';

const ROWS = 6;
/** Number of journal rows per account that were written before the hash format had a version. */
const OLD_ROWS = 2;
/** For each column of a journal row, an SQL expression with a different value. */
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
  hash_v: `hash_v % 2 + 1`,
};

let opened: ConnectedTestDatabase;
beforeAll(async () => {
  const first = '001-effect.expand.sql';
  const text = migrationTexts(EFFECT_MIGRATIONS).get(first) ?? '';
  const folder = migrationFolder({ [first]: text });
  opened = await testDb({ schema: 'effect', migrations: folder.url });
  for (const accountId of ['acc_1', 'acc_2']) {
    for (let n = 1; n <= OLD_ROWS; n += 1)
      await opened.db
        .rows(sql`select effect.append(${accountId}, 'builder.patch', 'key_1', 'key_1', 'act', 7, 'w', 1, 2,
        ${`req_old_${n}`})`);
  }
  await opened.db.ensureSchema({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  folder.remove();
  for (const accountId of ['acc_1', 'acc_2']) {
    for (let n = OLD_ROWS + 1; n <= ROWS; n += 1) {
      const entry = {
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
      };
      await opened.db.transaction({}, (tx) => append(tx, entry));
    }
  }
});
afterAll(() => opened.close());

/** Runs a statement as an attacker with the rights of the table owner, returns what `verifyJournal` finds, and rolls back. */
async function after(statement: string): Promise<readonly InvalidJournalRow[]> {
  let found: readonly InvalidJournalRow[] = [];
  const undo = new Error('undo');
  await opened.db
    .transaction({}, async (tx) => {
      await tx.rows(sql`alter table effect.journal disable trigger journal_append_only`);
      await tx.rows(sql.raw(statement));
      found = await verifyJournal(tx);
      // The page size must not change the result.
      for (const rows of [1, 4, ROWS])
        expect(await verifyJournal(tx, 'begin', rows)).toEqual(found);
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

  // Verifies: storage.journal-hash.
  test('has rows of both versions of the hash text, and each verifies by its own', async () => {
    const rows = await opened.db.rows(
      sql`select hash_v, count(*)::int as n from effect.journal group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { hash_v: 1, n: 2 * OLD_ROWS },
      { hash_v: 2, n: 2 * (ROWS - OLD_ROWS) },
    ]);
  });

  // Verifies: storage.journal-hash.
  test('is hashed from whole milliseconds, so that any program can compute the hash', async () => {
    const [row] = await opened.db.rows(
      sql<{
        at: Date;
        prev: Buffer;
        hash: Buffer;
      }>`select at, prev, hash from effect.journal where account_id = 'acc_1' and seq = ${ROWS}`,
    );
    if (row === undefined) throw new Error('no row');
    const members = [2, 'acc_1', ROWS, row.at.getTime(), 'builder.patch', 'key_1', 'key_1', 'act'];
    const all = [...members, 7, 'w', ROWS, ROWS + 1, `req_${ROWS}`];
    const text = `[${all.map((member) => JSON.stringify(member)).join(', ')}]`;
    expect(createHash('sha256').update(row.prev).update(text).digest()).toEqual(row.hash);
  });

  // Verifies: storage.journal, storage.journal-pages.
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

  describe('verified up to a mark', () => {
    const marks = async (db: SqlStatementRunner) => {
      const rows = await db.rows(
        sql<{
          seq: number;
        }>`select verified_seq as seq from effect.journal_head order by account_id`,
      );
      return rows.map(({ seq }) => seq);
    };
    const MARK = 4;
    /**
     * Marks the first four rows of each journal as verified, runs the attacker's statement, calls `look` and rolls back;
     * repeated for several page sizes.
     */
    const marked = async (
      statement: string,
      look: (tx: SqlStatementRunner, rowsMax: number) => Promise<void>,
    ): Promise<void> => {
      const undo = new Error('undo');
      for (const rowsMax of [1, 3, 5, 2 * ROWS])
        await opened.db
          .transaction({}, async (tx) => {
            await tx.rows(sql`alter table effect.journal disable trigger journal_append_only`);
            await tx.rows(sql`update effect.journal_head set verified_seq = ${MARK}`);
            await tx.rows(sql.raw(statement));
            await look(tx, rowsMax);
            throw undo;
          })
          .catch((error: unknown) => {
            if (error !== undo) throw error;
          });
    };

    // Verifies: storage.journal-marks.
    test('goes on behind it and moves it to the end', () =>
      marked('select', async (tx, rowsMax) => {
        expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual([]);
        expect(await marks(tx)).toEqual([ROWS, ROWS]);
        await tx.rows(
          sql`select effect.append('acc_2', 'builder.patch', 'key_1', 'key_1', 'act', 7, 'w', 1, 2, 'req_later')`,
        );
        expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual([]);
        expect(await marks(tx)).toEqual([ROWS, ROWS + 1]);
      }));

    test.each([MARK + 1, ROWS])('tells the changed row %i behind it, each time', (seq) =>
      marked(
        `update effect.journal set word = 'x' where account_id = 'acc_1' and seq = ${seq}`,
        async (tx, rowsMax) => {
          const bad = [{ account_id: 'acc_1', seq, reason: 'hash' }];
          for (let n = 1; n <= 2; n += 1) {
            expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual(bad);
            expect(await marks(tx)).toEqual([seq - 1, ROWS]);
          }
          expect(await verifyJournal(tx, 'begin', rowsMax)).toEqual(bad);
        },
      ),
    );

    // Verifies: storage.journal-marks.
    test.each([1, MARK])(
      'leaves the changed row %i to a full run, and knows of it from then on',
      (seq) =>
        marked(
          `update effect.journal set word = 'x' where account_id = 'acc_1' and seq = ${seq}`,
          async (tx, rowsMax) => {
            const bad = [{ account_id: 'acc_1', seq, reason: 'hash' }];
            expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual([]);
            expect(await verifyJournal(tx, 'begin', rowsMax)).toEqual(bad);
            expect(await marks(tx)).toEqual([seq - 1, ROWS]);
            expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual(bad);
          },
        ),
    );

    test.each([MARK, MARK + 1, ROWS])('tells that row %i is missing', (seq) =>
      marked(
        `delete from effect.journal where account_id = 'acc_1' and seq = ${seq}`,
        async (tx, rowsMax) => {
          const place = seq === ROWS ? { seq, reason: 'head' } : { seq: seq + 1, reason: 'gap' };
          expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual([
            { account_id: 'acc_1', ...place },
          ]);
        },
      ),
    );

    test('tells a row that was added behind the end, also when nothing else is new', () =>
      marked(
        `update effect.journal_head set verified_seq = seq;
        insert into effect.journal select (jsonb_populate_record(j, '{"seq": ${ROWS + 1}}')).*
          from effect.journal j where account_id = 'acc_1' and seq = ${ROWS}`,
        async (tx, rowsMax) => {
          expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual([
            { account_id: 'acc_1', seq: ROWS + 1, reason: 'head' },
          ]);
        },
      ));

    test('tells a chain that was cut off before it, its end moved as well', () =>
      marked(
        `delete from effect.journal where account_id = 'acc_1' and seq >= ${MARK};
        update effect.journal_head h set seq = ${MARK - 1}, hash = j.hash from effect.journal j
          where h.account_id = 'acc_1' and j.account_id = 'acc_1' and j.seq = ${MARK - 1}`,
        async (tx, rowsMax) => {
          const bad = [{ account_id: 'acc_1', seq: MARK, reason: 'lost' }];
          expect(await verifyJournal(tx, 'mark', rowsMax)).toEqual(bad);
          expect(await verifyJournal(tx, 'begin', rowsMax)).toEqual(bad);
        },
      ));

    test('cannot be moved over a row that was not verified', () =>
      marked('update effect.journal_head set verified_seq = 2', async (tx, rowsMax) => {
        await tx.rows(sql`select from effect.verify_rows('acc_1', 3, ${rowsMax}, true)`);
        await tx.rows(sql`select from effect.verify_rows('acc_1', 3, ${rowsMax}, false)`);
        expect((await marks(tx))[0]).toBe(2);
      }));
  });
});
