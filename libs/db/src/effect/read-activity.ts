import type { Queryable } from '../queryable.ts';
import { sql } from '../sql.ts';
import type { JournalRow } from './read-journal.ts';
import type { RefusalCount } from './refusals.ts';

const COLUMNS = sql`j.seq, j.at, j.action, j.actor, j.key_id, j.surface, j.page_id, j.word, j.rev_before, j.rev_after,
  j.request_id, encode(j.prev, 'hex') as prev`;

/** Reads the number of the last row of an account's journal; 0 for an account without effects. */
export async function lastJournalSeq(db: Queryable, accountId: string): Promise<number> {
  const [row] = await db.rows(
    sql<{
      seq: number;
    }>`select h.seq from effect.journal_head h where h.account_id = ${accountId}`,
    'prepared',
  );
  return row?.seq ?? 0;
}

/** Reads the newest rows with a number above `after`, at most `limit`, in the order of the chain. */
export function readJournalTail(
  db: Queryable,
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

/** Filter of the journal rows that an owner wants to see; a member that is null matches every row. */
export interface ActivityFilter {
  /** Only rows with a number above `after` and up to `until` match. */
  readonly after: number;
  readonly until: number;
  readonly keyId: string | null;
  readonly pageId: number | null;
  readonly word: string | null;
  readonly surface: string | null;
  /** Regular expressions: one that the action matches, and one that it does not match. */
  readonly actions: string | null;
  readonly notActions: string | null;
}

/**
 * Reads at most `limit` matching rows, newest first. The caller bounds the span of numbers, because a filter other than
 * a key or a website reads every row; the rows of a key or a website are found by their index.
 */
export function readActivity(
  db: Queryable,
  accountId: string,
  filter: ActivityFilter,
  limit: number,
): Promise<readonly JournalRow[]> {
  const { after, until, keyId, pageId, word, surface, actions, notActions } = filter;
  if (pageId !== null)
    return db.rows(
      sql<JournalRow>`select ${COLUMNS} from effect.journal j
        where j.account_id = ${accountId} and j.page_id = ${pageId} and j.seq > ${after} and j.seq <= ${until}
          and (${keyId}::text is null or j.key_id = ${keyId}) and (${word}::text is null or j.word = ${word})
          and (${surface}::text is null or j.surface = ${surface})
          and (${actions}::text is null or j.action ~ ${actions})
          and (${notActions}::text is null or j.action !~ ${notActions})
        order by j.seq desc limit ${limit}`,
      'prepared',
    );
  if (keyId !== null)
    return db.rows(
      sql<JournalRow>`select ${COLUMNS} from effect.journal j
        where j.account_id = ${accountId} and j.key_id = ${keyId} and j.seq > ${after} and j.seq <= ${until}
          and (${word}::text is null or j.word = ${word})
          and (${surface}::text is null or j.surface = ${surface})
          and (${actions}::text is null or j.action ~ ${actions})
          and (${notActions}::text is null or j.action !~ ${notActions})
        order by j.seq desc limit ${limit}`,
      'prepared',
    );
  return db.rows(
    sql<JournalRow>`select ${COLUMNS} from effect.journal j
      where j.account_id = ${accountId} and j.seq > ${after} and j.seq <= ${until} and (${word}::text is null or j.word = ${word})
          and (${surface}::text is null or j.surface = ${surface})
          and (${actions}::text is null or j.action ~ ${actions})
          and (${notActions}::text is null or j.action !~ ${notActions})
      order by j.seq desc limit ${limit}`,
    'prepared',
  );
}

/**
 * Returns the number of the row that is `rowsMax` rows before `until` among the rows of a website or a key, or 0 when
 * there are fewer. A caller that starts there reads at most `rowsMax` rows.
 */
export async function findActivityFloor(
  db: Queryable,
  accountId: string,
  { keyId, pageId, until }: Pick<ActivityFilter, 'keyId' | 'pageId' | 'until'>,
  rowsMax: number,
): Promise<number> {
  if (pageId === null && keyId === null) return Math.max(0, until - rowsMax);
  const [row] =
    pageId === null
      ? await db.rows(
          sql<{ seq: number }>`select j.seq from effect.journal j
            where j.account_id = ${accountId} and j.key_id = ${keyId} and j.seq <= ${until}
            order by j.seq desc limit 1 offset ${rowsMax}`,
        )
      : await db.rows(
          sql<{ seq: number }>`select j.seq from effect.journal j
            where j.account_id = ${accountId} and j.page_id = ${pageId} and j.seq <= ${until}
            order by j.seq desc limit 1 offset ${rowsMax}`,
        );
  return row?.seq ?? 0;
}

/** A journal row with its hash and the version of the text that is hashed. */
export interface HashedRow extends JournalRow {
  readonly hash: string;
  readonly hash_v: number;
}

/** Reads at most `limit` rows with a number above `after`, with their hashes, in the order of the chain. */
export function readHashedRows(
  db: Queryable,
  accountId: string,
  after: number,
  limit: number,
): Promise<readonly HashedRow[]> {
  return db.rows(
    sql<HashedRow>`select ${COLUMNS}, encode(j.hash, 'hex') as hash, j.hash_v from effect.journal j
      where j.account_id = ${accountId} and j.seq > ${after} order by j.seq limit ${limit}`,
    'prepared',
  );
}

/** Number of refused calls of one of an account's keys in one minute. */
export interface RefusalRow {
  readonly minute: Date;
  readonly key_id: string;
  readonly action: string;
  readonly code: string;
  readonly n: number;
}

/** Lists the newest counts of refused calls of an account since a moment, newest first. */
export function listAccountRefusals(
  db: Queryable,
  accountId: RefusalCount['accountId'],
  since: Date,
  limit: number,
): Promise<readonly RefusalRow[]> {
  return db.rows(
    sql<RefusalRow>`select minute, key_id, action, code, n from effect.refusal
      where account_id = ${accountId} and minute >= ${since}
      order by account_id desc, minute desc limit ${limit}`,
    'prepared',
  );
}
