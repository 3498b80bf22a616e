import { SHARED_FUNCTIONS, VIEWS } from '@bridge/contracts';
import { type SqlStatementRunner, sql, type SqlStatement } from '@bridge/db';

/**
 * The view of the roles of accounts in Worlds (public identities). It is the only part of another service’s schema that builder
 * reads.
 */
const WORLD_RIGHT = sql.raw(VIEWS.worldRight);
const HOLD_RIGHT = sql.raw(SHARED_FUNCTIONS.holdWorldRight);

/**
 * SQL condition: the account may create websites in the World, move them to it and publish there. It reads the database
 * snapshot of the statement and takes no lock; a statement that writes uses `holdRight` instead.
 */
export function hasRight(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role in ('founder', 'contributor') and not r.suspended)`;
}

/**
 * SQL condition: the account may create websites in the World, move them to it and publish there. It locks the member’s row
 * until the transaction ends, so that a concurrent removal waits. Use it in a materialized CTE that the first write of the
 * statement reads, so that this lock is the first. ADR 026.
 */
export function holdRight(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`${HOLD_RIGHT}(${word}, ${accountId})`;
}

/** SQL condition: the account founded the World. It reads the database snapshot of the statement and takes no lock. */
export function isFounderOf(accountId: string, word: unknown): SqlStatement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role = 'founder' and not r.suspended)`;
}

/**
 * The state of a World (public identity). `may`: whether an account may create websites in it, move them to it and publish
 * there.
 */
export interface WorldStateAndWriteRight {
  /** True when the World exists; every World has at least its founder’s row. */
  readonly founded: boolean;
  readonly suspended: boolean;
  readonly may: boolean;
}

/** Reads the state of a World and the account’s right in it, to find the error for a call that is refused. */
export async function findWriteAccess(
  db: SqlStatementRunner,
  accountId: string,
  word: string,
): Promise<WorldStateAndWriteRight> {
  const [row] = await db.rows(
    sql<WorldStateAndWriteRight>`select exists (select from ${WORLD_RIGHT} where word = ${word}) as founded,
        coalesce((select suspended from ${WORLD_RIGHT} where word = ${word} limit 1), false) as suspended,
        exists (select from ${WORLD_RIGHT} where word = ${word} and account_id = ${accountId}
          and role in ('founder', 'contributor')) as may`,
    'prepared',
  );
  return row ?? { founded: false, suspended: false, may: false };
}

/** SQL: selects the accounts that may publish in a World. The maximum number of members of a World bounds their number. */
export function authorsOf(word: string): SqlStatement {
  return sql`select r.account_id from ${WORLD_RIGHT} r
    where r.word = ${word} and r.role in ('founder', 'contributor') and not r.suspended`;
}
