import { type SqlStatementRunner, sql } from '@bridge/db';

/** Maximum number of websites that the home page of the console lists for each kind of problem. */
const ATTENTION_MAX = 20;
/** Maximum number of live websites, the most recently published ones, that are searched for publications with errors. */
const PROBLEMS_SCANNED_MAX = 200;
/** Maximum number of live websites that the home page lists. */
const LIVE_SHOWN_MAX = 12;
/** The count of live websites stops at this number, so that its statement stays cheap. */
const LIVE_COUNTED_MAX = 10_000;

/** A website in the result of a search or list: its id, its title and the word (unique name) of its World. */
export interface WebsiteTitleRow {
  readonly page_id: number;
  readonly title: string;
  readonly word: string;
}

/** A website that visitors can see, with its last publication. */
export interface LiveWebsiteRow extends WebsiteTitleRow {
  readonly visibility: 'unlisted' | 'public';
  readonly published_at: Date;
  readonly published_revision: number;
  readonly draft_revision: number;
}

/** Lists the public and unlisted websites of an account, newest publication first. */
export async function listLive(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly LiveWebsiteRow[]> {
  return db.rows(
    sql<LiveWebsiteRow>`select l.page_id, p.title, l.word, l.visibility, l.published_at, l.published_revision,
        p.draft_revision
      from (
        select * from builder.live where account_id = ${accountId}
          and visibility in ('public', 'unlisted') and not suspended and not gone
        order by account_id, published_at desc, page_id desc limit ${LIVE_SHOWN_MAX}
      ) l
      cross join lateral (
        select title, draft_revision from builder.page
        where account_id = ${accountId} and page_id = l.page_id limit 1
      ) p
      order by l.published_at desc, l.page_id desc`,
  );
}

/** Counts the public and unlisted websites of an account, up to 10,000. */
export async function countLive(db: SqlStatementRunner, accountId: string): Promise<number> {
  const [row] = await db.rows(
    sql<{ n: number }>`select count(*) as n from (
        select 1 from builder.live where account_id = ${accountId}
          and visibility in ('public', 'unlisted') and not suspended and not gone limit ${LIVE_COUNTED_MAX}
      ) l`,
  );
  return row?.n ?? 0;
}

/** A live website whose draft is newer than its published revision. */
export interface WebsiteWithUnpublishedChangesRow extends WebsiteTitleRow {
  readonly published_revision: number;
  readonly draft_revision: number;
}

/** Finds the live websites among the given ids whose draft is newer than the published revision. */
export async function findUnpublished(
  db: SqlStatementRunner,
  accountId: string,
  pageIds: readonly number[],
): Promise<readonly WebsiteWithUnpublishedChangesRow[]> {
  if (pageIds.length === 0) return [];
  return db.rows(
    sql<WebsiteWithUnpublishedChangesRow>`select p.page_id, p.title, p.word, l.published_revision, p.draft_revision
      from unnest(${[...pageIds]}::bigint[]) with ordinality as k (page_id, nth)
      cross join lateral (
        select * from builder.page where account_id = ${accountId} and page_id = k.page_id limit 1
      ) p
      cross join lateral (
        select * from builder.live where page_id = k.page_id and account_id = ${accountId}
          and visibility in ('public', 'unlisted') and not suspended and not gone limit 1
      ) l
      where p.draft_revision > l.published_revision order by k.nth`,
  );
}

/** A website with unsaved edits of the browser editor that are at least a day old. */
export interface DayOldUnsavedEditsRow extends WebsiteTitleRow {
  readonly at: Date;
  readonly base_revision: number;
}

/** Lists the websites whose unsaved edits are at least a day old, oldest first. */
export async function listOldEdits(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly DayOldUnsavedEditsRow[]> {
  return db.rows(
    sql<DayOldUnsavedEditsRow>`select u.page_id, p.title, p.word, u.at, u.base_revision
      from builder.unsaved u
      join builder.page p on p.account_id = u.account_id and p.page_id = u.page_id
      where u.account_id = ${accountId} and u.base_revision is not null and u.dropped_at is null
        and u.at < now() - interval '1 day' and p.deleted_at is null
      order by u.at, u.page_id limit ${ATTENTION_MAX}`,
  );
}

/** A live website, in whose last publication the analysis of the page found errors. */
export interface LiveWebsiteWithErrorsRow extends WebsiteTitleRow {
  readonly published_at: Date;
  readonly published_revision: number;
  readonly errors: number;
}

/**
 * Lists live websites in whose last publication the analysis of the page found errors, newest publication first. Only the
 * account’s 200 most recently published live websites are searched.
 */
export async function listProblems(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly LiveWebsiteWithErrorsRow[]> {
  return db.rows(
    sql<LiveWebsiteWithErrorsRow>`select l.page_id, s.title, l.word, l.published_at, l.published_revision, s.warnings[1] as errors
      from (
        select * from builder.live where account_id = ${accountId}
          and visibility in ('public', 'unlisted') and not suspended and not gone
        order by account_id, published_at desc, page_id desc limit ${PROBLEMS_SCANNED_MAX}
      ) l
      cross join lateral (
        select title, warnings from builder.snapshot
        where page_id = l.page_id and snapshot_id = l.snapshot_id limit 1
      ) s
      where s.warnings[1] > 0
      order by l.published_at desc, l.page_id desc limit ${ATTENTION_MAX}`,
  );
}

/** A deleted website whose contents will be purged within 3 days. */
export interface SoonPurgedWebsiteRow extends WebsiteTitleRow {
  readonly purge_at: Date;
}

/** Lists the deleted websites whose contents will be purged within 3 days, earliest purge first. */
export async function listPurging(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly SoonPurgedWebsiteRow[]> {
  return db.rows(
    sql<SoonPurgedWebsiteRow>`select page_id, title, word, purge_at from builder.page
      where account_id = ${accountId} and deleted_at is not null and purge_at < now() + interval '3 days'
      order by purge_at, page_id limit ${ATTENTION_MAX}`,
  );
}

/** The numbers of websites and bytes that count against the quotas of an account. */
export interface QuotaUse {
  readonly websites: number;
  readonly bytes: number;
}

/** Reads the numbers of websites and bytes that count against the quotas of an account. */
export async function readUse(db: SqlStatementRunner, accountId: string): Promise<QuotaUse> {
  const [row] = await db.rows(
    sql<QuotaUse>`select t.websites, t.bytes from builder.tally t where t.account_id = ${accountId}`,
  );
  return row ?? { websites: 0, bytes: 0 };
}

/** Returns an SQL `like` pattern that matches texts which contain `text`. Wildcards in `text` are escaped. */
function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Finds websites by id, or by a part of the title or of the World’s word, newest first. The statement reads all titles of the
 * account; the maximum number of websites per account bounds them.
 */
export async function searchWebsites(
  db: SqlStatementRunner,
  accountId: string,
  text: string,
  limit: number,
): Promise<readonly WebsiteTitleRow[]> {
  const pattern = patternOf(text);
  const pageId = /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null;
  return db.rows(
    sql<WebsiteTitleRow>`select p.page_id, p.title, p.word from builder.page p
      where p.account_id = ${accountId} and p.deleted_at is null
        and (p.page_id = ${pageId}::bigint or p.title ilike ${pattern} or p.word like lower(${pattern}))
      order by p.page_id desc limit ${limit}`,
  );
}
