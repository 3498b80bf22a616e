import { moveToTrash } from '@bridge/blobs';
import { takeExpiredAdmissions } from '../admission.store.ts';
import type { ObjectSweep } from './sweep-objects.ts';

/** Maximum number of admissions that one pass removes. */
export const SWEEP_ADMISSIONS_MAX = 1_000;

/**
 * Removes at most 1,000 expired admissions and moves their objects into the trash. After a crash in between, the sweep
 * of the folders finds the objects.
 */
export async function sweepAdmissions({
  db,
  blobs,
  now,
}: ObjectSweep): Promise<{ readonly due: number; readonly removed: number }> {
  const objects = await takeExpiredAdmissions(db, SWEEP_ADMISSIONS_MAX);
  return { due: objects.length, removed: await moveToTrash(blobs, objects, now) };
}
