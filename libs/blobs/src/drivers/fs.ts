import { StartError, type Clock, type Ids } from '@bridge/kernel';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import {
  type BlobEntry,
  type BlobRead,
  type BlobStat,
  type BlobStore,
  type Bytes,
  type ByteSource,
  checkKey,
  checkPrefix,
  type StoredStream,
  storeAway,
} from '../blob-store.ts';
import { measure } from '../measure.ts';
import { keyInUse, verify, VerifyingStream } from '../sha256.ts';
import {
  clearTemporary,
  makeFolder,
  nameOnce,
  orAway,
  orNull,
  syncFolder,
  systemCode,
  writeDurably,
  writeStreamDurably,
} from './files.ts';

const TEMPORARY = '.tmp';
/** Objects as files under one folder; the embedded driver. */
class FsStore implements BlobStore {
  readonly #root: string;
  readonly #ids: Ids;
  /** Top folders known to be durable. */
  readonly #tops = new Set<string>();

  constructor(root: string, ids: Ids) {
    this.#root = root;
    this.#ids = ids;
  }

  async put(key: string, bytes: Uint8Array, sha256: string): Promise<void> {
    const path = this.#path(key);
    await this.#write(async (temporary) => {
      await orAway(writeDurably(temporary, bytes));
      await orAway(this.#settle(temporary, path, sha256));
    });
  }

  async putStream(folder: string, source: ByteSource): Promise<StoredStream> {
    checkPrefix(`${folder}/`);
    return this.#write(async (temporary) => {
      const written = await writeStreamDurably(temporary, source());
      const key = `${folder}/${written.sha256}`;
      await orAway(this.#settle(temporary, this.#path(key), written.sha256));
      return { key, ...written };
    });
  }

  async stat(key: string): Promise<BlobStat | null> {
    const found = await orNull(stat(this.#path(key)));
    return found === null ? null : { bytes: found.size, storedAt: found.mtimeMs };
  }

  async get(key: string, sha256: string): Promise<Bytes | null> {
    const bytes = await orNull(readFile(this.#path(key)));
    if (bytes !== null) await verify(key, bytes, sha256);
    return bytes;
  }

  async stream(key: string, sha256: string): Promise<BlobRead | null> {
    const read = await this.#open(key, {});
    if (read === null) return null;
    // An error of the file reaches the reader through the pipeline.
    const stream = pipeline(read.stream, new VerifyingStream(key, sha256), () => undefined);
    return { bytes: read.bytes, stream };
  }

  async range(key: string, from: number, length: number): Promise<BlobRead | null> {
    const read = await this.#open(key, { start: from, end: from + length - 1 });
    return read === null
      ? null
      : { bytes: Math.max(0, Math.min(length, read.bytes - from)), stream: read.stream };
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key);
    await this.#write(async (temporary) => {
      await orAway(writeDurably(temporary, bytes));
      await orAway(this.#takePlace(temporary, path));
    });
  }

  async read(key: string): Promise<Bytes | null> {
    return orNull(readFile(this.#path(key)));
  }

  async move(from: string, to: string): Promise<boolean> {
    const [source, target] = [this.#path(from), this.#path(to)];
    // Looked at first, so that nothing to move makes no folder.
    if ((await orNull(stat(source))) === null) return false;
    return (await orNull(this.#takePlace(source, target).then(() => true))) ?? false;
  }

  async delete(key: string): Promise<void> {
    await orNull(unlink(this.#path(key)));
  }

  async *list(prefix: string, after = ''): AsyncGenerator<BlobEntry> {
    checkPrefix(prefix);
    yield* this.#walk(prefix, after);
  }

  async check(): Promise<void> {
    await access(this.#root, constants.W_OK).catch((error: unknown) => {
      throw storeAway(error);
    });
  }

  async close(): Promise<void> {
    // Nothing is held open between calls.
  }

  #path(key: string): string {
    checkKey(key);
    return join(this.#root, ...key.split('/'));
  }

  /** Runs work with the name of a temporary file, which is gone afterwards. */
  async #write<T>(work: (temporary: string) => Promise<T>): Promise<T> {
    const temporary = join(this.#root, TEMPORARY, this.#ids.make('put'));
    try {
      return await work(temporary);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }

  /** Gives a file another name, in place of what had it. */
  async #takePlace(file: string, path: string): Promise<void> {
    await this.#makeFolder(dirname(path));
    await rename(file, path);
    await syncFolder(dirname(path));
  }

  /** Gives the finished file its name for good. */
  async #settle(temporary: string, path: string, sha256: string): Promise<void> {
    await this.#makeFolder(dirname(path));
    if (!(await nameOnce(temporary, path))) await this.#same(path, sha256);
    await syncFolder(dirname(path));
  }

  async #same(path: string, sha256: string): Promise<void> {
    const { sha256: found } = await measure(() => createReadStream(path));
    if (found !== sha256) throw keyInUse(`${path}, stored before,`, sha256, found);
  }

  async #makeFolder(folder: string): Promise<void> {
    const top = folder.slice(this.#root.length + 1).split(/[/\\]/)[0] ?? '';
    // Another process may have made a top folder a moment ago; once per process it is synced here too.
    await makeFolder(this.#root, folder, !this.#tops.has(top));
    this.#tops.add(top);
  }

  async #open(
    key: string,
    bounds: { readonly start?: number; readonly end?: number },
  ): Promise<{ readonly bytes: number; readonly stream: Readable } | null> {
    const handle = await orNull(open(this.#path(key), 'r'));
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      return { bytes: size, stream: handle.createReadStream(bounds) };
    } catch (error) {
      await handle.close();
      throw storeAway(error);
    }
  }

  async *#walk(folder: string, after: string): AsyncGenerator<BlobEntry> {
    const found = await orNull(
      readdir(join(this.#root, ...folder.split('/')), { withFileTypes: true }),
    );
    // A folder stands for keys that go on with a slash, so it sorts with one.
    const keys = (found ?? []).map(
      (entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`,
    );
    for (const key of keys.sort()) {
      if (key.endsWith('/')) {
        // Skip what lies wholly before the place to go on from.
        if (key > after || after.startsWith(key)) yield* this.#walk(key, after);
      } else if (key > after) {
        const entry = await this.stat(key);
        // Gone between listing and looking: another replica's sweep was faster.
        if (entry !== null) yield { key, ...entry };
      }
    }
  }
}

/**
 * Opens a folder as a blob store: a write is a temporary file, synced, then named, then its folder synced, so that a
 * crash leaves a whole object or none. Throws StartError when the folder cannot be written.
 */
export async function openFsStore(
  folder: string,
  deps: { readonly ids: Ids; readonly clock: Clock },
): Promise<BlobStore> {
  const root = resolve(folder);
  try {
    await mkdir(join(root, TEMPORARY), { recursive: true });
    await access(root, constants.W_OK);
    await clearTemporary(join(root, TEMPORARY), deps.clock);
  } catch (error) {
    throw new StartError(
      `The folder ${root} (BRIDGE_BLOBS) cannot be written (${systemCode(error)}); make it writable or choose another.`,
      { cause: error },
    );
  }
  return new FsStore(root, deps.ids);
}
