import type { BuilderDeps } from '../deps.ts';

/** Removes objects that no row names any more. When the store is away, the sweep removes them. */
export async function removeObjects(
  { blobs }: Pick<BuilderDeps, 'blobs'>,
  objects: readonly (string | null)[],
): Promise<void> {
  for (const object of objects)
    if (object !== null) await blobs.delete(object).catch(() => undefined);
}
