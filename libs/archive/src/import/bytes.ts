import { closeSync, createReadStream, openSync, type ReadStream, readSync } from 'node:fs';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ImportRefusal } from './refusal.ts';

/** Bytes of the beginning that sniffing looks at. */
export const HEAD_BYTES = 256 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** A file being read: decompressed chunks, and how much of the file itself was read. */
export interface OpenBytes {
  /** Each is good until the next is asked for. */
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

/**
 * Gives the memory of a chunk back at once, when it is the last of its buffer. Left to the collector of garbage, a file
 * of a gigabyte would have it look through everything that is alive a hundred times.
 */
function release({ buffer, byteOffset, byteLength }: Buffer): void {
  // One of the chunks' own: the pool that small buffers share cannot be given back.
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== CHUNK_BYTES) return;
  if (byteOffset + byteLength === CHUNK_BYTES) buffer.transfer(0);
}

async function* released(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    release(chunk);
  }
}

async function* unpacked(file: ReadStream, packing: Packing, path: string): AsyncGenerator<Buffer> {
  if (packing === 'none') {
    yield* released(file);
    return;
  }
  const unpack =
    packing === 'gzip'
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : createZstdDecompress({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => unpack.destroy(error));
  file.pipe(unpack);
  try {
    yield* released(unpack);
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
    // A copy, because the chunk itself is gone when the next is asked for.
    taken.push(Buffer.from(next.value));
    size += next.value.length;
  }
  async function* again(): AsyncGenerator<Buffer> {
    yield* taken;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield next.value;
  }
  return { head: Buffer.concat(taken), whole, chunks: again() };
}
