import { moveToTrash, type BlobListEntry, type BlobStore } from '@bridge/blobs';
import type { SqlStatementRunner } from '@bridge/db';
import { namedObjects } from './named-objects.ts';

/** Maximum number of objects that one step of the sweep of a blob-store folder lists. */
export const SWEEP_OBJECTS_MAX = 1_000;

/**
 * The result of one step of the sweep of a blob-store folder. `next` is the key after which the next step continues; undefined
 * at the end of the folder.
 */
export interface FolderSweepStepResult {
  readonly seen: number;
  /** Number of objects that are old enough for removal and to which no row refers. */
  readonly due: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** The dependencies of the sweep of one blob-store folder. */
export interface FolderSweepDeps {
  readonly db: SqlStatementRunner;
  readonly blobs: BlobStore;
  /** The blob store’s time (`storeTime`), so that the clock of a process does not decide the age of objects. */
  readonly now: number;
}

/**
 * Lists at most 1,000 objects of a blob-store folder and moves those into the trash that are older than `ageMs` and to which no
 * row refers. No row can refer to them later: that needs an admission (permission to store the object), which expires long
 * before `ageMs`. Several replicas may run it.
 */
export async function sweepObjects(
  { db, blobs, now }: FolderSweepDeps,
  folder: 'body' | 'ingest',
  after: string | undefined,
  ageMs: number,
): Promise<FolderSweepStepResult> {
  const seen: BlobListEntry[] = [];
  for await (const entry of blobs.list(`${folder}/`, after)) {
    seen.push(entry);
    if (seen.length === SWEEP_OBJECTS_MAX) break;
  }
  const old = seen.filter(({ storedAt }) => storedAt <= now - ageMs).map(({ key }) => key);
  const named = old.length > 0 ? await namedObjects(db, old) : new Set();
  const orphans = old.filter((key) => !named.has(key));
  const removed = await moveToTrash(blobs, orphans, now);
  const next = seen.length === SWEEP_OBJECTS_MAX ? seen.at(-1)?.key : undefined;
  return { seen: seen.length, due: orphans.length, removed, next };
}
