import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import type { OwnedWebsiteReference, ReplacedEditsObjectNames } from './unsaved.store.ts';

/** Column assignments of an UPDATE that empties a row of unsaved edits; the row itself remains. */
const NO_EDITS = sql`base_revision = null, dropped_at = null, title = null, bytes = null, chars = null, sha256 = null,
  newline = null, inline = null, object = null, layers_bytes = null, layers_chars = null, layers_sha256 = null,
  layers_inline = null, layers_object = null`;

/**
 * Locks the row of a website until the transaction ends. To avoid deadlocks, every change of a draft locks in this order:
 * website, unsaved edits, tally (used quota) of the account.
 */
export async function lockEditedPage(
  tx: SqlStatementRunner,
  { accountId, pageId }: OwnedWebsiteReference,
): Promise<void> {
  await tx.rows(
    sql`select 1 as held from builder.page where account_id = ${accountId} and page_id = ${pageId} for no key update`,
  );
}

/**
 * Removes the unsaved edits after they were saved as a revision. Returns the names of their blob-store objects, of which the
 * caller keeps those that the new revision refers to, or undefined if the edits no longer have the sequence number `seq`.
 */
export async function endUnsaved(
  tx: SqlStatementRunner,
  { accountId, pageId }: OwnedWebsiteReference,
  seq: number,
): Promise<ReplacedEditsObjectNames | undefined> {
  const [row] = await tx.rows(
    sql<ReplacedEditsObjectNames>`with old as materialized (
        select * from builder.unsaved
        where account_id = ${accountId} and page_id = ${pageId} and seq = ${seq} for update
      ), ended as (
        update builder.unsaved u set seq = u.seq + 1, at = date_trunc('milliseconds', now()), ${NO_EDITS}
        from old where u.account_id = old.account_id and u.page_id = old.page_id returning u.account_id
      ), counted as (
        update builder.tally t set unsaved_bytes = t.unsaved_bytes
          - (select coalesce(old.bytes, 0) + coalesce(old.layers_bytes, 0) from old)
        from ended where t.account_id = ended.account_id returning 1
      )
      select old.object as old_object, old.layers_object as old_layers_object from old, counted`,
  );
  return row;
}

/**
 * Marks the unsaved edits of a website as dropped, or restores dropped ones. Returns the new sequence number, or undefined if
 * the stored sequence number is not `seq` or the edits were dropped more than 24 hours ago.
 */
export async function markDropped(
  db: SqlStatementRunner,
  { accountId, pageId }: OwnedWebsiteReference,
  seq: number,
  drop: boolean,
): Promise<number | undefined> {
  const [row] = await db.rows(
    sql<{ seq: number }>`update builder.unsaved set seq = seq + 1,
        dropped_at = case when ${drop}::boolean then now() end
      where account_id = ${accountId} and page_id = ${pageId} and seq = ${seq} and base_revision is not null
        and case when ${drop}::boolean then dropped_at is null
          else dropped_at > now() - make_interval(hours => ${LIMITS.droppedKeptHours}) end
      returning seq`,
  );
  return row?.seq;
}

/**
 * Removes unsaved edits 30 days after their last change, and dropped edits after 24 hours. Returns the number of websites whose
 * edits were removed. Several replicas may run it at the same time.
 */
export async function expireUnsaved(db: SqlStatementRunner, rowsMax: number): Promise<number> {
  const rows = await db.rows(
    sql`with old as materialized (
        select account_id, page_id, coalesce(bytes, 0) + coalesce(layers_bytes, 0) as freed from builder.unsaved
        where base_revision is not null and (at < now() - make_interval(days => ${LIMITS.unsavedKeptDays})
          or dropped_at < now() - make_interval(hours => ${LIMITS.droppedKeptHours}))
        order by account_id, page_id limit ${rowsMax} for update skip locked
      ), ended as (
        update builder.unsaved u set seq = u.seq + 1, ${NO_EDITS}
        from old where u.account_id = old.account_id and u.page_id = old.page_id returning 1
      ), counted as (
        update builder.tally t set unsaved_bytes = t.unsaved_bytes - freed.bytes
        from (select account_id, sum(freed)::bigint as bytes from old group by account_id) freed
        where t.account_id = freed.account_id
      )
      select 1 as expired from ended`,
  );
  return rows.length;
}
