import type { BlobStore } from '@bridge/blobs';
import { archiveVersion } from '@bridge/contracts';
import { z } from 'zod';
import { STARTER_VERSION } from '../starter/first-archive.ts';

/** Key of the pointer object in the blob store, which names the serving version of the archive. */
export const ARCHIVE_POINTER = 'surf/current';
/** Folder of the blob store with the finished indexes, each named by its SHA-256. */
export const INDEX_FOLDER = 'surf/index';

/** A version of the archive: its name, and size and SHA-256 of its index in the blob store. */
export type ArchiveVersion = z.infer<typeof archiveVersion>;

/** The version with the index that comes with the product. It is not in the blob store. */
export const STARTER: ArchiveVersion = { version: STARTER_VERSION, object: null };

const pointer = z.object({ serving: archiveVersion, previous: archiveVersion.nullable() });
/**
 * The pointer object: the serving version, and the one before it, to which a rollback returns. The indexes of both are kept.
 */
export type VersionPointer = z.infer<typeof pointer>;

/** Returns the key in the blob store of the index with this SHA-256. */
export function indexKey(sha256: string): string {
  return `${INDEX_FOLDER}/${sha256}`;
}

/**
 * Reads the pointer object, which names the serving version. Returns null before the first import, 'damaged' when it cannot be
 * parsed. Throws errors of the store.
 */
export async function readPointer(
  store: Pick<BlobStore, 'read'>,
): Promise<VersionPointer | 'damaged' | null> {
  const bytes = await store.read(ARCHIVE_POINTER);
  if (bytes === null) return null;
  try {
    return pointer.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return 'damaged';
  }
}

/** Replaces the pointer object, which names the serving version, durably. Throws errors of the store. */
export async function writePointer(
  store: Pick<BlobStore, 'replace'>,
  next: VersionPointer,
): Promise<void> {
  await store.replace(ARCHIVE_POINTER, Buffer.from(JSON.stringify(next)));
}
