import { type SqlStatementRunner, sql } from '@bridge/db';
import { isFounderOf } from '../world-right.store.ts';

/** Counts the websites of an account in each of the given Worlds (public identities), in one scan of the account’s websites. */
export async function countInWorlds(
  db: SqlStatementRunner,
  accountId: string,
  words: readonly string[],
): Promise<readonly { readonly word: string; readonly websites: number }[]> {
  return db.rows(
    sql<{ word: string; websites: number }>`with counted as materialized (
        select p.word, count(*) as websites from builder.page p
        where p.account_id = ${accountId} and p.deleted_at is null group by p.word
      )
      select coalesce(w.word, '') as word, coalesce(c.websites, 0) as websites
      from unnest(${[...new Set(words)]}::text[]) as w (word) left join counted c on c.word = w.word`,
  );
}

/**
 * Removes a website from the public list of its World, or puts it back. Returns undefined unless `founder` founded the World
 * and the website is public in it. A repeated call changes only the version number. The decision is stored per World, also
 * while the website is published in another World. ADR 053.
 */
export async function setOffWorld(
  tx: SqlStatementRunner,
  founder: string,
  { word, pageId, off }: { readonly word: string; readonly pageId: number; readonly off: boolean },
): Promise<{ readonly author: string; readonly version: number } | undefined> {
  const [row] = await tx.rows(
    sql<{ author: string; version: number }>`with shown as (
        update builder.live
        set off_world_at = case when ${off}::boolean then coalesce(off_world_at, now()) end, version = version + 1
        where page_id = ${pageId} and word = ${word} and visibility = 'public' and not gone
          and ${isFounderOf(founder, word)}
        returning page_id, word, off_world_at, account_id as author, version
      ), kept as (
        insert into builder.off_world (page_id, word, at)
        select page_id, word, off_world_at from shown where off_world_at is not null on conflict do nothing
      ), ended as (
        delete from builder.off_world o using shown
        where o.page_id = shown.page_id and o.word = shown.word and shown.off_world_at is null
      )
      select author, version from shown`,
  );
  return row;
}
