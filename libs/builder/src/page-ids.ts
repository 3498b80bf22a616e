import { type Queryable, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { HighWater } from './high-water/watch-high-water.ts';

/** Ids that a process reserves in one statement. */
const BLOCK = 32;

async function reserveIds(db: Queryable, count: number): Promise<number> {
  const [row] = await db.rows(
    sql<{ first: number }>`update builder.page_block set next = next + ${count} where id = 1
      returning next - ${count} as first`,
  );
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no page_block row' });
  return row.first;
}

/** Allocates ids of websites: small positive integers, unique over all replicas, with gaps. */
export interface PageIds {
  next(): Promise<number>;
  /**
   * An id greater than all reserved ones. It is reserved in a statement of its own, also inside the caller's transaction,
   * which would lock the one counter row until its commit.
   */
  newest(): Promise<number>;
}

/**
 * Opens the allocator on a connection that no transaction uses. Each process reserves a block of ids, so that creates do not
 * wait for one counter. It refuses while the database may be an older one, which would allocate ids twice.
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
      // Concurrent calls share one refill; a call that finds the new block empty starts another.
      while (next >= end) await (refilling ??= refill().finally(() => (refilling = undefined)));
      next += 1;
      return next - 1;
    },
    newest: () => reserveIds(db, 1),
  };
}
