import { moveToTrash, storeTime, type BlobEntry, type BlobStore } from '@bridge/blobs';
import type { RequestFunction } from '@bridge/bus';
import { BUILDER } from '@bridge/contracts';
import type { Ids } from '@bridge/kernel';

/** Objects looked at in one pass. */
export const SWEEP_OBJECTS_MAX = 1_000;

/** What one pass did, and where the next goes on; undefined at the end of the folder. */
export interface SweepPass {
  readonly seen: number;
  /** Old enough, and needed by nothing. */
  readonly due: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** What a pass needs. */
export interface SweepDeps {
  readonly blobs: BlobStore;
  readonly request: RequestFunction;
  readonly ids: Ids;
}

function publicationOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** Tells of an object whether nothing can need it any more. */
type IsOrphan = (key: string) => boolean;

async function orphansOf(deps: SweepDeps, ids: readonly string[]): Promise<IsOrphan> {
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
    // The archive names its time: an attempt that died left one that the last attempt did not make again.
    return state === 'committed' && objects !== undefined && !objects.includes(key);
  };
}

/**
 * Moves from `snap/` into the trash what publications left behind, `ageMs` after it was stored by the store's own time and
 * at most 1,000 objects looked at: all of those that builder says were given up, and of committed ones what their snapshot
 * does not name. Pending and unknown ones stay, and while sweeps are held builder knows none. Without an answer nothing is
 * moved: the call throws. ADR 022.
 */
export async function sweepSnapshots(
  deps: SweepDeps,
  after: string | undefined,
  ageMs: number,
): Promise<SweepPass> {
  const now = await storeTime(deps.blobs);
  if (now === null) return { seen: 0, due: 0, removed: 0, next: undefined };
  const seen: BlobEntry[] = [];
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
