import { moveToTrash, storeTime, type BlobListEntry, type BlobStore } from '@bridge/blobs';
import type { ServiceRequestFunction } from '@bridge/bus';
import { BUILDER } from '@bridge/contracts';
import type { RandomIdGenerator } from '@bridge/kernel';

/** Maximum number of objects that one pass of the sweep reads. The next pass continues after them. */
export const SWEEP_OBJECTS_MAX = 1_000;

/**
 * The result of one pass of the sweep. `next` is the object name after which the next pass starts, or undefined when there are
 * no more objects.
 */
export interface SnapshotSweepResult {
  readonly seen: number;
  /** Number of objects to remove: they are old enough and no publication needs them. */
  readonly due: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** The dependencies of one pass of the sweep, which removes objects that no publication needs. */
export interface SnapshotSweepDeps {
  readonly blobs: BlobStore;
  readonly request: ServiceRequestFunction;
  readonly ids: RandomIdGenerator;
}

function publicationOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** A function that returns true for the name of an object that no publication needs or will need. */
type OrphanedObjectPredicate = (key: string) => boolean;

async function orphansOf(
  deps: SnapshotSweepDeps,
  ids: readonly string[],
): Promise<OrphanedObjectPredicate> {
  const { result } = await deps.request(BUILDER.publicationsState, {
    ctx: { account_id: null, key_id: null, scopes: [], worlds: null, surface: 'public' },
    input: { publication_ids: [...ids] },
    requestId: deps.ids.make('req'),
  });
  const byId = new Map(
    result.states.map((publication) => [publication.publication_id, publication]),
  );
  return (key) => {
    const { state, objects } = byId.get(publicationOf(key)) ?? {};
    if (state === 'abandoned') return true;
    // The archive contains the time of its publication attempt, so each attempt stores a different archive object. After the
    // commit, the objects of failed attempts are not needed.
    return state === 'committed' && objects !== undefined && !objects.includes(key);
  };
}

/**
 * Moves objects under `snap/` that no publication needs to the trash folder when they are older than `ageMs`, by the clock of
 * the blob store. Keeps the objects of pending and unknown publications; while the builder service pauses sweeps after a
 * restore, it reports all as unknown. Throws, and moves nothing, when builder does not answer. ADR 022.
 */
export async function sweepSnapshots(
  deps: SnapshotSweepDeps,
  after: string | undefined,
  ageMs: number,
): Promise<SnapshotSweepResult> {
  const now = await storeTime(deps.blobs);
  if (now === null) return { seen: 0, due: 0, removed: 0, next: undefined };
  const seen: BlobListEntry[] = [];
  for await (const entry of deps.blobs.list('snap/', after)) {
    seen.push(entry);
    if (seen.length === SWEEP_OBJECTS_MAX) break;
  }
  const old = seen.filter(({ storedAt }) => storedAt <= now - ageMs).map(({ key }) => key);
  const orphans =
    old.length === 0 ? [] : old.filter(await orphansOf(deps, [...new Set(old.map(publicationOf))]));
  const removed = await moveToTrash(deps.blobs, orphans, now);
  const next = seen.length === SWEEP_OBJECTS_MAX ? seen.at(-1)?.key : undefined;
  return { seen: seen.length, due: orphans.length, removed, next };
}
