import type { HighWaterMark } from '@bridge/blobs';
import { LIMITS } from '@bridge/contracts';
import { type Queryable, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';

const FACTS = sql`(select id from effect.cell) as cell, mark,
  (select next from builder.page_block where id = 1) as next_page_id,
  to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`;

async function one(
  db: Queryable,
  statement: ReturnType<typeof sql<HighWaterMark>>,
): Promise<HighWaterMark> {
  const [row] = await db.rows(statement);
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no high_water row' });
  return row;
}

/** How far this database has come. */
export function readPosition(db: Queryable): Promise<HighWaterMark> {
  return one(db, sql<HighWaterMark>`select ${FACTS} from builder.high_water where id = 1`);
}

/** Counts one mark more, which is then written to the store. */
export function advancePosition(db: Queryable): Promise<HighWaterMark> {
  return one(
    db,
    sql<HighWaterMark>`update builder.high_water set mark = mark + 1 where id = 1 returning ${FACTS}`,
  );
}

/**
 * Raises this database above the store's mark: ids of websites by 10^9 beyond every id that may have been given, the
 * number of the mark above the store's, and no sweep for 7 days. Call it in a transaction.
 */
export async function raisePosition(
  tx: Queryable,
  above: Pick<HighWaterMark, 'mark' | 'next_page_id'>,
): Promise<HighWaterMark> {
  await tx.rows(
    sql`update builder.page_block set next = greatest(next, ${above.next_page_id}::bigint) + ${LIMITS.adoptedIdStep}::bigint
      where id = 1`,
  );
  return one(
    tx,
    sql<HighWaterMark>`update builder.high_water set mark = greatest(mark, ${above.mark}::bigint) + 1,
        sweeps_held_until = now() + make_interval(days => ${LIMITS.adoptedSweepsHeldDays})
      where id = 1 returning ${FACTS}`,
  );
}

/** True while no sweep may move or remove an object. */
export async function areSweepsHeld(db: Queryable): Promise<boolean> {
  const [row] = await db.rows(
    sql<{
      held: boolean;
    }>`select sweeps_held_until > now() as held from builder.high_water where id = 1`,
  );
  return row?.held ?? true;
}
