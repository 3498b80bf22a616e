import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** A website of an account, with the draft revision that the caller expects. */
interface PageWithExpectedRevision {
  readonly accountId: string;
  readonly pageId: number;
  readonly expectedRevision: number;
}

/** A deleted website, with the time at which its contents are purged. */
export interface DeletedPageRow {
  readonly page_id: number;
  readonly title: string;
  readonly word: string;
  readonly draft_revision: number;
  readonly published: boolean;
  readonly deleted_at: Date;
  readonly purge_at: Date;
}

/**
 * Columns with the times of the deletion and of the purge (final removal). A deleted website has both; `coalesce` only removes
 * null from the type.
 */
const TIMES = sql`coalesce(page.deleted_at, now()) as deleted_at, coalesce(page.purge_at, now()) as purge_at`;

/**
 * Marks a website as deleted if its draft is at the expected revision, and sets the time of its purge (final removal). Locks
 * its row. Returns undefined when the website is at another revision, suspended or deleted already.
 */
export async function markDeleted(
  tx: SqlStatementRunner,
  { accountId, pageId, expectedRevision }: PageWithExpectedRevision,
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

/**
 * Hides a deleted website from visitors. Returns the new version number of its public state, or undefined if the website was
 * never published. The caller has locked the website’s row.
 */
export async function hideLive(
  tx: SqlStatementRunner,
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

/**
 * Restores a deleted website before the time of its purge (final removal) and locks its row. Returns false when it is at
 * another revision, suspended or not deleted. The purge time is compared with the time of the statement: a transaction that had
 * to wait could, by its start time, restore a website of which a purge has already removed rows.
 */
export async function unmarkDeleted(
  tx: SqlStatementRunner,
  { accountId, pageId, expectedRevision }: PageWithExpectedRevision,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update builder.page set deleted_at = null, purge_at = null
      where account_id = ${accountId} and page_id = ${pageId} and draft_revision = ${expectedRevision}
        and not suspended and deleted_at is not null and purge_at > clock_timestamp()
      returning 1 as restored`,
  );
  return rows.length === 1;
}

/**
 * Shows a website to visitors again after its deletion was undone. Returns the new version number of its public state, or
 * undefined if the website was never published. The caller has locked the website’s row.
 */
export async function showLive(
  tx: SqlStatementRunner,
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

/** Reads the state of a deleted website that can still be restored; undefined for any other website. */
export async function findDeleted(
  db: SqlStatementRunner,
  accountId: string,
  pageId: number,
): Promise<{ readonly draft_revision: number; readonly suspended: boolean } | undefined> {
  const [row] = await db.rows(
    sql<{
      draft_revision: number;
      suspended: boolean;
    }>`select draft_revision, suspended from builder.page
      where account_id = ${accountId} and page_id = ${pageId} and deleted_at is not null and purge_at > now()`,
  );
  return row;
}

/** Lists the deleted websites of an account that can still be restored and have ids above `afterId`, ascending by id. */
export async function listDeleted(
  db: SqlStatementRunner,
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
