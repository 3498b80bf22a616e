import type { Queryable } from '../queryable.ts';
import { sql } from '../sql.ts';

/** The first row of an account's journal with a wrong number, link or hash. */
export interface BrokenLink {
  readonly account_id: string;
  readonly seq: number;
  readonly reason: 'gap' | 'link' | 'hash' | 'head' | 'lost';
}

/**
 * Maximum number of rows, or heads, that one statement reads. It bounds the memory of the sort and the time for which
 * the mark of an account is locked.
 */
const PAGE_ROWS = 10_000;

/** Position of the row before a page. */
interface JournalPagePosition {
  readonly account_id: string;
  readonly seq: number;
}
const BEGIN: JournalPagePosition = { account_id: '', seq: 0 };

/** The start of a verification: the first row, or the mark that the last verification left in each account. */
export type VerifyFrom = 'begin' | 'mark';

interface JournalPage {
  readonly last: JournalPagePosition | undefined;
  readonly broken: readonly BrokenLink[];
}

type VerifiedRow = JournalPagePosition & { readonly reason: BrokenLink['reason'] | null };

function pageOf(rows: readonly VerifiedRow[]): JournalPage {
  const broken = rows.flatMap(({ reason, ...row }) =>
    reason === null ? [] : [{ ...row, reason }],
  );
  return { last: rows.at(-1), broken };
}

/** Checks the rows after a position, across accounts, and moves the marks of these accounts. */
async function verifyRows(
  db: Queryable,
  { account_id, seq }: JournalPagePosition,
  from: VerifyFrom,
  rowsMax: number,
): Promise<JournalPage> {
  const rows = await db.rows(
    sql<VerifiedRow>`select account_id, seq, reason
      from effect.verify_rows(${account_id}, ${seq}, ${rowsMax}, ${from === 'mark'})`,
  );
  return pageOf(rows);
}

/**
 * Checks the heads of the accounts after `after`: the row that each head names exists, is the last one, and is not
 * before the mark.
 */
async function verifyHeads(db: Queryable, after: string, headsMax: number): Promise<JournalPage> {
  const rows = await db.rows(
    sql<VerifiedRow>`with page as materialized (
        select * from effect.journal_head where account_id > ${after} order by account_id limit ${headsMax}
      )
      select h.account_id,
        case when h.seq < h.verified_seq then h.verified_seq when n.seq is null then h.seq else n.seq end as seq, case
        when h.seq < h.verified_seq then 'lost'
        when n.seq is not null or h.seq > 0 and j.account_id is null then 'head' end as reason
      from page h left join effect.journal j
        on j.account_id = h.account_id and j.seq = h.seq and j.hash = h.hash
      left join lateral (
        select seq from effect.journal where account_id = h.account_id and seq > h.seq order by seq limit 1
      ) n on true
      order by h.account_id`,
  );
  return pageOf(rows);
}

/**
 * Checks the chains in pages of at most `rowsMax` rows, and returns the first bad row of each broken chain by account.
 * Rows that are appended meanwhile may be left out. Moves the mark of each account to its last good row; a later
 * verification from the mark does not see a change before it.
 */
export async function verifyJournal(
  db: Queryable,
  from: VerifyFrom = 'begin',
  rowsMax = PAGE_ROWS,
): Promise<readonly BrokenLink[]> {
  const first = new Map<string, BrokenLink>();
  const keepFirst = ({ broken }: JournalPage): void => {
    for (const link of broken) {
      const before = first.get(link.account_id);
      if (before === undefined || link.seq < before.seq) first.set(link.account_id, link);
    }
  };
  for (let at: JournalPagePosition | undefined = BEGIN; at !== undefined;) {
    const page: JournalPage = await verifyRows(db, at, from, rowsMax);
    keepFirst(page);
    at = page.last;
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: JournalPage = await verifyHeads(db, after, rowsMax);
    keepFirst(page);
    after = page.last?.account_id;
  }
  return [...first.values()].sort((a, b) => (a.account_id < b.account_id ? -1 : 1));
}
