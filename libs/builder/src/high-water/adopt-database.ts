import { readHighWater, restoreFromTrash, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { Db } from '@bridge/db';
import { namedObjects } from '../sweep/named-objects.ts';
import { compareHighWater, type HighWaterComparison } from './compare.ts';
import { raisePosition, readPosition } from './high-water.store.ts';

/** The result of adopting a database that was restored from a backup. */
export interface AdoptedDatabase {
  /** The comparison of database and store before the adoption; `current` means that nothing was changed. */
  readonly found: HighWaterComparison;
  /** Number of objects that the database names and that were moved back out of the trash. */
  readonly restored: number;
  /** The smallest website id that the database will allocate. */
  readonly nextPageId: number;
}

/**
 * Adopts a restored database that is older than the blob store: raises the next website id so that none is allocated
 * twice, holds sweeps for 7 days, and moves objects that the database names out of the trash. Safe to repeat. ADR 022.
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
  // The mark is written last. Until then the service refuses to start, and the adoption can be repeated after a crash.
  const restored = await restoreFromTrash(blobs, (keys) => namedObjects(db, keys));
  const raised = await db.transaction({ waitForLocks: true }, (tx) => raisePosition(tx, above));
  await writeHighWater(blobs, raised);
  return { found, restored, nextPageId: raised.next_page_id };
}
