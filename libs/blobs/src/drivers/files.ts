import type { Clock } from '@bridge/kernel';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storeAway } from '../blob-store.ts';

/** Left-overs of a crashed write are removed when the store opens, once they are this old. */
const TEMPORARY_AGE_MS = 3_600_000;
/** Windows and some network file systems cannot sync a folder; they order its changes themselves. */
const NO_FOLDER_SYNC = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EACCES', 'EBADF']);

/** Code of a system error (`ENOENT`), empty for anything else. */
export function systemCode(error: unknown): string {
  return error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : '';
}

/** Runs file work; a missing file is null, any other failure means that the store cannot be used. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null;
    throw storeAway(error);
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(systemCode(error))) throw error;
  }
}

/** Makes a folder inside `root`, durable together with every folder above it that had to be made. */
export async function makeFolder(root: string, folder: string, alwaysSync: boolean): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined && !alwaysSync) return;
  for (let at = dirname(folder); at.length >= root.length; at = dirname(at)) await syncFolder(at);
}

/** Writes a new file, its bytes durable when this resolves. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what crashed writes left in a folder; the young may be another process's, at work now. */
export async function clearTemporary(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await orNull(stat(path));
    if (found !== null && clock.now() - found.mtimeMs > TEMPORARY_AGE_MS)
      await rm(path, { force: true });
  }
}
