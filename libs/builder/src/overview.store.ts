import { type SqlStatementRunner, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';

/**
 * The number of public websites of the whole installation with the time of the count. `is_stale` is true when the count is
 * older than allowed.
 */
export interface PublicWebsiteCount {
  readonly websites: number;
  readonly as_of: Date;
  readonly is_stale: boolean;
}

/** Reads the last count of public websites. `is_stale` is true when the count is older than `maxAgeS` seconds. */
export async function readWebsiteTally(
  db: SqlStatementRunner,
  maxAgeS: number,
): Promise<PublicWebsiteCount> {
  const [row] = await db.rows(
    sql<PublicWebsiteCount>`select websites, as_of, as_of < now() - make_interval(secs => ${maxAgeS}::int) as is_stale
      from builder.public_tally where id = 1`,
    'prepared',
  );
  if (row === undefined)
    throw new BridgeError('internal', {}, { cause: 'builder.public_tally has no row' });
  return row;
}

/**
 * Counts the public websites in a scan of all of them, if the stored count is older than `maxAgeS` seconds. The row of the
 * count is locked first, so that only one of many replicas scans.
 */
export async function renewWebsiteTally(db: SqlStatementRunner, maxAgeS: number): Promise<void> {
  await db.rows(
    sql`with due as materialized (
        select id from builder.public_tally
        where id = 1 and as_of < now() - make_interval(secs => ${maxAgeS}::int) for update
      ), counted as (
        select count(*) as websites from builder.live
        where exists (select from due) and listed and visibility = 'public' and not suspended and not gone
      )
      update builder.public_tally t set websites = counted.websites, as_of = now()
      from due, counted where t.id = due.id`,
  );
}

/** A public website in the overview of the whole installation. */
export interface ListedPublicWebsiteRow {
  readonly page_id: number;
  readonly title: string;
  readonly word: string;
  readonly published_at: Date;
}

/** Lists the public websites that their owners have not excluded from the overview, newest publication first. */
export async function listOverviewPages(
  db: SqlStatementRunner,
  max: number,
): Promise<readonly ListedPublicWebsiteRow[]> {
  return db.rows(
    sql<ListedPublicWebsiteRow>`select l.page_id, s.title, l.word, l.published_at
      from (
        select page_id, snapshot_id, word, published_at from builder.live
        where listed and visibility = 'public' and not suspended and not gone
        order by published_at desc, page_id desc limit ${max}
      ) l
      cross join lateral (
        select s.title from builder.snapshot s
        where s.page_id = l.page_id and s.snapshot_id = l.snapshot_id limit 1
      ) s
      order by l.published_at desc, l.page_id desc`,
    'prepared',
  );
}
