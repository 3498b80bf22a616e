import type { BlobStore } from '@bridge/blobs';

/** Removals under way at once: a store takes milliseconds for each, and hardly any of this process's time. */
const AT_ONCE = 16;

/** Removes objects and returns how many; what a store that is away keeps is found again by a later pass. */
export async function removeObjects(
  blobs: Pick<BlobStore, 'delete'>,
  keys: readonly string[],
): Promise<number> {
  let removed = 0;
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const removals = keys.slice(from, from + AT_ONCE).map((key) => blobs.delete(key));
    const ended = await Promise.allSettled(removals);
    removed += ended.filter(({ status }) => status === 'fulfilled').length;
  }
  return removed;
}
