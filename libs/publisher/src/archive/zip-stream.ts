import { Zip, ZipDeflate } from 'fflate';

/** A file to be written to a zip, with its complete content in memory. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Deflate level. It never changes, because another level would give the same archive other bytes. */
const LEVEL = 6;
const CHUNK_BYTES = 64 * 1024;
/** File mode: regular file, rw-r--r--. Zip stores a Unix mode in the upper 16 bits of the attributes. */
const MODE_0644 = 0o100644 << 16;
const UNIX = 3;

/**
 * The earliest date that zip can store. Zip dates are local times without a zone, so a real instant would give different bytes
 * in each time zone.
 */
function zipEpoch(): Date {
  return new Date(1980, 0, 1);
}

/**
 * Yields a zip in chunks. Its entries are in the given order; each is compressed as soon as `entries` yields it. The same
 * entries give the same bytes on every CPU and in every time zone. The event loop runs between chunks.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let readyBytes = 0;
  const failures: Error[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) failures.push(error);
    if (chunk === undefined) return;
    ready.push(chunk);
    readyBytes += chunk.length;
  });
  /**
   * Removes the finished bytes from `ready` as one chunk: fflate returns many small pieces, and each chunk costs one write to
   * the blob store.
   */
  const taken = (): Uint8Array => {
    readyBytes = 0;
    return Buffer.concat(ready.splice(0));
  };
  for await (const { path, bytes } of entries) {
    const file = new ZipDeflate(path, { level: LEVEL });
    file.mtime = zipEpoch();
    file.attrs = MODE_0644;
    file.os = UNIX;
    zip.add(file);
    for (let at = 0; at < bytes.length || at === 0; at += CHUNK_BYTES) {
      const end = at + CHUNK_BYTES;
      file.push(bytes.subarray(at, end), end >= bytes.length);
      if (readyBytes >= CHUNK_BYTES) yield taken();
      await new Promise(setImmediate);
    }
  }
  zip.end();
  if (failures[0] !== undefined) throw failures[0];
  yield taken();
}
