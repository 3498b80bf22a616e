import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';

/** The result of checking a range of rows of one account's journal. */
export interface JournalRangeCheckResult {
  /** Number of the last row that was read; when none was read, number of the row before the range. */
  readonly last: number;
  readonly rows: number;
  /** Number of the first row with a wrong number, own hash or hash of the previous row; null when all are valid. */
  readonly first_bad: number | null;
  /** Number of the last row of the account's journal. */
  readonly head: number;
}

/**
 * Checks up to `rowsMax` rows of an account's journal (audit log) after row `after`: numbers, hashes, and links to the previous
 * row. It only reads, so a service may run it, and the stored progress of `verifyJournal` does not change.
 */
export async function verifySlice(
  db: SqlStatementRunner,
  accountId: string,
  after: number,
  rowsMax: number,
): Promise<JournalRangeCheckResult> {
  const [row] = await db.rows(
    sql<JournalRangeCheckResult>`with page as materialized (
        select * from effect.journal where account_id = ${accountId} and seq > ${after} order by seq limit ${rowsMax}
      ), linked as (
        select page.*, lag(seq) over w as seq_before, lag(hash) over w as hash_before from page window w as (order by seq)
      ), judged as (
        select l.seq, l.seq <> coalesce(l.seq_before, ${after}) + 1
          or l.prev <> coalesce(l.hash_before, b.hash, '')
          or l.hash is distinct from effect.row_hash(l.hash_v, l.prev, l.account_id, l.seq, l.at, l.action, l.actor,
            l.key_id, l.surface, l.page_id, l.word, l.rev_before, l.rev_after, l.request_id) as is_bad
        from linked l
        left join lateral (
          select hash from effect.journal where l.seq_before is null and account_id = ${accountId} and seq = ${after} limit 1
        ) b on true
      )
      select coalesce(max(j.seq), ${after}::bigint) as last, count(*) as rows, min(j.seq) filter (where j.is_bad) as first_bad,
        coalesce((select h.seq from effect.journal_head h where h.account_id = ${accountId}), 0) as head
      from judged j`,
  );
  if (row === undefined) return { last: after, rows: 0, first_bad: null, head: after };
  // The journal now ends before row `after`, which existed earlier: rows were removed.
  if (row.head < after) return { ...row, last: row.head, first_bad: row.head + 1 };
  // There are fewer rows than requested, but the journal continues after them: rows in between are missing.
  const isCut = row.first_bad === null && row.rows < rowsMax && row.last < row.head;
  return isCut ? { ...row, first_bad: row.last + 1 } : row;
}
