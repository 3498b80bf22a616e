import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { ArchiveRecord } from '../record/archive-record.ts';

/** File with the starter archive, which comes with the product: about 5,000 records (CC0) as JSON lines, zstd-compressed. */
export const STARTER_FILE = new URL('../../data/starter.ndjson.zst', import.meta.url);
/** File with the index of the starter archive, built beforehand and zstd-compressed. */
export const STARTER_INDEX = new URL('../../data/starter.index.zst', import.meta.url);

const LEVEL = 19;

const decompress = promisify(zstdDecompress);

/** Compresses records as JSON lines, in the given order. The same records always give the same bytes. */
export function packStarter(records: readonly ArchiveRecord[]): Uint8Array {
  const lines = records.map((record) => JSON.stringify(record)).join('\n');
  return zstdCompressSync(Buffer.from(`${lines}\n`, 'utf8'), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  });
}

/** Reads the records of the starter archive. Throws errors of the file system. */
export async function readStarter(file: URL = STARTER_FILE): Promise<ArchiveRecord[]> {
  const text = (await decompress(await readFile(file))).toString('utf8');
  // `packStarter` wrote the file, and a test compares its SHA-256, so the records need no check.
  return text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ArchiveRecord]));
}
