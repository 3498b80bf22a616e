import { type SqlStatementRunner, sql } from '@bridge/db';
import { NO_LAYERS } from './empty-draft.ts';

/** A website with its current revision and its published state, as one row. */
export interface WebsiteRow {
  readonly page_id: number;
  readonly title: string;
  readonly word: string;
  readonly kind: 'single' | 'project';
  readonly draft_revision: number;
  readonly suspended: boolean;
  readonly listed: boolean;
  readonly lineage_id: string;
  readonly created_at: Date;
  readonly chars: number;
  readonly sha256: string;
  readonly updated_at: Date;
  readonly updated_by: string;
  /** Null before the first publication; so are the members below up to `offline_ready`. */
  readonly visibility: 'private' | 'unlisted' | 'public' | null;
  readonly visibility_by_agent: boolean | null;
  readonly published_revision: number | null;
  readonly snapshot_id: string | null;
  readonly snapshot_revision: number | null;
  readonly snapshot_at: Date | null;
  readonly publication_mode: 'portable' | 'online' | null;
  readonly offline_ready: boolean | null;
  readonly has_archive: boolean;
  /**
   * True when HTML, layers, title or World of draft and published revision differ. Before the first publication: true unless
   * the draft is empty.
   */
  readonly has_unpublished_changes: boolean;
}

/**
 * The columns of a WebsiteRow. The statement that uses them must provide the tables `page`, `rev` (the current revision),
 * `live` and `snapshot`.
 */
export const WEBSITE_COLUMNS = sql`page.page_id, page.title, page.word, page.kind, page.draft_revision,
  page.suspended, page.listed, page.lineage_id, page.created_at, rev.chars, rev.sha256, rev.at as updated_at,
  rev.actor as updated_by, live.visibility, live.visibility_by_agent, live.published_revision, snapshot.snapshot_id,
  snapshot.revision as snapshot_revision, snapshot.published_at as snapshot_at, snapshot.publication_mode,
  snapshot.offline_ready, snapshot.archive_object is not null as has_archive,
  coalesce(
    (select (pub.sha256, pub.layers_sha256, pub.word, snapshot.title)
        is distinct from (rev.sha256, rev.layers_sha256, page.word, page.title)
      from builder.revision pub where pub.account_id = page.account_id and pub.page_id = page.page_id
        and pub.revision = live.published_revision),
    rev.bytes > 0 or rev.layers_bytes > ${NO_LAYERS.length}::int
  ) as has_unpublished_changes`;
/** Joins to `page` its row of `builder.live` (the published state) and the snapshot that this row names, if there are any. */
export const PUBLIC_SIDE = sql`left join builder.live live on live.page_id = page.page_id
  left join builder.snapshot snapshot
    on snapshot.page_id = live.page_id and snapshot.snapshot_id = live.snapshot_id`;
/**
 * Joins to each row of `page` its current revision, its row of `builder.live` (the published state) and its live snapshot. The
 * joins are lateral with a limit: for plain joins the planner may read all revisions of an account and discard most of them.
 */
export const BESIDE_PAGE = sql`cross join lateral (
    select * from builder.revision r
    where r.account_id = page.account_id and r.page_id = page.page_id and r.revision = page.draft_revision limit 1
  ) rev
  left join lateral (select * from builder.live l where l.page_id = page.page_id limit 1) live on true
  left join lateral (
    select * from builder.snapshot s
    where s.page_id = live.page_id and s.snapshot_id = live.snapshot_id limit 1
  ) snapshot on true`;
/** The tables that WEBSITE_COLUMNS needs: `page` with its current revision `rev` and its published state. */
const WEBSITE = sql`builder.page page ${BESIDE_PAGE}`;

/**
 * The filter for the websites that a caller may see: all websites of an account, or, if `words` is not null, only those in the
 * Worlds (public identities) with these words.
 */
export interface WebsiteAccessFilter {
  readonly accountId: string;
  readonly words: readonly string[] | null;
}

/** Reads one website; undefined when it does not exist or the caller may not see it. */
export async function findWebsite(
  db: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  pageId: number,
): Promise<WebsiteRow | undefined> {
  const [row] = await db.rows(
    sql<WebsiteRow>`select ${WEBSITE_COLUMNS} from ${WEBSITE}
      where page.account_id = ${accountId} and page.page_id = ${pageId} and page.deleted_at is null
        and (${words}::text[] is null or page.word = any(${words}::text[]))`,
    'prepared',
  );
  return row;
}

/** A number above every website id: the largest bigint. */
export const PAGE_ID_END = '9223372036854775807';

/**
 * Lists websites with ids above `afterId`, ascending by id. If `words` (names of Worlds) is not null, one limited list per
 * World is read. Each list compares (word, page_id) as a row, so that the planner uses the index by World; with `word =` it may
 * scan the whole account.
 */
export async function listWebsites(
  db: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  afterId: number,
  limit: number,
): Promise<readonly WebsiteRow[]> {
  if (words === null)
    return db.rows(
      sql<WebsiteRow>`select ${WEBSITE_COLUMNS} from (
          select * from builder.page p where p.account_id = ${accountId} and p.page_id > ${afterId} and p.deleted_at is null
          order by p.page_id limit ${limit}
        ) page ${BESIDE_PAGE} order by page.page_id`,
      'prepared',
    );
  return db.rows(
    sql<WebsiteRow>`select ${WEBSITE_COLUMNS} from (
        select of_word.* from unnest(${[...new Set(words)]}::text[]) as w (word)
        cross join lateral (
          select * from builder.page p
          where p.account_id = ${accountId}
            and (p.word, p.page_id) > (w.word, ${afterId}::bigint)
            and (p.word, p.page_id) < (w.word, ${PAGE_ID_END}::bigint) and p.deleted_at is null
          order by p.word, p.page_id limit ${limit}
        ) of_word
        order by of_word.page_id limit ${limit}
      ) page ${BESIDE_PAGE} order by page.page_id`,
    'prepared',
  );
}

/** The stored texts of a revision. Each text is either inline or in a blob-store object. */
export interface StoredRevisionTexts {
  readonly chars: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly newline: 'lf' | 'crlf' | 'mixed' | 'none';
  readonly inline: Buffer | null;
  readonly object: string | null;
  readonly layers_bytes: number;
  readonly layers_chars: number;
  readonly layers_sha256: string;
  readonly layers_inline: Buffer | null;
  readonly layers_object: string | null;
}
/** A website with the stored texts of its current revision. */
export interface WebsiteWithTextsRow extends WebsiteRow, StoredRevisionTexts {}

/** Reads a website with the stored texts of its current revision. */
export async function findContent(
  db: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  pageId: number,
): Promise<WebsiteWithTextsRow | undefined> {
  const [row] = await db.rows(
    sql<WebsiteWithTextsRow>`select ${WEBSITE_COLUMNS}, rev.bytes, rev.newline, rev.inline, rev.object, rev.layers_bytes,
        rev.layers_chars, rev.layers_sha256, rev.layers_inline, rev.layers_object
      from ${WEBSITE}
      where page.account_id = ${accountId} and page.page_id = ${pageId} and page.deleted_at is null
        and (${words}::text[] is null or page.word = any(${words}::text[]))`,
    'prepared',
  );
  return row;
}

/** Counts the websites of an account. */
export async function countWebsites(db: SqlStatementRunner, accountId: string): Promise<number> {
  const [row] = await db.rows(
    sql<{ websites: number }>`select websites from builder.tally where account_id = ${accountId}`,
  );
  return row?.websites ?? 0;
}
