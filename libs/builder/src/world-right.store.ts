import { SHARED_FUNCTIONS, VIEWS } from '@bridge/contracts';
import { type Queryable, sql, type SqlStatement } from '@bridge/db';

/** The only view of another service: the roles of accounts in Worlds. */
const WORLD_RIGHT = sql.raw(VIEWS.worldRight);
const HOLD_RIGHT = sql.raw(SHARED_FUNCTIONS.holdWorldRight);

/**
 * True when the account may create, attach and publish in the World, in the snapshot of the statement. A statement that
 * writes an effect uses `holdRight` instead.
 */
export function hasRight(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role in ('founder', 'contributor') and not r.suspended)`;
}

/**
 * As `hasRight`, and locks the right until the transaction ends: a removal of the member is acknowledged only after it. Put
 * it into a materialized CTE that the first write of the statement reads, so that the row of the member is locked before
 * publication, page and tally. ADR 026.
 */
export function holdRight(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`${HOLD_RIGHT}(${word}, ${accountId})`;
}

/** True when the account founded the World, in the snapshot of the statement. */
export function isFounderOf(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role = 'founder' and not r.suspended)`;
}

/** The state of a World and the right of an account in it. */
export interface WorldStanding {
  /** True when the World exists: every World has the row of its founder. */
  readonly founded: boolean;
  readonly suspended: boolean;
  readonly may: boolean;
}

/** Reads the standing of an account in a World, to choose the refusal. */
export async function standingIn(
  db: Queryable,
  accountId: string,
  word: string,
): Promise<WorldStanding> {
  const [row] = await db.rows(
    sql<WorldStanding>`select exists (select from ${WORLD_RIGHT} where word = ${word}) as founded,
        coalesce((select suspended from ${WORLD_RIGHT} where word = ${word} limit 1), false) as suspended,
        exists (select from ${WORLD_RIGHT} where word = ${word} and account_id = ${accountId}
          and role in ('founder', 'contributor')) as may`,
    'prepared',
  );
  return row ?? { founded: false, suspended: false, may: false };
}

/** Selects the accounts that may publish in a World, at most its members. */
export function authorsOf(word: string): SqlStatement {
  return sql`select r.account_id from ${WORLD_RIGHT} r
    where r.word = ${word} and r.role in ('founder', 'contributor') and not r.suspended`;
}
