import type { StoredObjectReference } from '@bridge/contracts';
import { missingContent, type BlobReadStream, type BlobStore } from '@bridge/blobs';
import type { Clock } from '@bridge/kernel';
import { VerifiedObjectCache } from './facts/bytes-cache.ts';
import { LargeObjectVerifier } from './facts/verified-objects.ts';
import type { EntityRepresentation } from '@bridge/web';

/** Maximum size of the cache of small stored objects, in bytes. */
const MEMORY_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum size of an object in the cache, in bytes; a larger object is streamed from the blob store each time. */
const CACHED_OBJECT_BYTES_MAX = 1024 * 1024;

/**
 * A function that returns the HTTP representation of a stored object. Small objects are verified when they are read and cached
 * by hash; large objects are verified before their first byte is sent, at most once a minute.
 */
export type StoredObjectReader = (object: StoredObjectReference) => EntityRepresentation;

async function demandFound(
  object: StoredObjectReference,
  read: Promise<BlobReadStream | null>,
): Promise<BlobReadStream> {
  const found = await read;
  if (found === null) throw missingContent(object.object);
  return found;
}

/** Makes the function through which the content origin reads stored objects, with its cache. */
export function openStoredBytes(
  blobs: BlobStore,
  clock: Pick<Clock, 'monotonic'>,
): StoredObjectReader {
  const cache = new VerifiedObjectCache(blobs, MEMORY_BYTES_MAX);
  const verified = new LargeObjectVerifier(blobs, clock);
  return (object) => {
    const { bytes, sha256 } = object;
    if (bytes <= CACHED_OBJECT_BYTES_MAX) {
      return {
        bytes,
        whole: () => cache.peek(sha256) ?? cache.get(object),
        part: async ({ from, to }) => (await cache.get(object)).subarray(from, to + 1),
      };
    }
    return {
      bytes,
      whole: async () => {
        await verified.demandIntact(object);
        return (await demandFound(object, blobs.stream(object.object, sha256))).stream;
      },
      part: async ({ from, to }) => {
        await verified.demandIntact(object);
        const read = blobs.range(object.object, from, to - from + 1);
        return (await demandFound(object, read)).stream;
      },
    };
  };
}
