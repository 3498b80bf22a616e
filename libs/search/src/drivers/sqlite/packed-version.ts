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
/** Log2 of how far back zstd looks for what it has seen; every decompressor takes this much. */
const WINDOW = 23;

/** The version that serves in this folder as one packed file, to be put in place by `placeVersion`. */
export function packVersion(folder: string): Uint8Array {
  const current = readCurrent(folder);
  if (current === null) throw new SearchFault('no_index', `${folder} holds no index to pack.`);
  const whole = join(folder, `packing-${randomUUID()}`);
  try {
    const database = new DatabaseSync(versionFile(folder, current.version), { readOnly: true });
    // Without what a build leaves free, and each table in one piece: a quarter less to carry.
    database.prepare('VACUUM INTO ?').run(whole);
    database.close();
    return zstdCompressSync(readFileSync(whole), {
      params: {
        [constants.ZSTD_c_compressionLevel]: LEVEL,
        [constants.ZSTD_c_windowLog]: WINDOW,
      },
    });
  } finally {
    rmSync(whole, { force: true });
  }
}

/**
 * Puts a packed version in place where no index serves yet; false when one does, or when the folder holds something
 * that is damaged: nothing of an operator's is replaced. Nothing of it passes through the memory of this process as a
 * whole. Errors: those of the file system.
 */
export async function placeVersion(folder: string, packed: URL, version: string): Promise<boolean> {
  if (!isVacant(folder, version)) return false;
  await mkdir(folder, { recursive: true });
  // A name of its own: another process may be doing the same, and half a file must look like nothing.
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
  // An import may have ended meanwhile: what an operator brought in goes before what the product carries.
  if (!isVacant(folder, version)) return false;
  writeCurrent(folder, { version, previous: null });
  return true;
}

/** No pointer and no other version: a version of this name alone is what an interrupted placing left. */
function isVacant(folder: string, version: string): boolean {
  return (
    readPointer(folder).state === 'absent' && versionsIn(folder).every((one) => one === version)
  );
}
