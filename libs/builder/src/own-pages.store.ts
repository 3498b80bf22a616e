import { type SqlStatementRunner, sql } from '@bridge/db';
import {
  BESIDE_PAGE,
  type WebsiteAccessFilter,
  WEBSITE_COLUMNS,
  type WebsiteRow,
} from './website.store.ts';

/**
 * Lists the websites of an account that are published, or those that never were, ascending by id. The statement scans the
 * account’s websites until it has `limit` rows; the maximum number of websites per account bounds the scan.
 */
export async function listInState(
  db: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  state: 'draft' | 'published',
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly WebsiteRow[]> {
  return db.rows(
    sql<WebsiteRow>`select ${WEBSITE_COLUMNS} from (
        select * from builder.page p where p.account_id = ${accountId} and p.page_id > ${afterId} and p.deleted_at is null
          and (${words}::text[] is null or p.word = any(${words}::text[]))
          and exists (select from builder.live l where l.page_id = p.page_id) = ${state === 'published'}::boolean
        order by p.page_id limit ${limit}
      ) page ${BESIDE_PAGE} order by page.page_id`,
  );
}

/** A snapshot of a website (the immutable result of one publication), with data that only its owner may see. */
export interface OwnerSnapshotRow {
  readonly snapshot_id: string;
  readonly revision: number;
  readonly title: string;
  readonly published_at: Date;
  readonly publication_mode: 'portable' | 'online';
  readonly offline_ready: boolean;
  readonly page_bytes: number;
  readonly archive_bytes: number | null;
  readonly archive_sha256: string | null;
  readonly archive_filename: string | null;
  /**
   * Numbers of errors, warnings and notes that the analysis of the page found, in this order; null for a snapshot that an older
   * release made.
   */
  readonly warnings: readonly number[] | null;
}

/**
 * Lists snapshots (results of publications) of a website of this account, newest first. With `before` (a snapshot id), only
 * older ones.
 */
export async function listOwnSnapshots(
  db: SqlStatementRunner,
  accountId: string,
  pageId: number,
  before: string | null,
  limit: number,
): Promise<readonly OwnerSnapshotRow[]> {
  return db.rows(
    sql<OwnerSnapshotRow>`select s.snapshot_id, s.revision, s.title, s.published_at, s.publication_mode, s.offline_ready,
        s.page_bytes, s.archive_bytes, s.archive_sha256, s.archive_filename, s.warnings
      from builder.snapshot s
      where s.page_id = ${pageId} and s.account_id = ${accountId}
        and (${before}::text is null or (s.published_at, s.snapshot_id) < (
          select b.published_at, b.snapshot_id from builder.snapshot b
          where b.page_id = ${pageId} and b.snapshot_id = ${before}::text))
      order by s.published_at desc, s.snapshot_id desc limit ${limit}`,
  );
}
