import type { Queryable } from '../queryable.ts';
import { sql } from '../sql.ts';

/** The result of checking some rows of one account's journal. */
export interface SliceCheck {
  /** Number of the last row that was read; of the row before the slice when none was. */
  readonly last: number;
  readonly rows: number;
  /** Number of the first row whose number, link or hash is wrong. */
  readonly first_bad: number | null;
  /** Number of the last row according to the head of the chain. */
  readonly head: number;
}

/**
 * Checks at most `rowsMax` rows of an account's journal after a row that counts as good: numbers without a gap, links
 * and hashes. It only reads, so a service may run it; the marks of `verifyJournal` stay unchanged.
 */
export async function verifySlice(
  db: Queryable,
  accountId: string,
  after: number,
  rowsMax: number,
): Promise<SliceCheck> {
  const [row] = await db.rows(
    sql<SliceCheck>`with page as materialized (
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
  // A row that was good before is gone, and the head was moved back.
  if (row.head < after) return { ...row, last: row.head, first_bad: row.head + 1 };
  // The page is not full and still ends before the head: the rows after it are missing.
  const isCut = row.first_bad === null && row.rows < rowsMax && row.last < row.head;
  return isCut ? { ...row, first_bad: row.last + 1 } : row;
}
