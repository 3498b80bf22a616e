import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { SearchEngineError } from '../../search-engine-error.ts';
import {
  readCurrent,
  readPointer,
  removeIndexFile,
  versionFile,
  versionsIn,
  writeCurrent,
} from './current.ts';

const LEVEL = 19;
/** Base-2 logarithm of zstd's window size (8 MiB), which the decompressor must hold in memory. */
const WINDOW_LOG = 23;

/** Compresses the serving version of a folder into one file for `placeVersion`. Throws SearchEngineError `no_index`. */
export function packVersion(folder: string): Uint8Array {
  const current = readCurrent(folder);
  if (current === null)
    throw new SearchEngineError('no_index', `${folder} holds no index to pack.`);
  const whole = join(folder, `packing-${randomUUID()}`);
  try {
    const database = new DatabaseSync(versionFile(folder, current.version), { readOnly: true });
    // VACUUM removes free pages, which makes the file a quarter smaller.
    database.prepare('VACUUM INTO ?').run(whole);
    database.close();
    return zstdCompressSync(readFileSync(whole), {
      params: {
        [constants.ZSTD_c_compressionLevel]: LEVEL,
        [constants.ZSTD_c_windowLog]: WINDOW_LOG,
      },
    });
  } finally {
    rmSync(whole, { force: true });
  }
}

/**
 * Decompresses a packed version into a folder without an index, and serves it. Returns false without a change when the folder
 * has an index, even a damaged one. Throws errors of the file system.
 */
export async function placeVersion(folder: string, packed: URL, version: string): Promise<boolean> {
  if (!isVacant(folder, version)) return false;
  await mkdir(folder, { recursive: true });
  // A unique name, because another process may decompress too and an incomplete file must not look like a version.
  const whole = join(folder, `placing-${randomUUID()}`);
  try {
    await pipeline(
      createReadStream(packed),
      createZstdDecompress(),
      createWriteStream(whole, { flush: true }),
    );
    renameSync(whole, versionFile(folder, version));
  } catch (error) {
    removeIndexFile(whole);
    throw error;
  }
  // An import that finished during the decompression has precedence: its version remains the serving one.
  if (!isVacant(folder, version)) return false;
  writeCurrent(folder, { version, previous: null });
  return true;
}

/**
 * True when the folder has no pointer file CURRENT and no version except perhaps `version`, whose file a killed process may
 * have left.
 */
function isVacant(folder: string, version: string): boolean {
  return (
    readPointer(folder).state === 'absent' && versionsIn(folder).every((one) => one === version)
  );
}
