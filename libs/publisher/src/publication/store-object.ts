import { sha256Of, type BlobStore } from '@bridge/blobs';
import type { StoredObject } from '@bridge/contracts';

/** The folder of a publication's objects, each stored under its own hash. ADR 002. */
export function publicationFolder(publicationId: string): string {
  return `snap/${publicationId}`;
}

/** Stores bytes of a publication under their SHA-256 (`known` if it was computed before); durable when it resolves. ADR 002. */
export async function storeObject(
  blobs: Pick<BlobStore, 'put'>,
  publicationId: string,
  bytes: Uint8Array,
  known?: string,
): Promise<StoredObject> {
  const sha256 = known ?? (await sha256Of(bytes));
  const object = `${publicationFolder(publicationId)}/${sha256}`;
  await blobs.put(object, bytes, sha256);
  return { object, bytes: bytes.byteLength, sha256 };
}
