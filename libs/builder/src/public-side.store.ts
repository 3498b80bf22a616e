import { type SqlStatementRunner, sql } from '@bridge/db';
import type { WebsiteVisibility } from '@bridge/contracts';
import type { SnapshotRecordColumns } from './website-record.ts';
import { PAGE_ID_END, type WebsiteAccessFilter } from './website.store.ts';

/** The published state of a website with its live snapshot (the result of a publication that visitors see). */
export interface PublishedStateRow extends SnapshotRecordColumns {
  readonly page_id: number;
  readonly title: string;
  /** The World of the last publication. The draft may have moved to another World since then. */
  readonly live_word: string;
  readonly visibility: WebsiteVisibility;
  readonly visibility_by_agent: boolean;
  readonly suspended: boolean;
  readonly published_revision: number;
  readonly live_at: Date;
}
/** The published state of a website, with size and hash of the page that visitors receive. */
export interface PublicPageRow extends PublishedStateRow {
  readonly page_bytes: number;
  readonly page_sha256: string;
}

const PUBLIC_SIDE_COLUMNS = sql`live.page_id, live.word as live_word, live.visibility, live.visibility_by_agent,
  live.suspended, live.published_revision, live.published_at as live_at, s.title, s.snapshot_id, s.revision,
  s.published_at, s.publication_mode, s.offline_ready, s.archive_object is not null as has_archive`;
/** Joins the live snapshot (the one that visitors see) to each row of the table `live`. */
const LIVE_SNAPSHOT = sql`cross join lateral (
    select * from builder.snapshot s where s.page_id = live.page_id and s.snapshot_id = live.snapshot_id limit 1
  ) s`;

/**
 * Reads a published website of the account. Returns undefined when it is not published, or when its last publication was in a
 * World (public identity) for which the caller’s key is not valid.
 */
export async function findPublicSide(
  db: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  pageId: number,
): Promise<PublicPageRow | undefined> {
  const [row] = await db.rows(
    sql<PublicPageRow>`select ${PUBLIC_SIDE_COLUMNS}, s.page_bytes, s.page_sha256 from builder.live live ${LIVE_SNAPSHOT}
      where live.page_id = ${pageId} and live.account_id = ${accountId} and not live.gone
        and (${words}::text[] is null or live.word = any(${words}::text[]))`,
    'prepared',
  );
  return row;
}

/**
 * Lists published websites with ids above `afterId`, ascending by id. If `words` is not null, lists only those whose last
 * publication was in one of these Worlds; the statement then reads one limited list per World, as in `listWebsites`.
 */
export async function listPublicSides(
  db: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  afterId: number,
  limit: number,
): Promise<readonly PublishedStateRow[]> {
  if (words === null)
    return db.rows(
      sql<PublishedStateRow>`select ${PUBLIC_SIDE_COLUMNS} from builder.live live ${LIVE_SNAPSHOT}
        where live.account_id = ${accountId} and live.page_id > ${afterId} and not live.gone
        order by live.page_id limit ${limit}`,
      'prepared',
    );
  return db.rows(
    sql<PublishedStateRow>`select ${PUBLIC_SIDE_COLUMNS} from (
        select of_word.* from unnest(${[...new Set(words)]}::text[]) as w (word)
        cross join lateral (
          select * from builder.live l
          where l.account_id = ${accountId} and not l.gone
            and (l.word, l.page_id) > (w.word, ${afterId}::bigint)
            and (l.word, l.page_id) < (w.word, ${PAGE_ID_END}::bigint)
          order by l.word, l.page_id limit ${limit}
        ) of_word
        order by of_word.page_id limit ${limit}
      ) live ${LIVE_SNAPSHOT} order by live.page_id`,
    'prepared',
  );
}

/**
 * Includes a website in the public overview or excludes it. A suspended or deleted website and one that the caller may not see
 * stay unchanged. Locks the website’s row, so that a concurrent publication copies the flag `listed` before or after this
 * change.
 */
export async function setPageListed(
  tx: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  pageId: number,
  listed: boolean,
): Promise<void> {
  await tx.rows(
    sql`update builder.page set listed = ${listed}::boolean
      where account_id = ${accountId} and page_id = ${pageId} and not suspended and deleted_at is null
        and (${words}::text[] is null or word = any(${words}::text[]))`,
  );
}

/**
 * Copies the flag `listed` (shown in the public overview) of a website to its published state, if it has one. The caller has
 * locked the website’s row.
 */
export async function copyListed(
  tx: SqlStatementRunner,
  accountId: string,
  pageId: number,
  listed: boolean,
): Promise<void> {
  await tx.rows(
    sql`update builder.live set listed = ${listed}::boolean
      where page_id = ${pageId} and account_id = ${accountId} and listed <> ${listed}::boolean`,
  );
}

/**
 * Sets the visibility of a published website and returns the new version number of its published state. Returns undefined when
 * nothing changes: it has this visibility, this account has not published it, or an agent tries to change what the owner made
 * private.
 */
export async function setLiveVisibility(
  tx: SqlStatementRunner,
  accountId: string,
  pageId: number,
  { visibility, byAgent }: { readonly visibility: WebsiteVisibility; readonly byAgent: boolean },
): Promise<number | undefined> {
  const [row] = await tx.rows(
    sql<{ version: number }>`update builder.live
      set version = version + 1, visibility = ${visibility}, visibility_by_agent = ${byAgent}
      where page_id = ${pageId} and account_id = ${accountId} and not gone
        and case when ${byAgent}::boolean
          then visibility <> ${visibility} and (visibility <> 'private' or visibility_by_agent)
          else (visibility, visibility_by_agent) is distinct from (${visibility}::text, false) end
      returning version`,
  );
  return row?.version;
}
