import { closeSync, createReadStream, openSync, type ReadStream, readSync } from 'node:fs';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ImportRefusedError } from './refusal.ts';

/** Number of bytes at the start of a file from which its format is detected. */
export const HEAD_BYTES = 256 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** An open file as a stream of chunks, which are decompressed if the file is compressed. */
export interface FileByteStream {
  readonly chunks: AsyncIterable<Buffer>;
  /** Returns how many bytes of the file, as stored (perhaps compressed), have been read. */
  readonly taken: () => number;
  readonly close: () => void;
}

/** The compression of an import file, detected from its first bytes. */
type FileCompression = 'gzip' | 'zstd' | 'none';

function compressionOf(magic: Buffer): FileCompression {
  if (magic.length >= 2 && magic[0] === 0x1f && magic[1] === 0x8b) return 'gzip';
  if (magic.length >= 4 && magic.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  return 'none';
}

async function* unpacked(
  file: ReadStream,
  compression: FileCompression,
  path: string,
): AsyncGenerator<Buffer> {
  if (compression === 'none') {
    yield* file;
    return;
  }
  const unpack =
    compression === 'gzip'
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : createZstdDecompress({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => unpack.destroy(error));
  file.pipe(unpack);
  try {
    yield* unpack;
  } catch (cause) {
    throw new ImportRefusedError(
      'broken_archive',
      `${path} breaks off or is damaged inside its ${compression} compression.`,
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

/** Opens a file for streaming. Its first bytes tell whether it is compressed. Throws errors of the file system. */
export function openBytes(path: string): FileByteStream {
  const compression = compressionOf(magicOf(path));
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  return {
    chunks: unpacked(file, compression, path),
    taken: () => file.bytesRead,
    close: () => file.destroy(),
  };
}

/** Returns the first bytes of a stream, and a new stream of all its bytes. `whole`: the first bytes are all bytes. */
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
