import { LIMITS } from '@bridge/contracts';
import { type Queryable, sql } from '@bridge/db';

/** A website of an account at one revision. */
interface PageAtRevision {
  readonly accountId: string;
  readonly pageId: number;
  readonly expectedRevision: number;
}

/** A website that was deleted. */
export interface DeletedPageRow {
  readonly page_id: number;
  readonly title: string;
  readonly word: string;
  readonly draft_revision: number;
  readonly published: boolean;
  readonly deleted_at: Date;
  readonly purge_at: Date;
}

/** Both times of a deleted website, where neither is null. */
const TIMES = sql`coalesce(page.deleted_at, now()) as deleted_at, coalesce(page.purge_at, now()) as purge_at`;

/** Deletes a website at this revision: hides it and sets its end. Undefined when a guard refused. Locks the website. */
export async function markDeleted(
  tx: Queryable,
  { accountId, pageId, expectedRevision }: PageAtRevision,
): Promise<{ readonly word: string; readonly purge_at: Date } | undefined> {
  const [row] = await tx.rows(
    sql<{
      word: string;
      purge_at: Date;
    }>`update builder.page set deleted_at = date_trunc('milliseconds', now()),
        purge_at = date_trunc('milliseconds', now()) + make_interval(days => ${LIMITS.deletedKeptDays})
      where account_id = ${accountId} and page_id = ${pageId} and draft_revision = ${expectedRevision}
        and not suspended and deleted_at is null
      returning word, coalesce(purge_at, now()) as purge_at`,
  );
  return row;
}

/** Takes the public side of a deleted website down; undefined when it has none. The caller has locked the website. */
export async function hideLive(
  tx: Queryable,
  accountId: string,
  pageId: number,
): Promise<number | undefined> {
  const [row] = await tx.rows(
    sql<{
      version: number;
    }>`update builder.live set gone_by_owner = not gone, gone = true, version = version + 1
      where page_id = ${pageId} and account_id = ${accountId} returning version`,
  );
  return row?.version;
}

/** Ends the deletion of a website before its contents are purged; false when a guard refused. Locks the website. */
export async function unmarkDeleted(
  tx: Queryable,
  { accountId, pageId, expectedRevision }: PageAtRevision,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update builder.page set deleted_at = null, purge_at = null
      where account_id = ${accountId} and page_id = ${pageId} and draft_revision = ${expectedRevision}
        and not suspended and deleted_at is not null and purge_at > now()
      returning 1 as restored`,
  );
  return rows.length === 1;
}

/** Shows the public side again that a deletion took down. The caller has locked the website. */
export async function showLive(
  tx: Queryable,
  accountId: string,
  pageId: number,
): Promise<number | undefined> {
  const [row] = await tx.rows(
    sql<{
      version: number;
    }>`update builder.live set gone = gone and not gone_by_owner, gone_by_owner = false,
        version = version + 1
      where page_id = ${pageId} and account_id = ${accountId} returning version`,
  );
  return row?.version;
}

/** A deleted website that can be restored; undefined for all others. */
export async function findDeleted(
  db: Queryable,
  accountId: string,
  pageId: number,
): Promise<DeletedPageRow | undefined> {
  const [row] = await db.rows(
    sql<DeletedPageRow>`select page.page_id, page.title, page.word, page.draft_revision, ${TIMES},
        exists (select from builder.live l where l.page_id = page.page_id) as published
      from builder.page page
      where page.account_id = ${accountId} and page.page_id = ${pageId} and page.deleted_at is not null
        and page.purge_at > now()`,
  );
  return row;
}

/** The deleted websites of an account that can be restored, by id. */
export async function listDeleted(
  db: Queryable,
  accountId: string,
  afterId: number,
  limit: number,
): Promise<readonly DeletedPageRow[]> {
  return db.rows(
    sql<DeletedPageRow>`select page.page_id, page.title, page.word, page.draft_revision, ${TIMES},
        exists (select from builder.live l where l.page_id = page.page_id) as published
      from builder.page page
      where page.account_id = ${accountId} and page.page_id > ${afterId} and page.deleted_at is not null
        and page.purge_at > now()
      order by page.page_id limit ${limit}`,
  );
}
