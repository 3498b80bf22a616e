import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { BYTES_PER_UNIT } from './text-batch.ts';

const LINE_BREAK = 0x0a;
const ORIGINALS_BYTES = 1024 * 1024;
const COMPRESSED_CHUNK_BYTES = 256 * 1024;

const compress = promisify(zstdCompress);

/** Returns the key of a file, under which its progress and the original texts of its records are stored. */
export function fileKey(sha256: string): string {
  return `file:${sha256}`;
}

/** Returns the prefix of the names under which the original record texts of a file are stored. `key`: see fileKey. */
export function originalsOf(key: string): string {
  return `original/${key}/`;
}

/** The original record texts of a batch in one buffer, each as id, tab, size in bytes, line break, text, line break. */
export class OriginalRecordTextsBuffer {
  #bytes = Buffer.allocUnsafeSlow(ORIGINALS_BYTES);
  #used = 0;

  /** Removes all records. */
  clear(): void {
    this.#used = 0;
  }

  add(id: string, text: Uint8Array): void {
    const head = `${id}\t${text.length}\n`;
    const most = this.#used + head.length * BYTES_PER_UNIT + text.length + 1;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, most));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    const at = this.#used + this.#bytes.write(head, this.#used, 'utf8');
    this.#bytes.set(text, at);
    this.#bytes[at + text.length] = LINE_BREAK;
    this.#used = at + text.length + 1;
  }

  /** Returns the original texts of all added records, compressed. */
  async packed(): Promise<Uint8Array<ArrayBuffer>> {
    const packed = await compress(this.#bytes.subarray(0, this.#used), {
      chunkSize: COMPRESSED_CHUNK_BYTES,
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    // The bytes are copied into a buffer of their own, which can be transferred to another thread.
    return new Uint8Array(packed);
  }
}
