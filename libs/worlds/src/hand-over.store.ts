import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** The founder of a World, and in `handed_to` the member that has an offer to become its founder; null if there is no offer. */
export interface FounderHandoverState {
  readonly founder: string;
  readonly handed_to: string | null;
}

/**
 * Reads the founder of a World and the member that has an offer to become its founder. The caller has locked the World’s row.
 */
export async function readOffer(
  tx: SqlStatementRunner,
  word: string,
): Promise<FounderHandoverState | undefined> {
  const [row] = await tx.rows(
    sql<FounderHandoverState>`select founder, handed_to from worlds.world where word = ${word}`,
  );
  return row;
}

/** Stores the offer to a member to become the founder of a World; null withdraws it. The caller has locked the World’s row. */
export async function setOffer(
  tx: SqlStatementRunner,
  word: string,
  member: string | null,
): Promise<void> {
  await tx.rows(
    sql`update worlds.world set handed_to = ${member}::text,
        handed_at = case when ${member}::text is not null then date_trunc('milliseconds', now()) end
      where word = ${word} and handed_to is distinct from ${member}::text`,
  );
}

/**
 * Makes a member the founder of a World and the former founder a contributor, and ends the offer. It is one statement, because
 * the rows of World and members refer to each other. The caller has locked the World’s row.
 */
export async function moveFounder(
  tx: SqlStatementRunner,
  word: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.rows(
    sql`with former as (
        update worlds.member set role = 'contributor' where account_id = ${from} and word = ${word}
      ), next as (
        update worlds.member set role = 'founder' where account_id = ${to} and word = ${word}
      )
      update worlds.world set founder = ${to}, handed_to = null, handed_at = null where word = ${word}`,
  );
}

/** Subtracts one from the stored number of Worlds that an account founded. */
export async function uncountFounding(tx: SqlStatementRunner, accountId: string): Promise<void> {
  await tx.rows(
    sql`update worlds.tally set founded = founded - 1 where account_id = ${accountId} and founded > 0`,
  );
}

/** Returns the number of Worlds that an account founded. */
export async function countFounded(db: SqlStatementRunner, accountId: string): Promise<number> {
  const [row] = await db.rows(
    sql<{ founded: number }>`select founded from worlds.tally where account_id = ${accountId}`,
  );
  return row?.founded ?? 0;
}

/** A World whose founder offers it to an account, which becomes the founder by accepting. */
export interface WorldHandoverOffer {
  readonly word: string;
  readonly title: string;
  readonly founder: string;
  readonly at: Date;
}

/** Lists the Worlds whose founders offer them to an account, newest offer first. */
export async function listOffers(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly WorldHandoverOffer[]> {
  return db.rows(
    sql<WorldHandoverOffer>`select word, title, founder, handed_at as at from worlds.world
      where handed_to = ${accountId} and not suspended
      order by handed_at desc, word limit ${LIMITS.worldOffersShownMax}`,
  );
}
