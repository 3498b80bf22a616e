import { closeSync, createReadStream, openSync, type ReadStream, readSync } from 'node:fs';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ImportRefusal } from './refusal.ts';

/** Bytes of the beginning that sniffing looks at. */
export const HEAD_BYTES = 256 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** A file being read: decompressed chunks, and how much of the file itself was read. */
export interface OpenBytes {
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes of the file, compressed or not, read so far. */
  readonly taken: () => number;
  readonly close: () => void;
}

type Packing = 'gzip' | 'zstd' | 'none';

function packingOf(magic: Buffer): Packing {
  if (magic.length >= 2 && magic[0] === 0x1f && magic[1] === 0x8b) return 'gzip';
  if (magic.length >= 4 && magic.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  return 'none';
}

async function* unpacked(file: ReadStream, packing: Packing, path: string): AsyncGenerator<Buffer> {
  if (packing === 'none') {
    for await (const chunk of file) yield chunk as Buffer;
    return;
  }
  const unpack =
    packing === 'gzip'
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : createZstdDecompress({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => unpack.destroy(error));
  file.pipe(unpack);
  try {
    for await (const chunk of unpack) yield chunk as Buffer;
  } catch (cause) {
    throw new ImportRefusal(
      'broken_archive',
      `${path} breaks off or is damaged inside its ${packing} packing.`,
      { cause },
    );
  }
}

function magicOf(path: string): Buffer {
  const magic = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    return magic.subarray(0, readSync(file, magic, 0, magic.length, 0));
  } finally {
    closeSync(file);
  }
}

/** Opens a file for streaming; compression is told by content, not by name. Errors: those of the file system. */
export function openBytes(path: string): OpenBytes {
  const packing = packingOf(magicOf(path));
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  return {
    chunks: unpacked(file, packing, path),
    taken: () => file.bytesRead,
    close: () => file.destroy(),
  };
}

/** The first bytes of a stream, and the stream with these bytes still in it. */
export async function headOf(
  chunks: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; whole: boolean; chunks: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Buffer[] = [];
  let size = 0;
  let whole = false;
  while (size < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) {
      whole = true;
      break;
    }
    taken.push(next.value);
    size += next.value.length;
  }
  async function* again(): AsyncGenerator<Buffer> {
    yield* taken;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield next.value;
  }
  return { head: Buffer.concat(taken), whole, chunks: again() };
}
