import { type SqlStatementRunner, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { HighWaterMarkMonitor } from './high-water/watch-high-water.ts';

/** Number of website ids that a process reserves in one statement. */
const BLOCK = 32;

async function reserveIds(db: SqlStatementRunner, count: number): Promise<number> {
  const [row] = await db.rows(
    sql<{ first: number }>`update builder.page_block set next = next + ${count} where id = 1
      returning next - ${count} as first`,
  );
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no page_block row' });
  return row.first;
}

/** Allocates website ids: positive integers that are unique over all replicas. Some ids are never used. */
export interface WebsiteIdAllocator {
  next(): Promise<number>;
  /**
   * Allocates an id that is greater than all reserved ids. It does not run in the caller’s transaction, which would lock the
   * counter’s row until its commit.
   */
  newest(): Promise<number>;
}

/**
 * Opens the allocator of website ids. `db` must run each statement outside of transactions. Ids are reserved in blocks, so that
 * calls that create websites do not wait for the counter’s row. Both functions throw service_unavailable while the database may
 * be an old backup, which would allocate ids twice. ADR 022.
 */
export function openPageIds(
  db: SqlStatementRunner,
  highWater: Pick<HighWaterMarkMonitor, 'demandCurrent'>,
): WebsiteIdAllocator {
  let next = 0;
  let end = 0;
  let refilling: Promise<void> | undefined;
  const refill = async (): Promise<void> => {
    const first = await reserveIds(db, BLOCK);
    next = first;
    end = first + BLOCK;
  };
  return {
    async next() {
      highWater.demandCurrent();
      // Concurrent calls share one reservation of a block. A call that finds the new block used up reserves another one.
      while (next >= end) await (refilling ??= refill().finally(() => (refilling = undefined)));
      next += 1;
      return next - 1;
    },
    async newest() {
      highWater.demandCurrent();
      return reserveIds(db, 1);
    },
  };
}
