import { errorCodeOf, ProgramStartError, type Clock, type RandomIdGenerator } from '@bridge/kernel';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import {
  type BlobListEntry,
  type BlobReadStream,
  type BlobStat,
  type BlobStore,
  type TransferableBytes,
  type RepeatableByteSource,
  checkKey,
  checkPrefix,
  type ObjectStoredFromStream,
  storeAway,
} from '../blob-store.ts';
import { measure } from '../measure.ts';
import { listFiles, statFile } from './list-files.ts';
import { keyInUse, verify, HashVerifyingStream } from '../sha256.ts';
import {
  clearTemporary,
  inFolder,
  makeFolder,
  nameOnce,
  orAway,
  orNull,
  removeEmptyFolders,
  syncFolder,
  writeDurably,
  writeStreamDurably,
} from './files.ts';

const TEMPORARY = '.tmp';

/** A blob store in a folder, with one file per object. Only the all-in-one process and command-line tools use it. */
class FsStore implements BlobStore {
  readonly #root: string;
  readonly #ids: RandomIdGenerator;
  /** Top-level folders, such as `body`, that this process has already synced to disk with their parents. */
  readonly #tops = new Set<string>();

  constructor(root: string, ids: RandomIdGenerator) {
    this.#root = root;
    this.#ids = ids;
  }

  async put(key: string, bytes: Uint8Array, sha256: string): Promise<void> {
    const path = this.#path(key);
    await this.#write((temporary) =>
      orAway(writeDurably(temporary, bytes).then(() => this.#settle(temporary, path, sha256))),
    );
  }

  async putStream(folder: string, source: RepeatableByteSource): Promise<ObjectStoredFromStream> {
    checkPrefix(`${folder}/`);
    return this.#write(async (temporary) => {
      const written = await writeStreamDurably(temporary, source());
      const key = `${folder}/${written.sha256}`;
      await orAway(this.#settle(temporary, this.#path(key), written.sha256));
      return { key, ...written };
    });
  }

  async stat(key: string): Promise<BlobStat | null> {
    return statFile(this.#path(key));
  }

  async get(key: string, sha256: string): Promise<TransferableBytes | null> {
    const bytes = await orNull(readFile(this.#path(key)));
    if (bytes !== null) await verify(key, bytes, sha256);
    return bytes;
  }

  async stream(key: string, sha256: string): Promise<BlobReadStream | null> {
    const read = await this.#open(key);
    if (read === null) return null;
    // `pipeline` makes an error of the file an error of the returned stream.
    const stream = pipeline(read.stream, new HashVerifyingStream(key, sha256), () => undefined);
    return { bytes: read.bytes, stream };
  }

  async range(key: string, from: number, length: number): Promise<BlobReadStream | null> {
    const read = await this.#open(key, from, from + length - 1);
    return read && { ...read, bytes: Math.max(0, Math.min(length, read.bytes - from)) };
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key);
    await this.#write((temporary) =>
      orAway(writeDurably(temporary, bytes).then(() => this.#replaceFile(temporary, path))),
    );
  }

  async read(key: string): Promise<TransferableBytes | null> {
    return orNull(readFile(this.#path(key)));
  }

  async move(from: string, to: string): Promise<boolean> {
    const [source, target] = [this.#path(from), this.#path(to)];
    // The source is checked first, so that a move of a missing object creates no folder.
    if ((await orNull(stat(source))) === null) return false;
    const moved = await orNull(this.#replaceFile(source, target).then(() => true));
    await removeEmptyFolders(this.#root, dirname(source));
    return moved ?? false;
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    await orNull(unlink(path));
    await removeEmptyFolders(this.#root, dirname(path));
  }

  async *list(prefix: string, after = ''): AsyncGenerator<BlobListEntry> {
    checkPrefix(prefix);
    yield* listFiles(this.#root, prefix, after);
  }

  async check(): Promise<void> {
    await orAway(access(this.#root, constants.W_OK));
  }

  /** Does nothing: no file stays open between calls. */
  async close(): Promise<void> {}

  #path(key: string): string {
    checkKey(key);
    return join(this.#root, ...key.split('/'));
  }

  /** Runs `work` with the path of a temporary file, which is deleted afterwards. */
  async #write<T>(work: (temporary: string) => Promise<T>): Promise<T> {
    const temporary = join(this.#root, TEMPORARY, this.#ids.make('put'));
    try {
      return await work(temporary);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }

  /** Moves a file to `path`, creating its folder. An existing file at `path` is replaced. */
  async #replaceFile(file: string, path: string): Promise<void> {
    await inFolder(this.#folderMaker(path), () => rename(file, path));
    await syncFolder(dirname(path));
  }

  /** Moves a temporary file to its final path. A file there must have this SHA-256, else the error `internal` is thrown. */
  async #settle(temporary: string, path: string, sha256: string): Promise<void> {
    const isNew = await inFolder(this.#folderMaker(path), () => nameOnce(temporary, path));
    if (!isNew) {
      const { sha256: found } = await measure(() => createReadStream(path));
      if (found !== sha256) throw keyInUse(`${path}, stored before,`, sha256, found);
    }
    await syncFolder(dirname(path));
  }

  #folderMaker(path: string): () => Promise<void> {
    const top = path.slice(this.#root.length + 1).split(/[/\\]/)[0] ?? '';
    return async () => {
      // Another process may have created this folder and not synced it yet, so each process syncs it once.
      await makeFolder(this.#root, dirname(path), !this.#tops.has(top));
      this.#tops.add(top);
    };
  }

  /** Opens a file. `bytes` is the size of the whole file; the stream contains `start` to `end`, both inclusive. */
  async #open(key: string, start = 0, end = Infinity): Promise<BlobReadStream | null> {
    const handle = await orNull(open(this.#path(key), 'r'));
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      return { bytes: size, stream: handle.createReadStream({ start, end }) };
    } catch (error) {
      await handle.close();
      throw storeAway(error);
    }
  }
}

/**
 * Opens a folder as a blob store. A write creates a temporary file, syncs and renames it, so a crash leaves no partial
 * object. Throws ProgramStartError when the folder is not writable.
 */
export async function openFsStore(
  folder: string,
  deps: { readonly ids: RandomIdGenerator; readonly clock: Clock },
): Promise<BlobStore> {
  const root = resolve(folder);
  try {
    await mkdir(join(root, TEMPORARY), { recursive: true });
    await access(root, constants.W_OK);
    await clearTemporary(join(root, TEMPORARY), deps.clock);
  } catch (error) {
    throw new ProgramStartError(
      `The folder ${root} (BRIDGE_BLOBS) cannot be written (${errorCodeOf(error)}); make it writable or choose another.`,
      { cause: error },
    );
  }
  return new FsStore(root, deps.ids);
}
