import { sql, type DatabaseClient } from '@bridge/db';
import { newOwner, type AllInOneProcess } from '@bridge/testing';
import { act } from '../act.ts';
import { median } from '../load.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';

const CALLS = 200;
const SMALL = 1_000;
const LARGE = 1_000_000;
/** The option --short divides the number of journal rows by this. */
const SHORT = 10;
const PAGE = 100;
const GOAL = 1.2;

/**
 * Inserts rows into the journal (audit log) of an account until it has `rows` rows. The hashes of the inserted rows are not
 * valid.
 */
export async function fillJournal(
  db: DatabaseClient,
  accountId: string,
  rows: number,
): Promise<void> {
  await db.rows(
    sql`insert into effect.journal (account_id, seq, at, action, actor, key_id, surface, page_id, request_id, prev, hash, hash_v)
      select h.account_id, n, now(), 'builder.patch', 'owner', null, 'act', 1 + n % 1000, 'req_filled',
        sha256(''), sha256(''), 2
      from effect.journal_head h, generate_series(h.seq + 1, ${rows}::int) n where h.account_id = ${accountId}`,
  );
  await db.rows(
    sql`update effect.journal_head set seq = greatest(seq, ${rows}::int) where account_id = ${accountId}`,
  );
}

/**
 * Times the action `audit.read` of 100 rows in the middle of a journal (audit log): one of 10^6 rows (10^5 with --short) and
 * one of 10^3 rows.
 */
export async function auditRows(
  product: AllInOneProcess,
  db: DatabaseClient,
  short: boolean,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const large = short ? LARGE / SHORT : LARGE;
  const readers = [];
  for (const rows of [SMALL, large]) {
    say(`audit.read: filling a journal with ${rows} rows`);
    const owner = await newOwner(product.baseUrl, product.env);
    const { key, secret } = await owner.makeKey({ scopes: ['audit.read'], audit_all: true });
    const [found] = await db.rows(
      sql<{ account_id: string }>`select account_id from gateway.key where key_id = ${key.key_id}`,
    );
    await fillJournal(db, found?.account_id ?? '', rows);
    const payload = { limit: PAGE, after_id: rows / 2 };
    readers.push({ secret, payload, times: [] as number[] });
  }
  await db.rows(sql`vacuum analyze effect.journal`);
  for (let n = 0; n < CALLS; n += 1)
    for (const { secret, payload, times } of readers) {
      const from = performance.now();
      await act(product.baseUrl, secret, 'audit.read', payload);
      times.push(performance.now() - from);
    }
  const [small, big] = readers.map(({ times }) => median(times));
  const name = `audit.read of ${PAGE} rows, p50 at ${large} rows / at ${SMALL}`;
  return [row(name, [big ?? Number.NaN, 'ms'], [small ?? Number.NaN, 'ms'], ['<=', GOAL])];
}
