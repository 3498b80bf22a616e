import type { BlobStore } from '@bridge/blobs';
import type { Queryable } from '@bridge/db';
import { takeExpiredAdmissions } from '../admission.store.ts';
import { removeObjects } from './remove-objects.ts';

/** Admissions taken in one pass. */
export const SWEEP_ADMISSIONS_MAX = 1_000;

/**
 * Removes the objects of calls that ended without an answer an hour ago or earlier, and frees their bytes; at most
 * 1,000. What a crash leaves between the two is removed by the sweep of the folders.
 */
export async function sweepAdmissions({
  db,
  blobs,
}: {
  readonly db: Queryable;
  readonly blobs: Pick<BlobStore, 'delete'>;
}): Promise<{ readonly due: number; readonly removed: number }> {
  const objects = await takeExpiredAdmissions(db, SWEEP_ADMISSIONS_MAX);
  return { due: objects.length, removed: await removeObjects(blobs, objects) };
}
