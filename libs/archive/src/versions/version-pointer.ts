import type { BlobStore } from '@bridge/blobs';
import { archiveVersion } from '@bridge/contracts';
import { z } from 'zod';
import { STARTER_VERSION } from '../starter/first-archive.ts';

/** Key of the object that names the serving version. */
export const ARCHIVE_POINTER = 'surf/current';
/** Folder of the blob store with the finished indexes, each named by its SHA-256. */
export const INDEX_FOLDER = 'surf/index';

/** A version of the archive, with size and hash of its index. */
export type ArchiveVersion = z.infer<typeof archiveVersion>;

/** The version of the index that ships with the product. */
export const STARTER: ArchiveVersion = { version: STARTER_VERSION, object: null };

const pointer = z.object({ serving: archiveVersion, previous: archiveVersion.nullable() });
/** The serving version, and the previous one for `rollback`; the indexes of both are kept. */
export type VersionPointer = z.infer<typeof pointer>;

/** Returns the key of an index in the blob store. */
export function indexKey(sha256: string): string {
  return `${INDEX_FOLDER}/${sha256}`;
}

/**
 * Reads the pointer object. Returns null before the first import, 'damaged' when it cannot be parsed. Throws errors of the
 * store.
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

/** Replaces the pointer object durably. Throws errors of the store. */
export async function writePointer(
  store: Pick<BlobStore, 'replace'>,
  next: VersionPointer,
): Promise<void> {
  await store.replace(ARCHIVE_POINTER, Buffer.from(JSON.stringify(next)));
}
