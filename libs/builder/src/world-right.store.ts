import { VIEWS } from '@bridge/contracts';
import type { Queryable } from '@bridge/db';
import { sql } from 'kysely';

/** The one view of another service: who may act in a World. */
const WORLD_RIGHT = sql.raw(VIEWS.worldRight);

/** True for a row where the account may create, attach and publish in the World; joined where the effect is made. */
export function hasRight(accountId: string, word: unknown): ReturnType<typeof sql<boolean>> {
  return sql<boolean>`exists (select from ${WORLD_RIGHT} r where r.word = ${word} and r.account_id = ${accountId}
    and r.role in ('founder', 'contributor') and not r.suspended)`;
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
    sql<Standing>`select count(*) > 0 as founded, coalesce(bool_or(suspended), false) as suspended,
        coalesce(bool_or(account_id = ${accountId} and role in ('founder', 'contributor')), false) as may
      from ${WORLD_RIGHT} where word = ${word}`,
    'builder.standing-in-world',
  );
  return row ?? { founded: false, suspended: false, may: false };
}
