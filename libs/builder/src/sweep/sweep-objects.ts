import { moveToTrash, type BlobEntry, type BlobStore } from '@bridge/blobs';
import type { Queryable } from '@bridge/db';
import { namedObjects } from './named-objects.ts';

/** Objects looked at in one pass over one folder. */
export const SWEEP_OBJECTS_MAX = 1_000;

/** What one pass did, and where the next goes on; undefined at the end of the folder. */
export interface ObjectPass {
  readonly seen: number;
  /** Old enough, and named by nothing. */
  readonly due: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** What a pass needs. */
export interface ObjectSweep {
  readonly db: Queryable;
  readonly blobs: BlobStore;
  /** The store's own time (`storeTime`): no process's clock decides what is old. */
  readonly now: number;
}

/**
 * Moves from `body/` or `ingest/` into the trash what is older than `ageMs` and named by neither a revision nor an
 * admission, at most 1,000 objects looked at. Such an object stays unnamed: adopting takes an admission, and one is made
 * before its object. Two replicas at once do no harm.
 */
export async function sweepObjects(
  { db, blobs, now }: ObjectSweep,
  folder: 'body' | 'ingest',
  after: string | undefined,
  ageMs: number,
): Promise<ObjectPass> {
  const seen: BlobEntry[] = [];
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
