import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { SearchFault } from '../../search-fault.ts';
import {
  readCurrent,
  readPointer,
  removeIndexFile,
  versionFile,
  versionsIn,
  writeCurrent,
} from './current.ts';

const LEVEL = 19;
/** Base-2 logarithm of zstd's window in bytes. A decompressor needs as much memory. */
const WINDOW_LOG = 23;

/** Packs the serving version of a folder into one file for `placeVersion`. Errors: SearchFault `no_index`. */
export function packVersion(folder: string): Uint8Array {
  const current = readCurrent(folder);
  if (current === null) throw new SearchFault('no_index', `${folder} holds no index to pack.`);
  const whole = join(folder, `packing-${randomUUID()}`);
  try {
    const database = new DatabaseSync(versionFile(folder, current.version), { readOnly: true });
    // A vacuumed file has no free pages and is a quarter smaller.
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
 * Unpacks a version into a folder that has no index, and serves it. Returns false, and changes nothing, when the folder has
 * an index, also a damaged one. The file is streamed. Errors: those of the file system.
 */
export async function placeVersion(folder: string, packed: URL, version: string): Promise<boolean> {
  if (!isVacant(folder, version)) return false;
  await mkdir(folder, { recursive: true });
  // The name is unique: another process may unpack too, and a partial file must not look like a version.
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
  // An import that ended meanwhile takes precedence over the packed version.
  if (!isVacant(folder, version)) return false;
  writeCurrent(folder, { version, previous: null });
  return true;
}

/**
 * True when the folder has no pointer and no other version. A killed process may have left the file of this version
 * alone.
 */
function isVacant(folder: string, version: string): boolean {
  return (
    readPointer(folder).state === 'absent' && versionsIn(folder).every((one) => one === version)
  );
}
