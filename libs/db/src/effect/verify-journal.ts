import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';

/**
 * The first invalid row of an account's journal (audit log). `gap`, `link`, `hash`: its number, its stored hash of the previous
 * row or its own hash is wrong. `head`: it does not match the stored last row. `lost`: it is missing.
 */
export interface InvalidJournalRow {
  readonly account_id: string;
  readonly seq: number;
  readonly reason: 'gap' | 'link' | 'hash' | 'head' | 'lost';
}

/**
 * Maximum number of rows that one statement checks. It limits the memory for sorting and the time for which the statement holds
 * locks.
 */
const PAGE_ROWS = 10_000;

/** Account and number of the last checked journal row, after which the next page begins. */
interface JournalPagePosition {
  readonly account_id: string;
  readonly seq: number;
}
const BEGIN: JournalPagePosition = { account_id: '', seq: 0 };

/**
 * Where a verification of the journals starts: at the first row of each account, or after the last row that an earlier run
 * verified.
 */
export type JournalVerificationStartPoint = 'begin' | 'mark';

/** The result of checking one page of journal rows: the last checked row and the invalid rows. */
interface JournalPageCheckResult {
  readonly last: JournalPagePosition | undefined;
  readonly broken: readonly InvalidJournalRow[];
}

/** A checked journal row with the reason why it is invalid; null when it is valid. */
type JournalRowCheckResult = JournalPagePosition & {
  readonly reason: InvalidJournalRow['reason'] | null;
};

function pageOf(rows: readonly JournalRowCheckResult[]): JournalPageCheckResult {
  const broken = rows.flatMap(({ reason, ...row }) =>
    reason === null ? [] : [{ ...row, reason }],
  );
  return { last: rows.at(-1), broken };
}

/**
 * Checks at most `rowsMax` journal rows, account by account, from the row after `seq` of account `account_id`. Stores for each
 * account up to which row it is verified.
 */
async function verifyRows(
  db: SqlStatementRunner,
  { account_id, seq }: JournalPagePosition,
  from: JournalVerificationStartPoint,
  rowsMax: number,
): Promise<JournalPageCheckResult> {
  const rows = await db.rows(
    sql<JournalRowCheckResult>`select account_id, seq, reason
      from effect.verify_rows(${account_id}, ${seq}, ${rowsMax}, ${from === 'mark'})`,
  );
  return pageOf(rows);
}

/**
 * Checks the journal heads (stored number and hash of the last row) of the accounts after `after`: the row that a head names
 * must exist, be the last one, and not precede the last verified row.
 */
async function verifyHeads(
  db: SqlStatementRunner,
  after: string,
  headsMax: number,
): Promise<JournalPageCheckResult> {
  const rows = await db.rows(
    sql<JournalRowCheckResult>`with page as materialized (
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
 * Checks the journals of all accounts and returns the first invalid row of each invalid journal. Rows that are appended during
 * the check may be skipped. Stores the last valid row of each account; a later check with `from` = `mark` starts after it.
 */
export async function verifyJournal(
  db: SqlStatementRunner,
  from: JournalVerificationStartPoint = 'begin',
  rowsMax = PAGE_ROWS,
): Promise<readonly InvalidJournalRow[]> {
  const first = new Map<string, InvalidJournalRow>();
  const keepFirst = ({ broken }: JournalPageCheckResult): void => {
    for (const link of broken) {
      const before = first.get(link.account_id);
      if (before === undefined || link.seq < before.seq) first.set(link.account_id, link);
    }
  };
  for (let at: JournalPagePosition | undefined = BEGIN; at !== undefined;) {
    const page: JournalPageCheckResult = await verifyRows(db, at, from, rowsMax);
    keepFirst(page);
    at = page.last;
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: JournalPageCheckResult = await verifyHeads(db, after, rowsMax);
    keepFirst(page);
    after = page.last?.account_id;
  }
  return [...first.values()].sort((a, b) => (a.account_id < b.account_id ? -1 : 1));
}
