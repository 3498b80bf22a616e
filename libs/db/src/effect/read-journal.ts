import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';
import type { RefusedCallCount } from './refusals.ts';

/** The last row of an account's journal (audit log), and the range of its rows within a time span. */
export interface LastJournalRowAndSeqRange {
  /** Number of the last row of the whole journal; `hash` is the SHA-256 of this row in hex. */
  readonly seq: number;
  readonly hash: string;
  /** Number of the last row before the time span; `until` is the number of the last row within it. */
  readonly after: number;
  readonly until: number;
}

/** Finds the journal rows of a time span, `until` exclusive; undefined for an account whose journal has no row. */
export async function findJournalSpan(
  db: SqlStatementRunner,
  accountId: string,
  { since, until }: { readonly since: Date; readonly until: Date | null },
): Promise<LastJournalRowAndSeqRange | undefined> {
  const [row] = await db.rows(
    sql<LastJournalRowAndSeqRange>`select h.seq, encode(h.hash, 'hex') as hash, effect.seq_before(h.account_id, ${since}) as after,
        case when ${until}::timestamptz is null then h.seq
          else effect.seq_before(h.account_id, ${until}::timestamptz) end as until
      from effect.journal_head h where h.account_id = ${accountId} and h.seq > 0`,
    'prepared',
  );
  return row;
}

/** A stored row of the journal (audit log), with dates as `Date` and the hash of the previous row. */
export interface JournalRow {
  readonly seq: number;
  readonly at: Date;
  readonly action: string;
  readonly actor: string;
  readonly key_id: string | null;
  readonly surface: string;
  readonly page_id: number | null;
  readonly word: string | null;
  readonly rev_before: number | null;
  readonly rev_after: number | null;
  readonly request_id: string;
  /** SHA-256 (hex) of the previous row; empty in the first row. */
  readonly prev: string;
}

/** Filter of journal rows (audit log). A property that is null matches every row. */
export interface JournalFilter {
  /** Matches rows with a number above `after` and up to `until`. */
  readonly after: number;
  readonly until: number;
  readonly actor: string | null;
  readonly pageId: number | null;
  readonly words: readonly string[] | null;
  readonly action: string | null;
}

/**
 * Reads at most `limit` matching journal rows in ascending order. No index supports the filter, so the caller must limit the
 * rows by `until`.
 */
export function readJournal(
  db: SqlStatementRunner,
  accountId: string,
  { after, until, actor, pageId, words, action }: JournalFilter,
  limit: number,
): Promise<readonly JournalRow[]> {
  return db.rows(
    sql<JournalRow>`select seq, at, action, actor, key_id, surface, page_id, word, rev_before, rev_after, request_id,
        encode(prev, 'hex') as prev
      from effect.journal
      where account_id = ${accountId} and seq > ${after} and seq <= ${until}
        and (${actor}::text is null or actor = ${actor})
        and (${pageId}::bigint is null or page_id = ${pageId})
        and (${words === null ? null : [...words]}::text[] is null or word = any(${words === null ? null : [...words]}::text[]))
        and (${action}::text is null or action = ${action})
      order by seq limit ${limit}`,
    'prepared',
  );
}

/**
 * Reads at most `limit` journal rows with a number above `after`, in ascending order. Numbers have no gaps and rows never
 * change, so a caller that remembers the last number that it has read misses no row. Spec: storage.journal-cursor.
 */
export function readJournalAfter(
  db: SqlStatementRunner,
  accountId: string,
  after: number,
  limit: number,
): Promise<readonly JournalRow[]> {
  const all = { actor: null, pageId: null, words: null, action: null };
  return readJournal(db, accountId, { ...all, after, until: Number.MAX_SAFE_INTEGER }, limit);
}

/** Reads the newest counts of refused calls of an agent key since `since`, newest first. */
export function listRefusals(
  db: SqlStatementRunner,
  { accountId, keyId }: Pick<RefusedCallCount, 'accountId' | 'keyId'>,
  since: Date,
  limit: number,
): Promise<readonly Pick<RefusedCallCount, 'minute' | 'action' | 'code' | 'n'>[]> {
  return db.rows(
    sql<
      Pick<RefusedCallCount, 'minute' | 'action' | 'code' | 'n'>
    >`select minute, action, code, n from effect.refusal
      where account_id = ${accountId} and key_id = ${keyId} and minute >= ${since}
      order by account_id desc, key_id desc, minute desc limit ${limit}`,
    'prepared',
  );
}
