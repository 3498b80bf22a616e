import { verifyObject, type BlobStore } from '@bridge/blobs';
import { isBridgeError } from '@bridge/kernel';
import type { ReferencedBlobObject } from './stored-objects.ts';

/** Maximum number of blob-store objects that are read concurrently. */
const AT_ONCE = 8;

/** A blob-store object to which a row refers and that is missing or altered. */
export interface DamagedBlobObject extends ReferencedBlobObject {
  readonly reason: string;
}

/**
 * Reads the given blob-store objects completely and returns those that are missing or altered. Throws service_unavailable when
 * the store does not answer.
 */
export async function verifyObjects(
  blobs: Pick<BlobStore, 'stream'>,
  objects: readonly ReferencedBlobObject[],
): Promise<readonly DamagedBlobObject[]> {
  const damaged: DamagedBlobObject[] = [];
  for (let from = 0; from < objects.length; from += AT_ONCE)
    await Promise.all(
      objects.slice(from, from + AT_ONCE).map(async (named) => {
        const { object, sha256, page_id, what } = named;
        try {
          await verifyObject(blobs, object, sha256);
        } catch (error) {
          if (!isBridgeError(error, 'content_damaged')) throw error;
          damaged.push({ object, sha256, page_id, what, reason: String(error.cause) });
        }
      }),
    );
  return damaged;
}
