import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobListEntry, BlobStat } from '../blob-store.ts';
import { orNull } from './files.ts';

/** Reads the size and write time of a file; null when it is missing. */
export async function statFile(path: string): Promise<BlobStat | null> {
  const found = await orNull(stat(path));
  return found === null ? null : { bytes: found.size, storedAt: found.mtimeMs };
}

/** Lists the objects below `folder` (a prefix that ends in `/`) whose keys sort after `after`, in ascending order of keys. */
export async function* listFiles(
  root: string,
  folder: string,
  after: string,
): AsyncGenerator<BlobListEntry> {
  const found = await orNull(readdir(join(root, ...folder.split('/')), { withFileTypes: true }));
  // A folder name is sorted with its slash, so that the order is the same as that of the full keys.
  const keys = (found ?? []).map(
    (entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
  for (const key of keys.sort()) {
    if (key.endsWith('/')) {
      // A folder is skipped when all its keys sort before `after`.
      if (key > after || after.startsWith(key)) yield* listFiles(root, key, after);
    } else if (key > after) {
      const entry = await statFile(join(root, ...key.split('/')));
      // `entry` is null when another process deleted the file after its folder was listed.
      if (entry !== null) yield { key, ...entry };
    }
  }
}
