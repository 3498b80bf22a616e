import { type Queryable, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { HighWater } from './high-water/watch-high-water.ts';

/** Number of ids that a process reserves in one statement. */
const BLOCK = 32;

async function reserveIds(db: Queryable, count: number): Promise<number> {
  const [row] = await db.rows(
    sql<{ first: number }>`update builder.page_block set next = next + ${count} where id = 1
      returning next - ${count} as first`,
  );
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no page_block row' });
  return row.first;
}

/** Allocates website ids: small positive integers, unique over all replicas, with gaps. */
export interface PageIds {
  next(): Promise<number>;
  /**
   * Allocates an id that is greater than all reserved ids. It uses a connection of its own, also when the caller is in
   * a transaction: else the counter’s row would stay locked until the commit.
   */
  newest(): Promise<number>;
}

/**
 * Opens the allocator on a connection outside of transactions. It reserves blocks of ids, so that creates do not queue
 * for the counter’s row. Throws while the database may be an old backup, which would allocate ids twice.
 */
export function openPageIds(db: Queryable, highWater: Pick<HighWater, 'demandCurrent'>): PageIds {
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
      // Concurrent calls share one refill. A call that finds the new block already used up starts another refill.
      while (next >= end) await (refilling ??= refill().finally(() => (refilling = undefined)));
      next += 1;
      return next - 1;
    },
    newest: () => reserveIds(db, 1),
  };
}
