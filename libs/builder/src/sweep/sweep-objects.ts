import { moveToTrash, type BlobEntry, type BlobStore } from '@bridge/blobs';
import type { Queryable } from '@bridge/db';
import { namedObjects } from './named-objects.ts';

/** Maximum number of objects that one pass over a folder lists. */
export const SWEEP_OBJECTS_MAX = 1_000;

/** The result of one pass over a folder; `next` is the key after which the next pass continues, undefined at the end. */
export interface ObjectPass {
  readonly seen: number;
  /** Number of objects that are old enough and that no row names. */
  readonly due: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** The dependencies of the sweep of one folder. */
export interface ObjectSweep {
  readonly db: Queryable;
  readonly blobs: BlobStore;
  /** The blob store’s time (`storeTime`), so that the clock of a process does not decide the age of objects. */
  readonly now: number;
}

/**
 * Lists at most 1,000 objects of a folder. Moves those into the trash that are older than `ageMs` and unnamed: adopting
 * needs an admission, which is older than its object, so they stay unnamed. Safe with many replicas.
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
