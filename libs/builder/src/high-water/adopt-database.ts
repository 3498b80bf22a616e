import { readHighWater, restoreFromTrash, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { Db } from '@bridge/db';
import { namedObjects } from '../sweep/named-objects.ts';
import { compareHighWater, type Comparison } from './compare.ts';
import { raisePosition, readPosition } from './high-water.store.ts';

/** The outcome of an adoption. */
export interface AdoptedDatabase {
  /** The comparison before the adoption; a current database is not changed. */
  readonly found: Comparison;
  /** Objects that the database names and that were in the trash. */
  readonly restored: number;
  /** The first id that the database gives from now on. */
  readonly nextPageId: number;
}

/**
 * Adopts a database that is behind the store: no id of a website is allocated twice, sweeps are held for 7 days, and objects
 * that the database names leave the trash. It may be repeated after a crash. ADR 022.
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
  // The mark is written last: until then the database is refused and the adoption may be repeated.
  const restored = await restoreFromTrash(blobs, (keys) => namedObjects(db, keys));
  const raised = await db.transaction({ waitForLocks: true }, (tx) => raisePosition(tx, above));
  await writeHighWater(blobs, raised);
  return { found, restored, nextPageId: raised.next_page_id };
}
