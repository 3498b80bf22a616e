import { SHARED_FUNCTIONS, VIEWS } from '@bridge/contracts';
import { type Queryable, sql, type SqlStatement } from '@bridge/db';

/** The only view of another service’s schema that builder reads: the roles of accounts in Worlds. */
const WORLD_RIGHT = sql.raw(VIEWS.worldRight);
const HOLD_RIGHT = sql.raw(SHARED_FUNCTIONS.holdWorldRight);

/**
 * SQL condition: the account may create, attach and publish in the World, in the snapshot of the statement. A statement
 * that writes uses `holdRight` instead.
 */
export function hasRight(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role in ('founder', 'contributor') and not r.suspended)`;
}

/**
 * SQL condition: the account may create, attach and publish in the World. It locks the member’s row until the
 * transaction ends, so a concurrent removal waits. Use it in a materialized CTE that the statement’s first write reads,
 * so that this row is locked before others. ADR 026.
 */
export function holdRight(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`${HOLD_RIGHT}(${word}, ${accountId})`;
}

/** SQL condition: the account founded the World, in the snapshot of the statement. */
export function isFounderOf(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role = 'founder' and not r.suspended)`;
}

/** The state of a World, with the right of an account in it. */
export interface WorldStanding {
  /** True when the World exists; every World has at least its founder’s row. */
  readonly founded: boolean;
  readonly suspended: boolean;
  readonly may: boolean;
}

/** Reads the state of a World and the account’s right in it, to choose the error of a refusal. */
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

/** Selects the accounts that may publish in a World. Their number is bounded by the World’s maximum of members. */
export function authorsOf(word: string): SqlStatement {
  return sql`select r.account_id from ${WORLD_RIGHT} r
    where r.word = ${word} and r.role in ('founder', 'contributor') and not r.suspended`;
}
