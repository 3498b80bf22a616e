import type { BlobStore } from '@bridge/blobs';

/** A kind of damage to a stored object. */
export type StoredObjectDamage = 'altered' | 'truncated' | 'missing';

/** Changes one byte of an object, removes its last byte, or deletes it. Returns the original bytes. */
export async function damageObject(
  blobs: Pick<BlobStore, 'read' | 'replace' | 'delete'>,
  key: string,
  damage: StoredObjectDamage,
): Promise<Uint8Array> {
  const stored = await blobs.read(key);
  if (stored === null) throw new Error(`there is no object ${key}`);
  if (damage === 'missing') await blobs.delete(key);
  else if (damage === 'truncated') await blobs.replace(key, stored.subarray(0, -1));
  else {
    const [middle, altered] = [stored.length >> 1, Uint8Array.from(stored)];
    altered[middle] = (altered[middle] ?? 0) ^ 1;
    await blobs.replace(key, altered);
  }
  return stored;
}
