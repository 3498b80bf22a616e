import { type SqlStatementRunner, sql, type SqlStatement } from '@bridge/db';
import { authorsOf } from '../world-right.store.ts';

/**
 * A reader of a World’s list of websites; `accountId` is null for a visitor. Only the founder of the World and the author of
 * the website see a website that the founder removed from the list.
 */
export interface WorldWebsiteListRequester {
  readonly accountId: string | null;
  readonly isFounder: boolean;
}
const VISITOR: WorldWebsiteListRequester = { accountId: null, isFounder: false };

/**
 * Returns a `with` clause whose table `l` has the newest `max` public websites of a World. It merges the newest websites of
 * each current member, so those of former members are not read. `author` is materialized: otherwise the planner scans whole
 * tables.
 */
function withNewest(
  word: string,
  { accountId, isFounder }: WorldWebsiteListRequester,
  max: number,
): SqlStatement {
  return sql`with author as materialized (${authorsOf(word)}), l as (
      select of_author.* from author cross join lateral (
        select page_id, account_id, snapshot_id, published_at, off_world_at from builder.live
        where word = ${word} and account_id = author.account_id and visibility = 'public' and not suspended
          and not gone
          and (off_world_at is null or ${isFounder}::boolean or account_id = ${accountId}::text)
        order by published_at desc, page_id desc limit ${max}
      ) of_author
      order by of_author.published_at desc, of_author.page_id desc limit ${max}
    )`;
}

/** A public website as visitors see it in the list of its World. */
export interface VisitorWorldWebsiteRow {
  readonly page_id: number;
  readonly title: string;
  readonly published_at: Date;
  readonly publication_mode: 'portable' | 'online';
  readonly offline_ready: boolean;
}

/**
 * Lists the public websites of a World (public identity) for visitors, newest publication first. Websites of former members are
 * omitted. Spec: worlds.left-websites.
 */
export async function listWorldPages(
  db: SqlStatementRunner,
  word: string,
  max: number,
): Promise<readonly VisitorWorldWebsiteRow[]> {
  return db.rows(
    sql<VisitorWorldWebsiteRow>`${withNewest(word, VISITOR, max)}
      select l.page_id, s.title, l.published_at, s.publication_mode, s.offline_ready from l
      cross join lateral (
        select s.title, s.publication_mode, s.offline_ready from builder.snapshot s
        where s.page_id = l.page_id and s.snapshot_id = l.snapshot_id limit 1
      ) s
      order by l.published_at desc, l.page_id desc`,
    'prepared',
  );
}

/** A public website as the members of its World see it in the World’s list. */
export interface MemberWorldWebsiteRow {
  readonly page_id: number;
  readonly title: string;
  readonly published_at: Date;
  readonly mine: boolean;
  readonly off: boolean;
}

/**
 * Lists the public websites of a World (public identity) for its members, newest publication first. Only the founder and the
 * author see a website that the founder removed from the list. Spec: worlds.websites.
 */
export async function listWorldWebsites(
  db: SqlStatementRunner,
  word: string,
  reader: WorldWebsiteListRequester,
  max: number,
): Promise<readonly MemberWorldWebsiteRow[]> {
  return db.rows(
    sql<MemberWorldWebsiteRow>`${withNewest(word, reader, max)}
      select l.page_id, s.title, l.published_at, l.account_id = ${reader.accountId} as mine, l.off_world_at is not null as off
      from l
      cross join lateral (
        select s.title from builder.snapshot s
        where s.page_id = l.page_id and s.snapshot_id = l.snapshot_id limit 1
      ) s
      order by l.published_at desc, l.page_id desc`,
  );
}
