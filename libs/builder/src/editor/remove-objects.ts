import { moveToTrash, storeTime } from '@bridge/blobs';
import type { BuilderDeps } from '../deps.ts';
import { areSweepsHeld } from '../high-water/high-water.store.ts';

async function removeUnheld(
  { db, blobs, highWater }: Pick<BuilderDeps, 'db' | 'blobs' | 'highWater'>,
  objects: readonly string[],
): Promise<void> {
  if (objects.length === 0 || highWater.state !== 'current' || (await areSweepsHeld(db))) return;
  const now = await storeTime(blobs);
  if (now !== null) await moveToTrash(blobs, objects, now);
}

/**
 * Moves blob-store objects that no row refers to into the trash. Does nothing while sweeps (removal of unused objects) are
 * suspended or this database may be an old backup: rows of the newer database may refer to the objects. Spec: storage.trash.
 */
export async function removeObjects(
  deps: Pick<BuilderDeps, 'db' | 'blobs' | 'highWater'>,
  objects: readonly (string | null)[],
): Promise<void> {
  const named = objects.filter((object) => object !== null);
  // The change is committed, so a failure here must not fail the call. The sweep moves objects that remain.
  await removeUnheld(deps, named).catch(() => undefined);
}
