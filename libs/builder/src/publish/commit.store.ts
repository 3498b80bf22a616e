import type { BUILDER, StoredObjectReference, WireInput } from '@bridge/contracts';
import { type SqlStatementRunner, sql, type SqlStatement } from '@bridge/db';
import {
  BESIDE_PAGE,
  type WebsiteAccessFilter,
  WEBSITE_COLUMNS,
  type WebsiteRow,
} from '../website.store.ts';
import type { LockedPublicationRow } from './publication.store.ts';

/** The input of builder.publish_commit: the objects that the publisher built from a revision, and its analysis of the page. */
export type PublishCommitInput = WireInput<typeof BUILDER.publishCommit>;

/** The data of a website whose row is locked while its publication is committed. */
export interface LockedWebsiteRow {
  readonly draft_revision: number;
  readonly word: string;
  readonly suspended: boolean;
  readonly live_snapshot_id: string | null;
}

/** Reads the website and locks its row, so that its draft does not change before the transaction ends. */
export async function holdPage(
  tx: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  pageId: number,
): Promise<LockedWebsiteRow | undefined> {
  const [row] = await tx.rows(
    sql<LockedWebsiteRow>`select page.draft_revision, page.word, page.suspended,
        live.snapshot_id as live_snapshot_id
      from builder.page page left join builder.live live on live.page_id = page.page_id
      where page.account_id = ${accountId} and page.page_id = ${pageId} and page.deleted_at is null
        and (${words}::text[] is null or page.word = any(${words}::text[]))
      for update of page`,
    'prepared',
  );
  return row;
}

function columns(stored: StoredObjectReference | null): SqlStatement {
  return sql`${stored?.object ?? null}::text, ${stored?.bytes ?? null}::bigint, ${stored?.sha256 ?? null}::text`;
}

/**
 * Returns the numbers of errors, warnings and notes that the analysis of the page found, in this order, for the row of the
 * snapshot.
 */
function countWarnings({ warnings }: PublishCommitInput): number[] {
  return (['error', 'warning', 'info'] as const).map(
    (severity) => warnings.filter((warning) => warning.severity === severity).length,
  );
}

/**
 * Makes a publication visible in one statement: stores the snapshot (the published result, unless one with the same content
 * exists), names it in `builder.live`, marks the revision as published and ends the publication. `holdPublication` has locked
 * the publication, so its state and attempt are not checked again.
 */
export async function commitPublication(
  tx: SqlStatementRunner,
  accountId: string,
  publication: LockedPublicationRow,
  made: PublishCommitInput,
): Promise<{ readonly version: number } | undefined> {
  const {
    publication_id: id,
    page_id: pageId,
    revision,
    published_at: at,
    visibility,
  } = publication;
  const [row] = await tx.rows(
    sql<{ version: number }>`with page as (
        select * from builder.page where account_id = ${accountId} and page_id = ${pageId}
      ), stored as (
        insert into builder.snapshot (page_id, snapshot_id, account_id, publication_id, revision, title, word,
          publication_mode, offline_ready, external_form, page_object, page_bytes, page_sha256, br_object, br_bytes,
          br_sha256, gzip_object, gzip_bytes, gzip_sha256, archive_object, archive_bytes, archive_sha256,
          archive_filename, published_at, warnings)
        select page.page_id, ${made.snapshot_id}, page.account_id, ${id}, ${revision}::int,
          coalesce(${publication.title}::text, page.title), page.word,
          ${made.publication_mode}, ${made.offline_ready}::boolean, ${made.external_form}::boolean,
          ${columns(made.page)}, ${columns(made.variants.br)}, ${columns(made.variants.gzip)},
          ${columns(made.archive)}, ${made.archive?.filename ?? null}::text, ${at}::timestamptz,
          ${countWarnings(made)}::int[]
        from page on conflict (page_id, snapshot_id) do nothing returning 1
      ), pointed as (
        insert into builder.live as l (page_id, account_id, snapshot_id, published_revision, word, visibility, suspended,
          listed, version, published_at)
        select page.page_id, page.account_id, ${made.snapshot_id}, ${revision}::int, page.word,
          coalesce(${visibility}::text, 'public'), page.suspended, page.listed, 1, ${at}::timestamptz
        from page on conflict (page_id) do update set snapshot_id = excluded.snapshot_id,
          visibility = coalesce(${visibility}::text, l.visibility),
          off_world_at = case when excluded.word = l.word then l.off_world_at
            else (select o.at from builder.off_world o where o.page_id = l.page_id and o.word = excluded.word) end,
          visibility_by_agent = l.visibility_by_agent and ${visibility}::text is null,
          published_revision = excluded.published_revision, word = excluded.word, version = l.version + 1,
          published_at = case when l.snapshot_id = excluded.snapshot_id then l.published_at else excluded.published_at end
          where l.account_id = excluded.account_id
        returning version
      ), marked as (
        update builder.revision set published = true
        where account_id = ${accountId} and page_id = ${pageId} and revision = ${revision} returning 1
      ), ended as (
        update builder.publication set state = 'committed', snapshot_id = ${made.snapshot_id},
          objects_kept = exists (select from stored)
        where account_id = ${accountId} and publication_id = ${id} returning 1
      )
      select pointed.version from pointed, marked, ended`,
    'prepared',
  );
  return row;
}

/** A website after its publication, with the data about the ZIP archive of its snapshot. */
export interface PublishedWebsiteRow extends WebsiteRow {
  readonly archive_bytes: number | null;
  readonly archive_sha256: string | null;
  readonly archive_filename: string | null;
}

/** Reads the website after its publication. */
export async function findPublished(
  tx: SqlStatementRunner,
  accountId: string,
  pageId: number,
): Promise<PublishedWebsiteRow | undefined> {
  const [row] = await tx.rows(
    sql<PublishedWebsiteRow>`select ${WEBSITE_COLUMNS}, snapshot.archive_bytes, snapshot.archive_sha256,
        snapshot.archive_filename
      from builder.page page
      ${BESIDE_PAGE}
      where page.account_id = ${accountId} and page.page_id = ${pageId}`,
    'prepared',
  );
  return row;
}
