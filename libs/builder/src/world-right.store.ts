import { SHARED_FUNCTIONS, VIEWS } from '@bridge/contracts';
import { type Queryable, sql, type Statement } from '@bridge/db';

/** The one view of another service: who may act in a World. */
const WORLD_RIGHT = sql.raw(VIEWS.worldRight);
const HOLD_RIGHT = sql.raw(SHARED_FUNCTIONS.holdWorldRight);

/**
 * True for a row where the account may create, attach and publish in the World, as the statement's snapshot shows it. Not
 * for a statement that makes an effect: that one uses `holdRight`.
 */
export function hasRight(accountId: string, word: unknown): Statement {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role in ('founder', 'contributor') and not r.suspended)`;
}

/**
 * As `hasRight`, and keeps the right until the transaction ends: a removal of the member is acknowledged only after it.
 * Put it into a materialized CTE that the statement's first write reads from, so that the member's row is locked before
 * publication, page and tally. Source: ADR 026.
 */
export function holdRight(accountId: string, word: unknown): Statement {
  return sql<boolean>`${HOLD_RIGHT}(${word}, ${accountId})`;
}

/** How an account stands to a World. */
export interface Standing {
  /** Every founded World has its founder's row. */
  readonly founded: boolean;
  readonly suspended: boolean;
  readonly may: boolean;
}

/** Reads how an account stands to a World, to say which refusal applies. */
export async function standingIn(
  db: Queryable,
  accountId: string,
  word: string,
): Promise<Standing> {
  const [row] = await db.rows(
    sql<Standing>`select exists (select from ${WORLD_RIGHT} where word = ${word}) as founded,
        coalesce((select suspended from ${WORLD_RIGHT} where word = ${word} limit 1), false) as suspended,
        exists (select from ${WORLD_RIGHT} where word = ${word} and account_id = ${accountId}
          and role in ('founder', 'contributor')) as may`,
    'prepared',
  );
  return row ?? { founded: false, suspended: false, may: false };
}
