import { sql } from 'kysely';
import type { Queryable } from '../queryable.ts';

/** The first row of an account whose number, link or hash is not what it must be. */
export interface BrokenLink {
  readonly account_id: string;
  readonly seq: number;
  readonly reason: 'gap' | 'link' | 'hash' | 'head' | 'lost';
}

/** Rows, or heads, that one statement reads: it sorts and holds no more, however long the journal is. */
const PAGE_ROWS = 100_000;

/** The row before a page; its hash in hex. */
interface Position {
  readonly account_id: string;
  readonly seq: number;
  readonly hash: string;
}
const BEGIN: Position = { account_id: '', seq: 0, hash: '' };

interface Page {
  readonly last: Position | undefined;
  readonly broken: readonly BrokenLink[];
}

/** Checks the rows behind a position, across accounts: number, link, hash, and that the account's head is not before. */
async function verifyRows(db: Queryable, from: Position, rowsMax: number): Promise<Page> {
  const rows = await db.rows(
    sql<Position & { reason: BrokenLink['reason'] | null }>`with page as materialized (
        select * from effect.journal where (account_id, seq) > (${from.account_id}, ${from.seq}::bigint)
        order by account_id, seq limit ${rowsMax}
      ), linked as (
        select page.*,
          lag(seq, 1, case when account_id = ${from.account_id} then ${from.seq}::bigint else 0 end) over w as seq_before,
          lag(hash, 1, case when account_id = ${from.account_id} then decode(${from.hash}, 'hex') else '' end)
            over w as hash_before,
          row_number() over (order by account_id desc, seq desc) as from_end
        from page window w as (partition by account_id order by seq)
      ), judged as (
        select j.account_id, j.seq, j.hash, j.from_end, case
          when j.seq <> j.seq_before + 1 then 'gap'
          when j.prev <> j.hash_before then 'link'
          when j.hash is distinct from effect.row_hash(j.hash_v, j.prev, j.account_id, j.seq, j.at, j.action, j.actor,
            j.key_id, j.surface, j.page_id, j.word, j.rev_before, j.rev_after, j.request_id) then 'hash'
          when h.seq is null or h.seq < j.seq then 'head' end as reason
        from linked j left join effect.journal_head h on h.account_id = j.account_id
      )
      select account_id, seq, encode(hash, 'hex') as hash, reason from judged
      where reason is not null or from_end = 1 order by account_id, seq`,
  );
  const broken = rows.flatMap(({ account_id, seq, reason }) =>
    reason === null ? [] : [{ account_id, seq, reason }],
  );
  return { last: rows.at(-1), broken };
}

/** Checks the heads behind an account: the row that each names is there. */
async function verifyHeads(db: Queryable, after: string, headsMax: number): Promise<Page> {
  const rows = await db.rows(
    sql<Position & { isLost: boolean }>`with page as materialized (
        select * from effect.journal_head where account_id > ${after} order by account_id limit ${headsMax}
      )
      select h.account_id, h.seq, '' as hash, h.seq > 0 and j.account_id is null as "isLost"
      from page h left join effect.journal j
        on j.account_id = h.account_id and j.seq = h.seq and j.hash = h.hash
      order by h.account_id`,
  );
  const broken = rows.flatMap(({ account_id, seq, isLost }) =>
    isLost ? [{ account_id, seq, reason: 'head' as const }] : [],
  );
  return { last: rows.at(-1), broken };
}

/**
 * Checks every chain, in pages of at most `rowsMax` rows, and returns the first bad row of each broken one by account;
 * empty when all is well. What is appended meanwhile is checked or not.
 */
export async function verifyJournal(
  db: Queryable,
  rowsMax = PAGE_ROWS,
): Promise<readonly BrokenLink[]> {
  const first = new Map<string, BrokenLink>();
  const note = ({ broken }: Page): void => {
    for (const link of broken) {
      const before = first.get(link.account_id);
      if (before === undefined || link.seq < before.seq) first.set(link.account_id, link);
    }
  };
  for (let at: Position | undefined = BEGIN; at !== undefined;) {
    const page: Page = await verifyRows(db, at, rowsMax);
    note(page);
    at = page.last;
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Page = await verifyHeads(db, after, rowsMax);
    note(page);
    after = page.last?.account_id;
  }
  return [...first.values()].sort((a, b) => (a.account_id < b.account_id ? -1 : 1));
}
