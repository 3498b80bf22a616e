import type { BlobStore } from '@bridge/blobs';
import type { Clock } from '@bridge/kernel';
import { type IndexBuild, SearchFault, type SearchIndex, type VersionFolder } from '@bridge/search';
import { createReadStream } from 'node:fs';
import { prepareEnd, runOf, versionName } from '../import/index-target.ts';
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

/** Name under which a build keeps the version that it was made from. */
const BASE = 'base';
/** An index that nothing names is kept for this long: another import may be about to name it. */
const UNNAMED_MS_MAX = 24 * 3_600_000;

/** What an import into the blob store works with. */
export interface StoredTargetDeps {
  /** The folder that the new version is built in, as an index and as versions. */
  readonly index: SearchIndex;
  readonly folder: VersionFolder;
  readonly store: BlobStore;
  readonly clock: Clock;
  /** Lets the version serve unless another one than `base` does by now. Errors: SearchFault. */
  readonly swap: (next: ArchiveVersion, base: string | null) => Promise<void>;
}

/**
 * Imports as a job: builds the new version in a folder of this process, puts its finished index into the blob store as
 * one object, and has it swapped. Killed anywhere before the swap, it has changed nothing that serves.
 */
export function storedTarget(deps: StoredTargetDeps): ImportTarget {
  return {
    begin: async ({ mode, resume }) => {
      const named = await bringUpToDate(deps);
      const version = versionName(deps.clock);
      const build = await deps.index.build({ mode, version, resume });
      const base = await baseOf(build, mode, named);
      return storedRun(deps, build, base);
    },
  };
}

/**
 * Brings the folder to the version that serves, and a folder without any to the starter archive. Returns that version's
 * name. Errors: SearchFault, those of the store.
 */
export async function bringUpToDate({
  folder,
  store,
}: Pick<StoredTargetDeps, 'folder' | 'store'>): Promise<string | null> {
  const pointer = await readPointer(store);
  if (pointer === 'damaged' || pointer === null) {
    await folder.place(STARTER_INDEX, STARTER_VERSION);
    return folder.named();
  }
  if (folder.named() !== pointer.serving.version || !folder.opens(pointer.serving.version))
    await serveVersion(folder, store, pointer);
  return pointer.serving.version;
}

/** The version that a merge was made from; a resumed one must still go on from the version that serves. */
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

/** Another import came to serve since this one began. */
export function superseded(): SearchFault {
  return new SearchFault(
    'building',
    'Another version of the archive serves since this import began. Run it again, without --resume.',
  );
}

function storedRun(deps: StoredTargetDeps, build: IndexBuild, base: string | null): ImportRun {
  const { folder, store } = deps;
  return {
    ...runOf(build),
    finish: async (end, onStep) => {
      await prepareEnd(build, end);
      const done = await build.finish();
      if (done === null) throw new SearchFault('failed', 'The engine keeps its index itself.');
      const { info, file } = done;
      onStep('storing');
      const { sha256, bytes } = await store.putStream(INDEX_FOLDER, () => createReadStream(file));
      // The next merge goes on from this file; without it that import would load it from the store.
      folder.adopt(file, info.version);
      onStep('swapping');
      const before = await readPointer(store);
      await deps.swap({ version: info.version, object: { sha256, bytes } }, base);
      await removeOld(store, before === 'damaged' ? null : before);
      return info;
    },
  };
}

/** Removes the index that no rollback leads to any more, and those that killed imports left. */
async function removeOld(store: BlobStore, before: VersionPointer | null): Promise<void> {
  const pointer = await readPointer(store);
  if (pointer === null || pointer === 'damaged') return;
  const [kept, dropped] = [keysOf(pointer), keysOf(before)];
  // The pointer was written a moment ago: its age is the store's own time.
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
