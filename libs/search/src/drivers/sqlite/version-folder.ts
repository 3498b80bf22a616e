import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { mkdir, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { SearchEngineError } from '../../search-engine-error.ts';
import { readPointer, removeIndexFile, serveInFolder, versionFile } from './current.ts';
import { openForReading } from './open-version.ts';
import { placeVersion } from './packed-version.ts';

const HASH_BUFFER_BYTES = 1024 * 1024;
const FULL_DISK_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Stores index versions as files in a folder and selects the serving one. */
export class IndexVersionsFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the version that the pointer file CURRENT names; null when the file is missing or unreadable. */
  named(): string | null {
    const pointer = readPointer(this.#folder);
    return pointer.state === 'named' ? pointer.current.version : null;
  }

  /** Returns the SHA-256 (hex) of a version's file; null when it cannot be read. */
  async sha256(version: string): Promise<string | null> {
    try {
      return await sha256OfFile(versionFile(this.#folder, version));
    } catch {
      return null;
    }
  }

  /** True when the file of this version exists and can be opened as an index. */
  opens(version: string): boolean {
    try {
      openForReading(versionFile(this.#folder, version)).close();
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Writes a version's file from a stream of `length` bytes. The file gets its name only when it is complete and readable.
   * Throws errors of the stream and SearchEngineError `disk_full` or `damaged`; nothing remains then.
   */
  async load(version: string, bytes: Readable, length: number): Promise<void> {
    await this.#createFolder();
    await this.#refuseFullDisk(length);
    await this.#write(version, bytes);
  }

  /**
   * Decompresses a file of `packIndex` into this folder and serves it, if the folder has no index. Otherwise changes nothing
   * and returns false.
   */
  place(packed: URL, version: string): Promise<boolean> {
    return placeVersion(this.#folder, packed, version);
  }

  /** Writes a version from a file that `packIndex` made. Throws like `load`. */
  async unpack(version: string, packed: URL): Promise<void> {
    await this.#createFolder();
    await this.#write(version, createReadStream(packed), createZstdDecompress());
  }

  /** Renames the file of a finished build in this folder to the file of the version `version`. */
  adopt(file: string, version: string): void {
    renameSync(file, versionFile(this.#folder, version));
  }

  /** Makes a version of the folder serve and removes all others except the previous one. */
  serve(version: string, previous: string | null): void {
    const before = previous !== null && existsSync(versionFile(this.#folder, previous));
    serveInFolder(this.#folder, { version, previous: before ? previous : null });
  }

  async #createFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  async #refuseFullDisk(length: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < length) throw this.#diskFull();
  }

  async #write(version: string, ...streams: readonly [Readable, ...NodeJS.ReadWriteStream[]]) {
    // A unique name, because another process may load this version too, and an incomplete file must not look like a version.
    const partial = join(this.#folder, `loading-${randomUUID()}`);
    try {
      await pipeline([...streams, createWriteStream(partial, { flush: true })]);
      openForReading(partial).close();
      renameSync(partial, versionFile(this.#folder, version));
    } catch (error) {
      removeIndexFile(partial);
      if (error instanceof Error && 'code' in error && FULL_DISK_CODES.has(error.code))
        throw this.#diskFull(error);
      throw error;
    }
  }

  #diskFull(cause?: unknown): SearchEngineError {
    return new SearchEngineError(
      'disk_full',
      `The disk of ${this.#folder} is too full for the next version of the archive. The version before still serves. Free space; the next version is then loaded automatically.`,
      { cause },
    );
  }
}

/**
 * Computes the SHA-256 (hex) of a file with one buffer. The chunks of a stream would be garbage of the size of the file, which
 * makes V8 collect the whole heap about every 30 MB.
 */
async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(HASH_BUFFER_BYTES);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
