import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { SearchFault } from '../../search-fault.ts';
import { readPointer, removeIndexFile, serveInFolder, versionFile } from './current.ts';
import { openForReading } from './open-version.ts';
import { placeVersion } from './packed-version.ts';

const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The finished index versions in a folder, for whoever brings them there and says which one serves. */
export class VersionFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The version that the folder names as the one that serves; null when it names none or cannot be read. */
  named(): string | null {
    const pointer = readPointer(this.#folder);
    return pointer.state === 'named' ? pointer.current.version : null;
  }

  /** SHA-256 of a version's file, hex; null when the folder holds no file of it that can be read. */
  async sha256(version: string): Promise<string | null> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(versionFile(this.#folder, version)))
        hash.update(chunk as Buffer);
      return hash.digest('hex');
    } catch {
      return null;
    }
  }

  /** Whether the folder holds this version as an index that can be opened. */
  opens(version: string): boolean {
    try {
      openForReading(versionFile(this.#folder, version)).close();
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Writes a version from `bytes` of this length; it has its name only once it is whole, durable and an index. Errors:
   * those of the source, SearchFault `disk_full` or `damaged`; then nothing of it is left.
   */
  async load(version: string, bytes: Readable, length: number): Promise<void> {
    await this.#make();
    await this.#refuseWithoutRoom(length);
    await this.#write(version, bytes);
  }

  /** Lets a packed version serve where none does; false, and nothing is done, where one does. Errors: as `load`. */
  place(packed: URL, version: string): Promise<boolean> {
    return placeVersion(this.#folder, packed, version);
  }

  /** Writes a version from a file that `packIndex` made. Errors: as `load`. */
  async unpack(version: string, packed: URL): Promise<void> {
    await this.#make();
    await this.#write(version, createReadStream(packed), createZstdDecompress());
  }

  /** Gives a finished build of this folder its name as a version. */
  adopt(file: string, version: string): void {
    renameSync(file, versionFile(this.#folder, version));
  }

  /** Lets a version that is in the folder serve, and keeps of the others only the one before. */
  serve(version: string, previous: string | null): void {
    const before = previous !== null && existsSync(versionFile(this.#folder, previous));
    serveInFolder(this.#folder, { version, previous: before ? previous : null });
  }

  async #make(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  async #refuseWithoutRoom(length: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < length) throw this.#full();
  }

  async #write(version: string, ...streams: readonly [Readable, ...NodeJS.ReadWriteStream[]]) {
    // A name of its own: another process may be loading the same, and half a file must look like nothing.
    const half = join(this.#folder, `loading-${randomUUID()}`);
    try {
      await pipeline([...streams, createWriteStream(half, { flush: true })]);
      openForReading(half).close();
      renameSync(half, versionFile(this.#folder, version));
    } catch (error) {
      removeIndexFile(half);
      if (error instanceof Error && 'code' in error && FULL.has(error.code))
        throw this.#full(error);
      throw error;
    }
  }

  #full(cause?: unknown): SearchFault {
    return new SearchFault(
      'disk_full',
      `The disk of ${this.#folder} has no room for the next version of the archive; the version before serves on. Free some space: the version is loaded by itself then.`,
      { cause },
    );
  }
}
