import type { JournalChainCheckResult } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/**
 * The result of the last verification of the hash chain of an account’s journal (audit log): number of the last verified row,
 * time, and number of the first bad row.
 */
export interface JournalVerificationResultRow {
  readonly seq: number;
  readonly at: Date;
  readonly first_bad: number | null;
}

/**
 * Converts the stored result of a journal’s verification to the form that clients receive. Without a result (`undefined`), `at`
 * is null and `to` is 0.
 */
export function chainCheckOf(
  row: JournalVerificationResultRow | undefined,
): JournalChainCheckResult {
  return {
    to: row?.seq ?? 0,
    at: row?.at.toISOString() ?? null,
    ok: (row?.first_bad ?? null) === null,
    first_bad: row?.first_bad ?? null,
  };
}

/** Reads the stored result of the last verification of an account’s journal; undefined when it was never verified. */
export async function readChainCheck(
  db: SqlStatementRunner,
  accountId: string,
): Promise<JournalVerificationResultRow | undefined> {
  const [row] = await db.rows(
    sql<JournalVerificationResultRow>`select c.seq, c.at, c.first_bad from account.chain_check c
      where c.account_id = ${accountId}`,
  );
  return row;
}

/**
 * Stores the result of a verification of a journal. A result without a bad row never lowers the stored number of the last
 * verified row.
 */
export async function keepChainCheck(
  db: SqlStatementRunner,
  accountId: string,
  { seq, first_bad }: Pick<JournalVerificationResultRow, 'seq' | 'first_bad'>,
): Promise<JournalVerificationResultRow | undefined> {
  const [row] = await db.rows(
    sql<JournalVerificationResultRow>`insert into account.chain_check as c (account_id, seq, at, first_bad)
      values (${accountId}, ${seq}, date_trunc('milliseconds', now()), ${first_bad})
      on conflict (account_id) do update set at = excluded.at, first_bad = excluded.first_bad,
        seq = case when excluded.first_bad is null then greatest(c.seq, excluded.seq) else excluded.seq end
      returning c.seq, c.at, c.first_bad`,
  );
  return row;
}

/**
 * Lists accounts with ids above `after`, ascending, whose journal (audit log) does not end at the last verified row. Omits
 * journals that were verified in the last 50 minutes and journals with a known bad row.
 */
export async function listUncheckedAccounts(
  db: SqlStatementRunner,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.rows(
    sql<{ account_id: string }>`select h.account_id from effect.journal_head h
      left join account.chain_check c on c.account_id = h.account_id
      where h.account_id > ${after} and h.seq <> coalesce(c.seq, 0)
        and (c.at is null or c.at < now() - interval '50 minutes') and c.first_bad is null
      order by h.account_id limit ${limit}`,
  );
  return rows.map(({ account_id }) => account_id);
}
