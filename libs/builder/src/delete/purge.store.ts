import { type SqlStatementRunner, sql } from '@bridge/db';

/** A deleted website that is due for its purge (final removal of its rows). */
export interface PurgeDuePage {
  readonly account_id: string;
  readonly page_id: number;
}

/** Lists the deleted websites that are due for their purge (final removal), earliest first, except the ids in `left`. */
export async function listDue(
  db: SqlStatementRunner,
  left: readonly number[],
  max: number,
): Promise<readonly PurgeDuePage[]> {
  return db.rows(
    sql<PurgeDuePage>`select account_id, page_id from builder.page
      where purge_at <= now() and page_id <> all(${[...left]}::bigint[]) order by purge_at limit ${max}`,
  );
}

/**
 * SQL: selects and locks the row of a website if its purge (final removal) is still due. A restore that began before the purge
 * time may have been committed meanwhile.
 */
function due({ account_id, page_id }: PurgeDuePage) {
  return sql`select account_id, page_id, draft_revision from builder.page
    where account_id = ${account_id} and page_id = ${page_id} and purge_at <= now() for update`;
}

/**
 * Deletes the row in `builder.live` (the public state) of a website that is due for its purge. For a website that visitors
 * could see, a row in `builder.purged` remains, so that its addresses still answer with HTTP status 410. Addresses of a private
 * website answer like unknown ones.
 */
export async function purgePointer(db: SqlStatementRunner, page: PurgeDuePage): Promise<void> {
  await db.rows(
    sql`with due as materialized (${due(page)}), pointer as (
        delete from builder.live l using due where l.page_id = due.page_id
        returning l.page_id, l.version, l.visibility
      ), off as (
        delete from builder.off_world o using due where o.page_id = due.page_id
      )
      insert into builder.purged (page_id, version)
      select page_id, version + 1 from pointer where visibility <> 'private' on conflict do nothing`,
  );
}

/**
 * Deletes up to `max` snapshots of a website that is due for its purge; returns their number. The caller has already deleted
 * the website’s row in `builder.live`.
 */
export async function purgeSnapshots(
  db: SqlStatementRunner,
  page: PurgeDuePage,
  max: number,
): Promise<number> {
  const rows = await db.rows(
    sql`with due as materialized (${due(page)}), old as materialized (
        select s.page_id, s.snapshot_id from builder.snapshot s, due where s.page_id = due.page_id limit ${max}
      )
      delete from builder.snapshot s using old
      where s.page_id = old.page_id and s.snapshot_id = old.snapshot_id returning 1 as removed`,
  );
  return rows.length;
}

/**
 * Deletes up to `max` publications of a website that is due for its purge; returns their number. The caller has already deleted
 * their snapshots. The publication ids are kept in another table, so that a sweep can find their objects in the blob store.
 */
export async function purgePublications(
  db: SqlStatementRunner,
  page: PurgeDuePage,
  max: number,
): Promise<number> {
  const rows = await db.rows(
    sql`with due as materialized (${due(page)}), old as materialized (
        select p.account_id, p.publication_id from builder.publication p, due
        where p.account_id = due.account_id and p.page_id = due.page_id limit ${max}
      ), removed as (
        delete from builder.publication p using old
        where p.account_id = old.account_id and p.publication_id = old.publication_id returning p.publication_id
      ), kept as (
        insert into builder.purged_publication (publication_id) select publication_id from removed on conflict do nothing
      )
      select 1 as removed from removed`,
  );
  return rows.length;
}

/**
 * Deletes up to `max` of the oldest revisions of a website that is due for its purge, except the current one; returns their
 * number.
 */
export async function purgeRevisions(
  db: SqlStatementRunner,
  page: PurgeDuePage,
  max: number,
): Promise<number> {
  const rows = await db.rows(
    sql`with due as materialized (${due(page)}), old as materialized (
        select r.account_id, r.page_id, r.revision from builder.revision r, due
        where r.account_id = due.account_id and r.page_id = due.page_id and r.revision < due.draft_revision
        order by r.revision limit ${max}
      ), removed as (
        delete from builder.revision r using old
        where r.account_id = old.account_id and r.page_id = old.page_id and r.revision = old.revision
        returning case when r.pruned then 0 else r.bytes + r.layers_bytes end as freed
      ), counted as (
        update builder.tally t set bytes = t.bytes - (select coalesce(sum(freed), 0) from removed)
        where t.account_id = (select account_id from due)
      )
      select 1 as removed from removed`,
  );
  return rows.length;
}

/**
 * Deletes the row of a website that is due for its purge, with its last revision and unsaved edits. Subtracts them from the
 * account’s used quota.
 */
export async function purgePage(db: SqlStatementRunner, page: PurgeDuePage): Promise<void> {
  await db.rows(
    sql`with due as materialized (${due(page)}), edits as (
        delete from builder.unsaved u using due
        where u.account_id = due.account_id and u.page_id = due.page_id
        returning coalesce(u.bytes, 0) + coalesce(u.layers_bytes, 0) as freed
      ), last as (
        delete from builder.revision r using due where r.account_id = due.account_id and r.page_id = due.page_id
        returning case when r.pruned then 0 else r.bytes + r.layers_bytes end as freed
      ), home as (
        delete from builder.page_home h using due where h.page_id = due.page_id
      ), removed as (
        delete from builder.page p using due where p.account_id = due.account_id and p.page_id = due.page_id
        returning p.account_id
      )
      update builder.tally t set websites = t.websites - 1, bytes = t.bytes - (select coalesce(sum(freed), 0) from last),
        unsaved_bytes = t.unsaved_bytes - (select coalesce(sum(freed), 0) from edits)
      from removed where t.account_id = removed.account_id`,
  );
}

/**
 * Returns the last version number of the public state of a purged website that visitors could see; undefined for any other
 * website.
 */
export async function findPurged(
  db: SqlStatementRunner,
  pageId: number,
): Promise<number | undefined> {
  const [row] = await db.rows(
    sql<{ version: number }>`select version from builder.purged where page_id = ${pageId}`,
  );
  return row?.version;
}
