import { readHighWater, restoreFromTrash, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { DatabaseClient } from '@bridge/db';
import { namedObjects } from '../sweep/named-objects.ts';
import { compareHighWater, type HighWaterMarkComparison } from './compare.ts';
import { raisePosition, readPosition } from './high-water.store.ts';

/** The result of `adoptDatabase`, which makes a database that was restored from a backup usable again. */
export interface RestoredDatabaseAdoptionResult {
  /**
   * The result of comparing database and blob store before the adoption. If it is `current`, the two match and nothing was
   * changed.
   */
  readonly found: HighWaterMarkComparison;
  /** Number of blob-store objects that were moved out of the trash because rows of the database refer to them. */
  readonly restored: number;
  /** The next website id that the database allocates. */
  readonly nextPageId: number;
}

/**
 * Continues with a restored database that does not match the blob store: raises the next website id so that no id is allocated
 * twice, suspends sweeps (removal of unused objects) for 7 days, and moves objects that rows refer to out of the trash. May be
 * repeated. ADR 022.
 */
export async function adoptDatabase({
  db,
  blobs,
}: {
  readonly db: DatabaseClient;
  readonly blobs: BlobStore;
}): Promise<RestoredDatabaseAdoptionResult> {
  const stored = await readHighWater(blobs);
  const position = await readPosition(db);
  const found = compareHighWater(stored, position);
  if (found === 'current') return { found, restored: 0, nextPageId: position.next_page_id };
  const above = stored === null || stored === 'damaged' ? position : stored;
  // The high-water mark is written to the blob store last, so that the adoption can be repeated after a crash.
  // If only this write is missing, the service at its start finds a match and makes the write, or it still refuses to start.
  const restored = await restoreFromTrash(blobs, (keys) => namedObjects(db, keys));
  const raised = await db.transaction({ waitForLocks: true }, (tx) => raisePosition(tx, above));
  await writeHighWater(blobs, raised);
  return { found, restored, nextPageId: raised.next_page_id };
}
