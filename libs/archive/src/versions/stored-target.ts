import type { BlobStore } from '@bridge/blobs';
import type { Clock } from '@bridge/kernel';
import {
  type IndexBuild,
  SearchEngineError,
  type SearchIndex,
  type IndexVersionsFolder,
} from '@bridge/search';
import { createReadStream } from 'node:fs';
import { prepareEnd, runOf, servingDocuments, versionName } from '../import/index-target.ts';
import type { ImportMode, ImportRun, ImportTarget } from '../import/target.ts';
import { STARTER_VERSION } from '../starter/first-archive.ts';
import { STARTER_INDEX } from '../starter/starter-file.ts';
import { serveVersion } from './serve-version.ts';
import {
  ARCHIVE_POINTER,
  type ArchiveVersion,
  INDEX_FOLDER,
  indexKey,
  readPointer,
  type VersionPointer,
} from './version-pointer.ts';

/** Name of the attachment (bytes stored with an index) in which an unfinished index names the version that it extends. */
const BASE = 'base';
/**
 * Minimum age in ms of an index that is removed from the blob store because the pointer object does not name it. A younger
 * index may belong to an import that has not changed the pointer yet.
 */
const UNNAMED_MS_MAX = 24 * 3_600_000;

/** The dependencies of the import target that stores the finished index in the blob store. */
export interface BlobStoreImportDeps {
  /** The index in the local folder where the new version is built. `folder` manages the versions in this folder. */
  readonly index: SearchIndex;
  readonly folder: IndexVersionsFolder;
  readonly store: BlobStore;
  readonly clock: Clock;
  /**
   * Makes the new version serve on all replicas, provided that `base` is still the serving version. With `base` null it may be
   * any. Throws SearchEngineError.
   */
  readonly swap: (next: ArchiveVersion, base: string | null) => Promise<void>;
}

/**
 * Makes the import target of `ctl archive import`: builds the new version in a local folder, stores the finished index in the
 * blob store, and then makes the replicas serve it. If an import is killed before that, the serving version is unchanged.
 */
export function storedTarget(deps: BlobStoreImportDeps): ImportTarget {
  return {
    begin: async ({ mode, resume }) => {
      const named = await bringUpToDate(deps);
      const version = versionName(deps.clock);
      const build = await deps.index.build({ mode, version, resume });
      const base = await baseOf(build, mode, named);
      return storedRun(deps, build, base);
    },
    serving: async () => {
      await bringUpToDate(deps);
      return await servingDocuments(deps.index);
    },
  };
}

/**
 * Makes the local index folder serve the version that the pointer object names. Without a readable pointer, puts the starter
 * archive into a folder that has no index. Returns the name of the folder's version. Throws SearchEngineError.
 */
export async function bringUpToDate({
  folder,
  store,
}: Pick<BlobStoreImportDeps, 'folder' | 'store'>): Promise<string | null> {
  const pointer = await readPointer(store);
  if (pointer === 'damaged' || pointer === null) {
    await folder.place(STARTER_INDEX, STARTER_VERSION);
    return folder.named();
  }
  if (folder.named() !== pointer.serving.version || !folder.opens(pointer.serving.version))
    await serveVersion(folder, store, pointer);
  return pointer.serving.version;
}

/**
 * Returns the version that a merge (import in addition to the serving index) extends; null for a swap, which replaces it.
 * Throws SearchEngineError when a resumed merge extends another version than the serving one.
 */
async function baseOf(
  build: IndexBuild,
  mode: ImportMode,
  named: string | null,
): Promise<string | null> {
  if (mode === 'swap') return null;
  if (!build.resumed) {
    await build.setAttachment(BASE, Buffer.from(named ?? '', 'utf8'));
    return named;
  }
  const base = Buffer.from((await build.attachment(BASE)) ?? []).toString('utf8');
  if (base === (named ?? '')) return named;
  await build.suspend();
  throw superseded();
}

/** Makes the error for an import that extends a version which does not serve any more, because another one replaced it. */
export function superseded(): SearchEngineError {
  return new SearchEngineError(
    'building',
    'Another version of the archive serves since this import began. Run it again, without --resume.',
  );
}

function storedRun(deps: BlobStoreImportDeps, build: IndexBuild, base: string | null): ImportRun {
  const { folder, store } = deps;
  return {
    ...runOf(build),
    finish: async (end, onStep) => {
      await prepareEnd(build, end);
      const done = await build.finish();
      if (done === null)
        throw new SearchEngineError('failed', 'The engine keeps its index itself.');
      const { info, file } = done;
      onStep('storing');
      const { sha256, bytes } = await store.putStream(INDEX_FOLDER, () => createReadStream(file));
      // The next merge then extends this local file and need not load it from the blob store.
      folder.adopt(file, info.version);
      onStep('swapping');
      const before = await readPointer(store);
      await deps.swap({ version: info.version, object: { sha256, bytes } }, base);
      await removeOld(store, before === 'damaged' ? null : before);
      return info;
    },
  };
}

/** Removes from the blob store indexes that are not needed: those that no rollback reaches, and old ones of killed imports. */
async function removeOld(store: BlobStore, before: VersionPointer | null): Promise<void> {
  const pointer = await readPointer(store);
  if (pointer === null || pointer === 'damaged') return;
  const [kept, dropped] = [keysOf(pointer), keysOf(before)];
  // The pointer was written just now, so the time at which it was stored is the current time of the store.
  const now = (await store.stat(ARCHIVE_POINTER))?.storedAt ?? 0;
  const old: string[] = [];
  for await (const { key, storedAt } of store.list(`${INDEX_FOLDER}/`))
    if (!kept.has(key) && (dropped.has(key) || now - storedAt > UNNAMED_MS_MAX)) old.push(key);
  for (const key of old) await store.delete(key);
}

function keysOf(pointer: VersionPointer | null): ReadonlySet<string> {
  const versions = [pointer?.serving ?? null, pointer?.previous ?? null];
  return new Set(versions.flatMap((one) => (one?.object ? [indexKey(one.object.sha256)] : [])));
}
