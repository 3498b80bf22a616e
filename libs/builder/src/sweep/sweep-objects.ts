import type { BlobEntry, BlobStore } from '@bridge/blobs';
import type { Queryable } from '@bridge/db';
import type { Clock } from '@bridge/kernel';
import { sql } from 'kysely';
import { removeObjects } from './remove-objects.ts';

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

/** Which of these objects a revision names or a call may still adopt. */
async function namedObjects(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.rows(
    sql<{
      object: string;
    }>`select object from builder.revision where object = any(${[...keys]}::text[])
      union select layers_object from builder.revision where layers_object = any(${[...keys]}::text[])
      union select object from builder.admission where object = any(${[...keys]}::text[])`,
  );
  return new Set(rows.map(({ object }) => object));
}

/** What a pass needs. */
export interface ObjectSweep {
  readonly db: Queryable;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

/**
 * Removes from `body/` or `ingest/` what is older than `ageMs` and named by neither a revision nor an admission, at most
 * 1,000 objects looked at. Such an object stays unnamed: adopting takes an admission, and one is made before its object.
 * Two replicas at once do no harm.
 */
export async function sweepObjects(
  { db, blobs, clock }: ObjectSweep,
  folder: 'body' | 'ingest',
  after: string | undefined,
  ageMs: number,
): Promise<ObjectPass> {
  const seen: BlobEntry[] = [];
  for await (const entry of blobs.list(`${folder}/`, after)) {
    seen.push(entry);
    if (seen.length === SWEEP_OBJECTS_MAX) break;
  }
  const before = clock.now() - ageMs;
  const old = seen.filter(({ storedAt }) => storedAt <= before).map(({ key }) => key);
  const named = old.length > 0 ? await namedObjects(db, old) : new Set();
  const orphans = old.filter((key) => !named.has(key));
  const removed = await removeObjects(blobs, orphans);
  const next = seen.length === SWEEP_OBJECTS_MAX ? seen.at(-1)?.key : undefined;
  return { seen: seen.length, due: orphans.length, removed, next };
}
