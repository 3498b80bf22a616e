import { type SqlStatementRunner, sql } from '@bridge/db';
import type { StoredRevisionTexts } from './website.store.ts';

/**
 * The texts of one revision or of unsaved edits, for a preview. The statements find them by the website’s id alone, without the
 * account’s id.
 */
export interface PreviewTextsRow extends StoredRevisionTexts {
  readonly title: string;
}

/**
 * Reads the texts of a revision for a preview. Returns undefined when the revision does not exist, its texts were removed
 * (pruned), or the website is deleted or suspended.
 */
export async function findPreview(
  db: SqlStatementRunner,
  pageId: number,
  revision: number,
): Promise<PreviewTextsRow | undefined> {
  const [row] = await db.rows(
    sql<PreviewTextsRow>`select page.title, rev.bytes, rev.chars, rev.sha256, rev.newline, rev.inline,
        rev.object, rev.layers_bytes, rev.layers_chars, rev.layers_sha256, rev.layers_inline, rev.layers_object
      from builder.page_home home
      join builder.page page on page.account_id = home.account_id and page.page_id = home.page_id
      join builder.revision rev on rev.account_id = page.account_id and rev.page_id = page.page_id
        and rev.revision = ${revision}::int
      where home.page_id = ${pageId} and not rev.pruned and not page.suspended
        and page.deleted_at is null
        and not exists (select 1 from builder.live l where l.page_id = home.page_id and (l.gone or l.suspended))`,
    'prepared',
  );
  return row;
}

/**
 * Reads unsaved edits for a preview. A text that was not edited is that of the revision on which the edits are based. Returns
 * undefined if the edits do not have the sequence number `seq`, a needed text of that revision was removed (pruned), or the
 * website is deleted or suspended.
 */
export async function findUnsavedPreview(
  db: SqlStatementRunner,
  pageId: number,
  seq: number,
): Promise<PreviewTextsRow | undefined> {
  const [row] = await db.rows(
    sql<PreviewTextsRow>`select coalesce(u.title, page.title) as title, html.bytes, html.chars, html.sha256,
        html.newline, html.inline, html.object, layers.bytes as layers_bytes, layers.chars as layers_chars,
        layers.sha256 as layers_sha256, layers.inline as layers_inline, layers.object as layers_object
      from builder.page_home home
      join builder.page page on page.account_id = home.account_id and page.page_id = home.page_id
      join builder.unsaved u on u.account_id = page.account_id and u.page_id = page.page_id
      join builder.revision rev on rev.account_id = page.account_id and rev.page_id = page.page_id
        and rev.revision = u.base_revision
      cross join lateral (
        select u.bytes, u.chars, u.sha256, u.newline, u.inline, u.object where u.bytes is not null
        union all
        select rev.bytes, rev.chars, rev.sha256, rev.newline, rev.inline, rev.object
        where u.bytes is null and not rev.pruned
      ) html
      cross join lateral (
        select u.layers_bytes as bytes, u.layers_chars as chars, u.layers_sha256 as sha256, u.layers_inline as inline,
          u.layers_object as object
        where u.layers_bytes is not null
        union all
        select rev.layers_bytes, rev.layers_chars, rev.layers_sha256, rev.layers_inline, rev.layers_object
        where u.layers_bytes is null and not rev.pruned
      ) layers
      where home.page_id = ${pageId} and u.seq = ${seq} and u.dropped_at is null and not page.suspended
        and page.deleted_at is null
        and not exists (select 1 from builder.live l where l.page_id = home.page_id and (l.gone or l.suspended))`,
  );
  return row;
}

/**
 * The primary key of a website: account id and website id. A pass over all websites reads them in this order and continues
 * after the last key.
 */
export interface WebsitePrimaryKey {
  readonly account_id: string;
  readonly page_id: number;
}

/**
 * Stores which account owns each of the next `limit` websites after the primary key `after`, because an older release did not
 * store it in `page_home`. Returns the primary key of the last of these websites, undefined when there are none.
 */
export async function recordHomes(
  db: SqlStatementRunner,
  after: WebsitePrimaryKey,
  limit: number,
): Promise<WebsitePrimaryKey | undefined> {
  const [row] = await db.rows(
    sql<WebsitePrimaryKey>`with next as (
        select account_id, page_id from builder.page
        where (account_id, page_id) > (${after.account_id}, ${after.page_id}::bigint)
        order by account_id, page_id limit ${limit}
      ), recorded as (
        insert into builder.page_home (page_id, account_id)
        select page_id, account_id from next order by page_id on conflict do nothing
      )
      select account_id, page_id from next order by account_id desc, page_id desc limit 1`,
  );
  return row;
}
