import type { BlobStore } from '@bridge/blobs';
import { archiveVersion } from '@bridge/contracts';
import { z } from 'zod';
import { STARTER_VERSION } from '../starter/first-archive.ts';

/** The one object that says which version serves; it is replaced, never added to. */
export const ARCHIVE_POINTER = 'surf/current';
/** Folder of the finished indexes, each under its SHA-256. */
export const INDEX_FOLDER = 'surf/index';

/** A version of the archive, and the object of its index. */
export type ArchiveVersion = z.infer<typeof archiveVersion>;

/** The version that every installation has: its index comes with the product. */
export const STARTER: ArchiveVersion = { version: STARTER_VERSION, object: null };

const pointer = z.object({ serving: archiveVersion, previous: archiveVersion.nullable() });
/** The version that serves, and the one that `rollback` goes back to: the indexes that are kept. */
export type VersionPointer = z.infer<typeof pointer>;

/** Key of an index in the blob store. */
export function indexKey(sha256: string): string {
  return `${INDEX_FOLDER}/${sha256}`;
}

/** Reads the pointer; null when nothing was imported yet. Errors: those of the store. */
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

/** Writes the pointer in place of the one before; durable when it resolves. Errors: those of the store. */
export async function writePointer(
  store: Pick<BlobStore, 'replace'>,
  next: VersionPointer,
): Promise<void> {
  await store.replace(ARCHIVE_POINTER, Buffer.from(JSON.stringify(next)));
}
