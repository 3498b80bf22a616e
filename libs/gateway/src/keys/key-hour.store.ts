import { KEY_HOURS_KEPT_DAYS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** Maximum number of hourly counts of one key in an answer, newest first. */
const HOURS_SHOWN_MAX = 2_000;

/** The number of answered and of refused calls of a key with one action in one hour. */
export interface HourlyKeyCallCountsRow {
  readonly account_id: string;
  readonly key_id: string;
  readonly hour: string;
  readonly action: string;
  readonly answered: number;
  readonly refused: number;
}

/** Adds counts of keys’ calls by hour to the stored counts, in one statement. */
export async function addKeyHours(
  db: SqlStatementRunner,
  hours: readonly HourlyKeyCallCountsRow[],
): Promise<void> {
  if (hours.length === 0) return;
  await db.rows(
    sql`insert into gateway.key_hour as h (account_id, key_id, hour, action, answered, refused)
      select * from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb)
        as x(account_id text, key_id text, hour timestamptz, action text, answered integer, refused integer)
      order by 1, 2, 3, 4
      on conflict (account_id, key_id, hour, action) do update
        set answered = h.answered + excluded.answered, refused = h.refused + excluded.refused`,
  );
}

/** The number of answered and of refused calls with one action in one hour, as the key’s owner sees it. */
export interface HourlyKeyCallCounts {
  readonly hour: Date;
  readonly action: string;
  readonly answered: number;
  readonly refused: number;
}

/** Lists the hourly counts of a key’s calls since a time, newest first. */
export async function listKeyHours(
  db: SqlStatementRunner,
  accountId: string,
  keyId: string,
  since: Date,
): Promise<readonly HourlyKeyCallCounts[]> {
  return db.rows(
    sql<HourlyKeyCallCounts>`select h.hour, h.action, h.answered, h.refused from gateway.key_hour h
      where h.account_id = ${accountId} and h.key_id = ${keyId} and h.hour >= ${since}
      order by h.account_id desc, h.key_id desc, h.hour desc, h.action desc limit ${HOURS_SHOWN_MAX}`,
  );
}

/**
 * Removes hourly counts of calls older than their retention, at most `rowsMax`; returns their number. Safe with many
 * replicas.
 */
export async function expireKeyHours(db: SqlStatementRunner, rowsMax: number): Promise<number> {
  const rows = await db.rows(
    sql`delete from gateway.key_hour where (account_id, key_id, hour, action) in (
        select account_id, key_id, hour, action from gateway.key_hour
        where hour < now() - make_interval(days => ${KEY_HOURS_KEPT_DAYS})
        order by hour limit ${rowsMax} for update skip locked)
      returning 1 as gone`,
  );
  return rows.length;
}
