import { KEY_HOURS_KEPT_DAYS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/**
 * Hours before the beginning of today (UTC) whose calls are listed by hour. The calls of an earlier day are one entry per
 * action: 90 days by hour would be tens of thousands of entries for a busy key.
 */
const HOURS_BEFORE_TODAY = 24;

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

/** The number of answered and of refused calls with one action in one hour or day, as the key’s owner sees it. */
export interface HourlyKeyCallCounts {
  readonly hour: Date;
  readonly action: string;
  readonly answered: number;
  readonly refused: number;
}

/**
 * Lists the counts of a key’s calls since a time, newest first: by hour for today and yesterday (UTC), by day before them. The
 * entry of a day has the hour at which the day begins.
 */
export async function listKeyHours(
  db: SqlStatementRunner,
  accountId: string,
  keyId: string,
  since: Date,
): Promise<readonly HourlyKeyCallCounts[]> {
  return db.rows(
    sql<HourlyKeyCallCounts>`select case when h.hour >= date_trunc('day', now(), 'UTC') - make_interval(hours => ${HOURS_BEFORE_TODAY})
          then h.hour else date_trunc('day', h.hour, 'UTC') end as hour,
        h.action, sum(h.answered)::integer as answered, sum(h.refused)::integer as refused
      from gateway.key_hour h
      where h.account_id = ${accountId} and h.key_id = ${keyId} and h.hour >= ${since}
      group by 1, 2 order by 1 desc, 2 desc`,
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
