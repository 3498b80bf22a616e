import { LIMITS } from '@bridge/contracts';
import { type Queryable, sql } from '@bridge/db';
import { isFounderOf } from '../world-right.store.ts';

/** A public website of a World. */
export interface WorldWebsiteRow {
  readonly page_id: number;
  readonly account_id: string;
  readonly title: string;
  readonly published_at: Date;
  readonly off: boolean;
}

/** The public websites of a World, newest publication first, those that were taken off too. */
export async function listWorldWebsites(
  db: Queryable,
  word: string,
): Promise<readonly WorldWebsiteRow[]> {
  return db.rows(
    sql<WorldWebsiteRow>`select l.page_id, l.account_id, s.title, l.published_at, l.off_world_at is not null as off
      from (
        select * from builder.live
        where word = ${word} and visibility = 'public' and not suspended and not gone
        order by published_at desc, page_id desc limit ${LIMITS.worldWebsitesMax}
      ) l
      cross join lateral (
        select s.title from builder.snapshot s
        where s.page_id = l.page_id and s.snapshot_id = l.snapshot_id limit 1
      ) s
      order by l.published_at desc, l.page_id desc`,
  );
}

/** How many websites the account has in each of these Worlds. */
export async function countInWorlds(
  db: Queryable,
  accountId: string,
  words: readonly string[],
): Promise<readonly { readonly word: string; readonly websites: number }[]> {
  return db.rows(
    sql<{ word: string; websites: number }>`select coalesce(w.word, '') as word, (
          select count(*) from builder.page p
          where p.account_id = ${accountId} and p.word = w.word and p.deleted_at is null
        ) as websites
      from unnest(${[...new Set(words)]}::text[]) as w (word)`,
  );
}

/**
 * Takes a website off its World, or ends that, when the account founded the World. Undefined when a guard refused. The
 * statement changes nothing but the version when it was so before.
 */
export async function setOffWorld(
  tx: Queryable,
  founder: string,
  { word, pageId, off }: { readonly word: string; readonly pageId: number; readonly off: boolean },
): Promise<{ readonly author: string; readonly version: number } | undefined> {
  const [row] = await tx.rows(
    sql<{ author: string; version: number }>`update builder.live
      set off_world_at = case when ${off}::boolean then coalesce(off_world_at, now()) end, version = version + 1
      where page_id = ${pageId} and word = ${word} and visibility = 'public' and not gone
        and ${isFounderOf(founder, word)}
      returning account_id as author, version`,
  );
  return row;
}
