import type { BlobEntry, BlobStore } from '@bridge/blobs';
import type { Request } from '@bridge/bus';
import { builderPublicationsState } from '@bridge/contracts';
import type { Clock, Ids } from '@bridge/kernel';

/** Objects looked at in one pass. */
export const SWEEP_OBJECTS_MAX = 1_000;

/** What one pass did, and where the next goes on; undefined at the end of the folder. */
export interface SweepPass {
  readonly seen: number;
  readonly removed: number;
  readonly next: string | undefined;
}

/** What a pass needs. */
export interface SweepDeps {
  readonly blobs: BlobStore;
  readonly request: Request;
  readonly clock: Clock;
  readonly ids: Ids;
}

function publicationOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** Tells of an object whether nothing can need it any more. */
type IsOrphan = (key: string) => boolean;

async function orphansOf(deps: SweepDeps, ids: readonly string[]): Promise<IsOrphan> {
  const { result } = await deps.request(builderPublicationsState, {
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
 * Removes from `snap/` what publications left behind, `ageMs` after it was stored and at most 1,000 objects looked at: all
 * of those that builder says were given up, and of committed ones what their snapshot does not name. Pending and unknown
 * ones (of another database, or of a restored older one) stay; without an answer nothing is removed: the call throws.
 * Source: house design section 5.
 */
export async function sweepSnapshots(
  deps: SweepDeps,
  after: string | undefined,
  ageMs: number,
): Promise<SweepPass> {
  const seen: BlobEntry[] = [];
  for await (const entry of deps.blobs.list('snap/', after)) {
    seen.push(entry);
    if (seen.length === SWEEP_OBJECTS_MAX) break;
  }
  const before = deps.clock.now() - ageMs;
  const old = seen.filter(({ storedAt }) => storedAt <= before).map(({ key }) => key);
  const orphans =
    old.length === 0 ? [] : old.filter(await orphansOf(deps, [...new Set(old.map(publicationOf))]));
  for (const key of orphans) await deps.blobs.delete(key);
  const next = seen.length === SWEEP_OBJECTS_MAX ? seen.at(-1)?.key : undefined;
  return { seen: seen.length, removed: orphans.length, next };
}
