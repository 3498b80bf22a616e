import type { BlobStore } from '@bridge/blobs';
import { archiveVersion } from '@bridge/contracts';
import { z } from 'zod';
import { STARTER_VERSION } from '../starter/first-archive.ts';

/** The object that names the serving version. It is replaced as a whole. */
export const ARCHIVE_POINTER = 'surf/current';
/** Folder of the finished indexes, each under its SHA-256. */
export const INDEX_FOLDER = 'surf/index';

/** A version of the archive, and the object of its index. */
export type ArchiveVersion = z.infer<typeof archiveVersion>;

/** The version that every installation has, because its index comes with the product. */
export const STARTER: ArchiveVersion = { version: STARTER_VERSION, object: null };

const pointer = z.object({ serving: archiveVersion, previous: archiveVersion.nullable() });
/** The serving version and the previous one for `rollback`. The indexes of both are kept. */
export type VersionPointer = z.infer<typeof pointer>;

/** Key of an index in the blob store. */
export function indexKey(sha256: string): string {
  return `${INDEX_FOLDER}/${sha256}`;
}

/** Reads the pointer; null before the first import. Errors: those of the store. */
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

/** Replaces the pointer; durable when it resolves. Errors: those of the store. */
export async function writePointer(
  store: Pick<BlobStore, 'replace'>,
  next: VersionPointer,
): Promise<void> {
  await store.replace(ARCHIVE_POINTER, Buffer.from(JSON.stringify(next)));
}
