import { sha256Of, type BlobStore } from '@bridge/blobs';
import type { StoredObjectReference } from '@bridge/contracts';

/** The folder of the blob store for the objects of a publication. The name of each object in it is its SHA-256. ADR 002. */
export function publicationFolder(publicationId: string): string {
  return `snap/${publicationId}`;
}

/**
 * Stores bytes of a publication under their SHA-256; `known` is this hash if the caller has already computed it. The bytes are
 * durable when the promise resolves. ADR 002.
 */
export async function storeObject(
  blobs: Pick<BlobStore, 'put'>,
  publicationId: string,
  bytes: Uint8Array,
  known?: string,
): Promise<StoredObjectReference> {
  const sha256 = known ?? (await sha256Of(bytes));
  const object = `${publicationFolder(publicationId)}/${sha256}`;
  await blobs.put(object, bytes, sha256);
  return { object, bytes: bytes.byteLength, sha256 };
}
