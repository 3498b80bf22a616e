import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';
import type { JournalRow } from './read-journal.ts';
import type { RefusedCallCount } from './refusals.ts';

const COLUMNS = sql`j.seq, j.at, j.action, j.actor, j.key_id, j.surface, j.page_id, j.word, j.rev_before, j.rev_after,
  j.request_id, encode(j.prev, 'hex') as prev`;

/** Reads the number of the last row in an account's journal (audit log); 0 when the journal is empty. */
export async function lastJournalSeq(db: SqlStatementRunner, accountId: string): Promise<number> {
  const [row] = await db.rows(
    sql<{
      seq: number;
    }>`select h.seq from effect.journal_head h where h.account_id = ${accountId}`,
    'prepared',
  );
  return row?.seq ?? 0;
}

/** Reads the journal rows with a number above `after` and up to `until`: the newest `limit` of them, in ascending order. */
export function readJournalTail(
  db: SqlStatementRunner,
  accountId: string,
  {
    after,
    until,
    limit,
  }: { readonly after: number; readonly until: number; readonly limit: number },
): Promise<readonly JournalRow[]> {
  return db.rows(
    sql<JournalRow>`select ${COLUMNS} from effect.journal j
      where j.account_id = ${accountId} and j.seq > ${Math.max(after, until - limit)} and j.seq <= ${until}
      order by j.seq limit ${limit}`,
    'prepared',
  );
}

/** Filter of the journal rows (audit log) that the console shows. A property that is null matches every row. */
export interface ConsoleJournalFilter {
  /** Matches rows with a number above `after` and up to `until`. */
  readonly after: number;
  readonly until: number;
  readonly keyId: string | null;
  readonly pageId: number | null;
  readonly word: string | null;
  readonly surface: string | null;
  /** Regular expression that the action must match; `notActions` is one that it must not match. */
  readonly actions: string | null;
  readonly notActions: string | null;
}

/**
 * Reads at most `limit` matching journal rows, newest first. Only the filters by agent key and by website use an index, so for
 * other filters the caller must limit the range of row numbers.
 */
export function readActivity(
  db: SqlStatementRunner,
  accountId: string,
  filter: ConsoleJournalFilter,
  limit: number,
): Promise<readonly JournalRow[]> {
  const { after, until, keyId, pageId, word, surface, actions, notActions } = filter;
  const place =
    pageId !== null
      ? sql`j.page_id = ${pageId} and (${keyId}::text is null or j.key_id = ${keyId})`
      : keyId !== null
        ? sql`j.key_id = ${keyId}`
        : sql`true`;
  return db.rows(
    sql<JournalRow>`select ${COLUMNS} from effect.journal j
      where j.account_id = ${accountId} and ${place} and j.seq > ${after} and j.seq <= ${until}
        and (${word}::text is null or j.word = ${word})
        and (${surface}::text is null or j.surface = ${surface})
        and (${actions}::text is null or j.action ~ ${actions})
        and (${notActions}::text is null or j.action !~ ${notActions})
      order by j.seq desc limit ${limit}`,
    'prepared',
  );
}

/**
 * Finds where a read of the journal must start that ends at row `until` and covers at most `rowsMax` rows. Counts only the rows
 * of the website or agent key when one is given. Returns the number of the row before the first one to read, or 0 when all rows
 * fit.
 */
export async function findActivityFloor(
  db: SqlStatementRunner,
  accountId: string,
  { keyId, pageId, until }: Pick<ConsoleJournalFilter, 'keyId' | 'pageId' | 'until'>,
  rowsMax: number,
): Promise<number> {
  if (pageId === null && keyId === null) return Math.max(0, until - rowsMax);
  const place = pageId === null ? sql`j.key_id = ${keyId}` : sql`j.page_id = ${pageId}`;
  const [row] = await db.rows(
    sql<{ seq: number }>`select j.seq from effect.journal j
      where j.account_id = ${accountId} and ${place} and j.seq <= ${until}
      order by j.seq desc limit 1 offset ${rowsMax}`,
  );
  return row?.seq ?? 0;
}

/** A journal row with its hash, and the version of the format over which the hash is computed. */
export interface HashedJournalRow extends JournalRow {
  readonly hash: string;
  readonly hash_v: number;
}

/** Reads at most `limit` journal rows with a number above `after`, with their hashes, in ascending order. */
export function readHashedRows(
  db: SqlStatementRunner,
  accountId: string,
  after: number,
  limit: number,
): Promise<readonly HashedJournalRow[]> {
  return db.rows(
    sql<HashedJournalRow>`select ${COLUMNS}, encode(j.hash, 'hex') as hash, j.hash_v from effect.journal j
      where j.account_id = ${accountId} and j.seq > ${after} order by j.seq limit ${limit}`,
    'prepared',
  );
}

/** Number of refused calls of one agent key with one action and error code in one minute. */
export interface RefusedCallCountRow {
  readonly minute: Date;
  readonly key_id: string;
  readonly action: string;
  readonly code: string;
  readonly n: number;
}

/** Reads the newest counts of refused calls of an account since `since`, newest first. */
export function listAccountRefusals(
  db: SqlStatementRunner,
  accountId: RefusedCallCount['accountId'],
  since: Date,
  limit: number,
): Promise<readonly RefusedCallCountRow[]> {
  return db.rows(
    sql<RefusedCallCountRow>`select minute, key_id, action, code, n from effect.refusal
      where account_id = ${accountId} and minute >= ${since}
      order by account_id desc, minute desc limit ${limit}`,
    'prepared',
  );
}
