import { moveToTrash, type BlobEntry, type BlobStore } from '@bridge/blobs';
import type { Queryable } from '@bridge/db';
import { namedObjects } from './named-objects.ts';

/** Objects listed in one pass over a folder. */
export const SWEEP_OBJECTS_MAX = 1_000;

/** The result of one pass; `next` is the key after which the next one continues, undefined at the end of the folder. */
export interface ObjectPass {
  readonly seen: number;
  /** Objects that are old enough and that no row names. */
  readonly due: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** The dependencies of a pass. */
export interface ObjectSweep {
  readonly db: Queryable;
  readonly blobs: BlobStore;
  /** The time of the store (`storeTime`), so that no clock of a process decides the age. */
  readonly now: number;
}

/**
 * Lists at most 1,000 objects of a folder and moves those into the trash that are older than `ageMs` and named by neither a
 * revision nor an admission. Such an object stays unnamed, because adopting needs an admission, which is older than its
 * object. Safe with many replicas.
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
