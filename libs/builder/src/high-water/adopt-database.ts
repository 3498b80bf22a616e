import { readHighWater, restoreFromTrash, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { Db } from '@bridge/db';
import { namedObjects } from '../sweep/named-objects.ts';
import { compareHighWater, type Comparison } from './compare.ts';
import { raisePosition, readPosition } from './high-water.store.ts';

/** What became of a database that was adopted. */
export interface AdoptedDatabase {
  /** What was found; a current database is left as it is. */
  readonly found: Comparison;
  /** Objects that the database names and that were in the trash. */
  readonly restored: number;
  /** The first id that the database gives from now on. */
  readonly nextPageId: number;
}

/**
 * Goes on with a database that is behind the store: no website's id is given twice, every sweep is held for 7 days, and
 * objects that the database names come back from the trash. It may be run again after a crash. Source: ADR 022.
 */
export async function adoptDatabase({
  db,
  blobs,
}: {
  readonly db: Db;
  readonly blobs: BlobStore;
}): Promise<AdoptedDatabase> {
  const stored = await readHighWater(blobs);
  const position = await readPosition(db);
  const found = compareHighWater(stored, position);
  if (found === 'current') return { found, restored: 0, nextPageId: position.next_page_id };
  const above = stored === null || stored === 'damaged' ? position : stored;
  // The mark is the last step: until it is written the database stays refused, and adopting may be repeated.
  const restored = await restoreFromTrash(blobs, (keys) => namedObjects(db, keys));
  const raised = await db.transaction({ waitForLocks: true }, (tx) => raisePosition(tx, above));
  await writeHighWater(blobs, raised);
  return { found, restored, nextPageId: raised.next_page_id };
}
