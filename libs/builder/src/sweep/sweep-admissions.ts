import { moveToTrash } from '@bridge/blobs';
import { takeExpiredAdmissions } from '../admission.store.ts';
import type { FolderSweepDeps } from './sweep-objects.ts';

/** Maximum number of admissions (permissions to store an object) that one statement deletes. */
export const SWEEP_ADMISSIONS_MAX = 1_000;

/**
 * Deletes at most 1,000 expired admissions (permissions to store an object) and moves their objects into the trash. If a crash
 * leaves objects without an admission, the sweep of the folders finds them later.
 */
export async function sweepAdmissions({
  db,
  blobs,
  now,
}: FolderSweepDeps): Promise<{ readonly due: number; readonly removed: number }> {
  const objects = await takeExpiredAdmissions(db, SWEEP_ADMISSIONS_MAX);
  return { due: objects.length, removed: await moveToTrash(blobs, objects, now) };
}
