import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobEntry, BlobStat } from '../blob-store.ts';
import { orNull } from './files.ts';

/** Reads size and age of a file; null when it is missing. */
export async function statFile(path: string): Promise<BlobStat | null> {
  const found = await orNull(stat(path));
  return found === null ? null : { bytes: found.size, storedAt: found.mtimeMs };
}

/** Lists the objects under `folder` (a prefix that ends in `/`) in the order of their keys, after the key `after`. */
export async function* listFiles(
  root: string,
  folder: string,
  after: string,
): AsyncGenerator<BlobEntry> {
  const found = await orNull(readdir(join(root, ...folder.split('/')), { withFileTypes: true }));
  // A folder sorts with its slash, as the keys inside it do.
  const keys = (found ?? []).map(
    (entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
  for (const key of keys.sort()) {
    if (key.endsWith('/')) {
      // A folder whose keys all sort before `after` is skipped.
      if (key > after || after.startsWith(key)) yield* listFiles(root, key, after);
    } else if (key > after) {
      const entry = await statFile(join(root, ...key.split('/')));
      // Null when the sweep of another replica removed the file after it was listed.
      if (entry !== null) yield { key, ...entry };
    }
  }
}
