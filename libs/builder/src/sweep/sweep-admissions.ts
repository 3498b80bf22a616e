import { moveToTrash } from '@bridge/blobs';
import { takeExpiredAdmissions } from '../admission.store.ts';
import type { ObjectSweep } from './sweep-objects.ts';

/** Admissions taken in one pass. */
export const SWEEP_ADMISSIONS_MAX = 1_000;

/**
 * Moves the objects of calls that ended without an answer an hour ago or earlier into the trash, and frees their bytes;
 * at most 1,000. What a crash leaves between the two is taken by the sweep of the folders.
 */
export async function sweepAdmissions({
  db,
  blobs,
  now,
}: ObjectSweep): Promise<{ readonly due: number; readonly removed: number }> {
  const objects = await takeExpiredAdmissions(db, SWEEP_ADMISSIONS_MAX);
  return { due: objects.length, removed: await moveToTrash(blobs, objects, now) };
}
