import { Zip, ZipDeflate } from 'fflate';

/** One file of an archive, in memory. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Deflate level: fixed, because another one gives other bytes. */
const LEVEL = 6;
const CHUNK_BYTES = 64 * 1024;
/** Regular file, rw-r--r--, in the high half as Unix tools expect. */
const MODE_0644 = 0o100644 << 16;
const UNIX = 3;

/** The first instant a zip can name, in local time: the same bytes in every time zone (a real date is not). */
function zipEpoch(): Date {
  return new Date(1980, 0, 1);
}

/**
 * Writes a zip in chunks while it deflates, entries in the given order and each as soon as it comes; the same entries
 * always give the same bytes, on every CPU and in every time zone. Between chunks other work gets its turn.
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
  /** Takes the finished bytes as one chunk. The zip comes in small pieces, and each chunk is a write to the store. */
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
