import { errorCodeOf, isBridgeError, type Clock } from '@bridge/kernel';
import { createHash } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storeAway } from '../blob-store.ts';

/** Minimum age in ms of the temporary files of interrupted writes that are deleted when the store opens. */
const TEMPORARY_AGE_MS = 3_600_000;
/** Error codes of file systems without hard links. There a temporary file gets its final name by a rename. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
/** Error codes with which Windows and network file systems refuse to sync a folder. `syncFolder` ignores these errors. */
const NO_FOLDER_SYNC = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EACCES', 'EBADF']);

/** Maximum number of attempts to write into a folder that other calls empty and remove at the same time. */
const FOLDER_TRIES_MAX = 10;

/** Awaits a file operation. Returns null when the file is missing; throws service_unavailable for other failures. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) return null;
    throw storeAway(error);
  }
}

/** Awaits a file operation. Throws a BridgeError unchanged, and service_unavailable for any other error. */
export async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isBridgeError(error) ? error : storeAway(error);
  }
}

/** Syncs a folder, so that the names of new files in it survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCodeOf(error))) throw error;
  }
}

/**
 * Creates a folder inside `root` with its parents, and syncs the parents of new folders to disk. With `all` it syncs every
 * parent up to `root`, even if no folder is new.
 */
export async function makeFolder(root: string, folder: string, all: boolean): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined && !all) return;
  const top = all || made === undefined ? root : dirname(made);
  for (let at = dirname(folder); at.length >= top.length; at = dirname(at)) await syncFolder(at);
}

/**
 * Removes `folder` and its parents while they are empty. The folders directly inside `root` stay, because other calls may be
 * about to write into them.
 */
export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; dirname(at) !== root; at = dirname(at)) {
    const isRemoved = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Creates a folder and runs `work`, which writes into it. Repeats both when another call has removed the folder in between. */
export async function inFolder<T>(create: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      await create();
      return await work();
    } catch (error) {
      if (tries === FOLDER_TRIES_MAX || errorCodeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** Writes a new file and syncs it. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Size and SHA-256 (hex) of a written file. */
export interface WrittenFileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a new file from chunks and syncs it. An error of the chunk source is thrown unchanged. */
export async function writeStreamDurably(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<WrittenFileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await orAway(open(path, 'wx', 0o600));
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await orAway(handle.writeFile(chunk));
    }
    await orAway(handle.sync());
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Gives a written temporary file its final name atomically. Returns false when a file with this name exists. */
export async function nameOnce(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(errorCodeOf(error))) throw error;
  }
  if ((await orNull(stat(path))) !== null) return false;
  await rename(temporary, path);
  return true;
}

/** Deletes temporary files that are older than an hour; younger ones may belong to a running write. */
export async function clearTemporary(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await orNull(stat(path));
    if (found !== null && clock.now() - found.mtimeMs > TEMPORARY_AGE_MS)
      await rm(path, { force: true });
  }
}
