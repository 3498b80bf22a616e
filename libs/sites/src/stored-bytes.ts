import type { StoredObject } from '@bridge/contracts';
import { missing, type BlobRead, type BlobStore } from '@bridge/blobs';
import type { Clock } from '@bridge/kernel';
import { BytesCache } from './facts/bytes-cache.ts';
import { VerifiedObjects } from './facts/verified-objects.ts';
import type { Representation } from '@bridge/web';

/** Maximum number of bytes of the cache of small objects. */
const MEMORY_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum size of a cached object; a larger object is streamed from the store each time. */
const CACHED_OBJECT_BYTES_MAX = 1024 * 1024;

/**
 * Returns the representation of a stored object. Small objects are verified on every read and cached by hash; large ones are
 * verified before their first byte is sent, at most once a minute.
 */
export type StoredBytes = (object: StoredObject) => Representation;

async function demandFound(
  object: StoredObject,
  read: Promise<BlobRead | null>,
): Promise<BlobRead> {
  const found = await read;
  if (found === null) throw missing(object.object);
  return found;
}

/** Opens the access to stored objects through the cache. */
export function openStoredBytes(blobs: BlobStore, clock: Pick<Clock, 'monotonic'>): StoredBytes {
  const cache = new BytesCache(blobs, MEMORY_BYTES_MAX);
  const verified = new VerifiedObjects(blobs, clock);
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
