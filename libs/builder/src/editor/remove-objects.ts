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
 * Moves objects that no row names any more into the trash. A newer copy of the database may name them, so they stay while
 * sweeps are held, and while this database may be behind the store; the sweep removes them later. Spec: storage.trash.
 */
export async function removeObjects(
  deps: Pick<BuilderDeps, 'db' | 'blobs' | 'highWater'>,
  objects: readonly (string | null)[],
): Promise<void> {
  const named = objects.filter((object) => object !== null);
  // What called it is committed; the sweep finds what stays.
  await removeUnheld(deps, named).catch(() => undefined);
}
