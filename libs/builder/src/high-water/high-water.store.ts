import type { DatabaseHighWaterMark } from '@bridge/blobs';
import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';

const MARK_COLUMNS = sql`(select id from effect.cell) as cell, mark,
  (select next from builder.page_block where id = 1) as next_page_id,
  to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`;

async function demandRow(
  db: SqlStatementRunner,
  statement: ReturnType<typeof sql<DatabaseHighWaterMark>>,
): Promise<DatabaseHighWaterMark> {
  const [row] = await db.rows(statement);
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no high_water row' });
  return row;
}

/**
 * Reads from this database the two counters that a high-water mark copies: the number of written marks and the next website id.
 */
export function readPosition(db: SqlStatementRunner): Promise<DatabaseHighWaterMark> {
  return demandRow(
    db,
    sql<DatabaseHighWaterMark>`select ${MARK_COLUMNS} from builder.high_water where id = 1`,
  );
}

/** Increments this database’s counter of written high-water marks; the caller then writes the new mark to the blob store. */
export function advancePosition(db: SqlStatementRunner): Promise<DatabaseHighWaterMark> {
  return demandRow(
    db,
    sql<DatabaseHighWaterMark>`update builder.high_water set mark = mark + 1 where id = 1 returning ${MARK_COLUMNS}`,
  );
}

/**
 * Raises the counters of this database above the high-water mark in the blob store: the next website id by 10^9 above every id
 * that may have been used, the counter of written marks above that of the mark. Suspends sweeps (removal of unused objects) for
 * 7 days. Must run in a transaction.
 */
export async function raisePosition(
  tx: SqlStatementRunner,
  above: Pick<DatabaseHighWaterMark, 'mark' | 'next_page_id'>,
): Promise<DatabaseHighWaterMark> {
  await tx.rows(
    sql`update builder.page_block set next = greatest(next, ${above.next_page_id}::bigint) + ${LIMITS.adoptedIdStep}::bigint
      where id = 1`,
  );
  return demandRow(
    tx,
    sql<DatabaseHighWaterMark>`update builder.high_water set mark = greatest(mark, ${above.mark}::bigint) + 1,
        sweeps_held_until = now() + make_interval(days => ${LIMITS.adoptedSweepsHeldDays})
      where id = 1 returning ${MARK_COLUMNS}`,
  );
}

/** True while sweeps must not move or remove blob-store objects: for 7 days after a restored database was adopted. */
export async function areSweepsHeld(db: SqlStatementRunner): Promise<boolean> {
  const [row] = await db.rows(
    sql<{
      held: boolean;
    }>`select sweeps_held_until > now() as held from builder.high_water where id = 1`,
  );
  return row?.held ?? true;
}
