import { type SqlStatementRunner, sql } from '@bridge/db';

/** A World as its founder or a contributor sees it in the list of Worlds. */
export interface AccountWorldRow {
  readonly word: string;
  readonly title: string;
  readonly role: 'founder' | 'contributor';
  readonly suspended: boolean;
  readonly founded_at: Date;
}
/** The public data of a World (public identity): visitors see them on its dashboard. */
export interface PublicWorld {
  readonly word: string;
  readonly title: string;
  readonly text: string;
  readonly suspended: boolean;
  readonly founded_at: Date;
}

/**
 * Lists the Worlds that the account founded or contributes to, sorted by word; if `words` is not null, only those of them with
 * these words. It is one prepared statement on the primary keys, because it is the service’s most frequent call.
 */
export async function listWorlds(
  db: SqlStatementRunner,
  accountId: string,
  words: readonly string[] | null,
): Promise<readonly AccountWorldRow[]> {
  if (words === null)
    return db.rows(
      sql<AccountWorldRow>`select w.word, w.title, m.role, w.suspended, w.founded_at
        from worlds.member m
        cross join lateral (select * from worlds.world w where w.word = m.word limit 1) w
        where m.account_id = ${accountId} and m.role <> 'viewer' order by m.word`,
      'prepared',
    );
  return db.rows(
    sql<AccountWorldRow>`select w.word, w.title, m.role, w.suspended, w.founded_at
      from unnest(${[...new Set(words)]}::text[]) as k (word)
      cross join lateral (
        select * from worlds.member m where m.account_id = ${accountId} and m.word = k.word and m.role <> 'viewer' limit 1
      ) m join worlds.world w on w.word = m.word order by m.word`,
    'prepared',
  );
}

/** Finds the public data of a World by its word (its unique name); undefined when no World has this word. */
export async function findWorld(
  db: SqlStatementRunner,
  word: string,
): Promise<PublicWorld | undefined> {
  const [world] = await db.rows(
    sql<PublicWorld>`select word, title, text, suspended, founded_at from worlds.world where word = ${word}`,
    'prepared',
  );
  return world;
}

/** True when the account founded the World. */
export async function isFounder(
  db: SqlStatementRunner,
  word: string,
  accountId: string,
): Promise<boolean> {
  const rows = await db.rows(
    sql`select 1 from worlds.world where word = ${word} and founder = ${accountId}`,
    'prepared',
  );
  return rows.length === 1;
}

/**
 * Adds one to the stored number of Worlds that an account founded, and locks it until the transaction ends. Returns false when
 * the number is `max` already.
 */
export async function countFounding(
  tx: SqlStatementRunner,
  accountId: string,
  max: number,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`insert into worlds.tally as t (account_id, founded) select ${accountId}, 1 where ${max}::int > 0
      on conflict (account_id) do update set founded = t.founded + 1 where t.founded < ${max}
      returning 1 as counted`,
    'prepared',
  );
  return rows.length === 1;
}

/**
 * Inserts a World and its founder’s membership in one statement; returns undefined when another World has this word. A
 * concurrent claim of the same word waits until this transaction ends.
 */
export async function claimWord(
  tx: SqlStatementRunner,
  word: string,
  founder: string,
): Promise<{ readonly title: string; readonly founded_at: Date } | undefined> {
  const [claimed] = await tx.rows(
    sql<{ title: string; founded_at: Date }>`with claimed as (
        insert into worlds.world (word, founder, title) values (${word}, ${founder}, ${word})
        on conflict (word) do nothing returning word, title, founded_at
      ), joined as (
        insert into worlds.member (account_id, word, role, since)
        select ${founder}, word, 'founder', founded_at from claimed
      )
      select title, founded_at from claimed`,
    'prepared',
  );
  return claimed;
}

/** Includes a World in the public overview or excludes it. The caller has locked the World’s row. */
export async function setWorldListed(
  tx: SqlStatementRunner,
  word: string,
  listed: boolean,
): Promise<void> {
  await tx.rows(
    sql`update worlds.world set listed = ${listed}::boolean
      where word = ${word} and listed <> ${listed}::boolean`,
  );
}

/**
 * Sets title and text of a World’s dashboard (its public page); returns false when both are unchanged. The caller has locked
 * the World’s row.
 */
export async function setDashboard(
  tx: SqlStatementRunner,
  word: string,
  { title, text }: { readonly title: string; readonly text: string },
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update worlds.world set title = ${title}, text = ${text}
      where word = ${word} and (title, text) is distinct from (${title}, ${text}) returning 1 as changed`,
  );
  return rows.length === 1;
}
