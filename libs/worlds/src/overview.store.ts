import { type SqlStatementRunner, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';

/** The number of Worlds in the public overview, and the time at which they were counted. */
export interface PublicWorldCount {
  readonly worlds: number;
  readonly as_of: Date;
  readonly is_stale: boolean;
}

/** Reads the stored number of Worlds. `is_stale` is true when it was counted more than `maxAgeS` seconds ago. */
export async function readWorldTally(
  db: SqlStatementRunner,
  maxAgeS: number,
): Promise<PublicWorldCount> {
  const [row] = await db.rows(
    sql<PublicWorldCount>`select worlds, as_of, as_of < now() - make_interval(secs => ${maxAgeS}::int) as is_stale
      from worlds.public_tally where id = 1`,
    'prepared',
  );
  if (row === undefined)
    throw new BridgeError('internal', {}, { cause: 'worlds.public_tally has no row' });
  return row;
}

/**
 * Counts the Worlds when the stored count is older than `maxAgeS` seconds. The row of the count is locked first, so that only
 * one of several replicas counts.
 */
export async function renewWorldTally(db: SqlStatementRunner, maxAgeS: number): Promise<void> {
  await db.rows(
    sql`with due as materialized (
        select id from worlds.public_tally
        where id = 1 and as_of < now() - make_interval(secs => ${maxAgeS}::int) for update
      ), counted as (
        select count(*) as worlds from worlds.world where exists (select from due) and listed and not suspended
      )
      update worlds.public_tally t set worlds = counted.worlds, as_of = now()
      from due, counted where t.id = due.id`,
  );
}

/** A World in the public overview. */
export interface FoundedWorldRow {
  readonly word: string;
  readonly title: string;
  readonly founded_at: Date;
}

/** Lists the newest Worlds of the public overview. Suspended Worlds and those that their founder excludes are omitted. */
export async function listOverviewWorlds(
  db: SqlStatementRunner,
  max: number,
): Promise<readonly FoundedWorldRow[]> {
  return db.rows(
    sql<FoundedWorldRow>`select word, title, founded_at from worlds.world
      where listed and not suspended order by founded_at desc, word limit ${max}`,
    'prepared',
  );
}

/** Returns those of the given Worlds that are suspended, or that their founder excludes from the public overview. */
export async function findHiddenWorlds(
  db: SqlStatementRunner,
  words: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.rows(
    sql<{ word: string }>`select w.word from unnest(${[...new Set(words)]}::text[]) as k (word)
      cross join lateral (select * from worlds.world w where w.word = k.word limit 1) w
      where w.suspended or not w.listed`,
    'prepared',
  );
  return rows.map(({ word }) => word);
}
