import type { BlobStore } from '@bridge/blobs';
import { isBridgeError } from '@bridge/kernel';
import { SearchEngineError, type IndexVersionsFolder } from '@bridge/search';
import { STARTER_INDEX } from '../starter/starter-file.ts';
import { type ArchiveVersion, indexKey, type VersionPointer } from './version-pointer.ts';

/**
 * Makes searches on an index folder use the version that the pointer (VersionPointer) names as serving. Loads its index from
 * the blob store unless the folder has it with the same SHA-256. A missing or damaged index never replaces the serving one.
 * Throws SearchEngineError and errors of the store.
 */
export async function serveVersion(
  folder: IndexVersionsFolder,
  store: Pick<BlobStore, 'stream'>,
  { serving, previous }: VersionPointer,
): Promise<void> {
  if (!(await isWhole(folder, serving))) await load(folder, store, serving);
  folder.serve(serving.version, previous?.version ?? null);
}

async function isWhole(folder: IndexVersionsFolder, { version, object }: ArchiveVersion) {
  if (object === null) return folder.opens(version);
  return (await folder.sha256(version)) === object.sha256;
}

async function load(
  folder: IndexVersionsFolder,
  store: Pick<BlobStore, 'stream'>,
  { version, object }: ArchiveVersion,
): Promise<void> {
  if (object === null) {
    await folder.unpack(version, STARTER_INDEX);
    return;
  }
  const key = indexKey(object.sha256);
  const read = await store.stream(key, object.sha256);
  if (read === null)
    throw new SearchEngineError(
      'no_index',
      `The blob store does not hold ${key}, the index of version ${version}; the version before serves on. Import again with --swap, or go back with archive rollback.`,
    );
  try {
    await folder.load(version, read.stream, object.bytes);
  } catch (error) {
    // The stream is open, so it must be closed when the folder cannot store the version.
    read.stream.destroy();
    if (!isBridgeError(error, 'content_damaged')) throw error;
    throw new SearchEngineError(
      'damaged',
      `${key} in the blob store, the index of version ${version}, is damaged; the version before serves on. Import again with --swap, or go back with archive rollback.`,
      { cause: error },
    );
  }
}
