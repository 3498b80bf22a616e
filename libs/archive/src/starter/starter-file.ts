import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { ArchiveRecord } from '../record/archive-record.ts';

/** The archive that the product carries: facts of about 5,000 CC0 records, one JSON per line, zstd-compressed. */
export const STARTER_FILE = new URL('../../data/starter.ndjson.zst', import.meta.url);
/** The same as a finished index, packed: what a new installation searches. */
export const STARTER_INDEX = new URL('../../data/starter.index.zst', import.meta.url);

const LEVEL = 19;

const decompress = promisify(zstdDecompress);

/** Packs records in the order given; the same records give the same bytes. */
export function packStarter(records: readonly ArchiveRecord[]): Uint8Array {
  const lines = records.map((record) => JSON.stringify(record)).join('\n');
  return zstdCompressSync(Buffer.from(`${lines}\n`, 'utf8'), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  });
}

/** The records of the starter archive. Errors: those of the file system when the product is not whole. */
export async function readStarter(file: URL = STARTER_FILE): Promise<ArchiveRecord[]> {
  const text = (await decompress(await readFile(file))).toString('utf8');
  // Written by packStarter and committed with its SHA-256.
  return text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ArchiveRecord]));
}
