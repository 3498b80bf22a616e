import { type Queryable, sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { HighWater } from './high-water/watch-high-water.ts';

/** Ids one process takes from the database at a time. */
const BLOCK = 32;

async function draw(db: Queryable, count: number): Promise<number> {
  const [row] = await db.rows(
    sql<{ first: number }>`update builder.page_block set next = next + ${count} where id = 1
      returning next - ${count} as first`,
  );
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no page_block row' });
  return row.first;
}

/** Hands out ids of websites: small positive integers, each once over all replicas, with gaps. */
export interface PageIds {
  next(): Promise<number>;
  /**
   * An id greater than any handed out so far. Drawn in a statement of its own also while the caller's transaction is open,
   * so that the cell's one counter row is not held until its commit.
   */
  newest(): Promise<number>;
}

/**
 * Opens the allocator on a connection that no transaction uses: a block of ids per process, so that creations do not wait
 * for one counter. It gives none while the database may be an older one, which would give ids twice.
 */
export function openPageIds(db: Queryable, highWater: Pick<HighWater, 'demandCurrent'>): PageIds {
  let next = 0;
  let end = 0;
  let drawing: Promise<void> | undefined;
  const refill = async (): Promise<void> => {
    const first = await draw(db, BLOCK);
    next = first;
    end = first + BLOCK;
  };
  return {
    async next() {
      highWater.demandCurrent();
      // All who wait take from the same new block, and whoever finds it empty again draws another.
      while (next >= end) await (drawing ??= refill().finally(() => (drawing = undefined)));
      next += 1;
      return next - 1;
    },
    newest: () => draw(db, 1),
  };
}
