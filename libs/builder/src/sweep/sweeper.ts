import { LIMITS } from '@bridge/contracts';
import { expireKeys } from '@bridge/db';
import { gauge, repeatPass, type CommonModuleDeps } from '@bridge/kernel';
import type { BuilderDeps } from '../deps.ts';
import { purgeDue } from '../delete/purge-due.ts';
import { expireUnsaved } from '../editor/end-unsaved.store.ts';
import { countPending } from '../publish/publication.store.ts';
import { passOverObjects, swept } from './object-passes.ts';
import { sweepPublications } from './sweep-publications.ts';

const PUBLICATIONS_EVERY_MS = 10_000;
const OBJECTS_EVERY_MS = 600_000;
const KEYS_EVERY_MS = 3_600_000;
const KEYS_MAX = 1_000;
/**
 * Maximum number of rows of unsaved edits that one statement of the sweep empties. Their blob-store objects are removed later,
 * by the sweep of the folders.
 */
const UNSAVED_MAX = 100;

// The counters start at 0, so that metrics show that the sweeps exist.
for (const kind of ['publication', 'key', 'unsaved', 'website']) swept.inc({ kind }, 0);
const pending = gauge(
  'pending_publications',
  'Publications begun and neither committed nor given up.',
  [],
);

/** The dependencies of the sweeps, which repeatedly remove data of this service that is no longer needed. */
type SweeperDeps = Pick<BuilderDeps, 'db' | 'blobs' | 'clock' | 'ids' | 'highWater'> &
  Pick<CommonModuleDeps, 'log' | 'stopping'> & { readonly orphanAgeMs?: number };

/** Returns for each sweep (repeated clean-up) a function that runs one pass of it and counts the result in the metrics. */
export function sweepPasses(
  needs: SweeperDeps,
): Readonly<
  Record<'publications' | 'objects' | 'keys' | 'unsaved' | 'deleted', () => Promise<void>>
> {
  const { db, ids, log, stopping } = needs;
  // Each replica starts at a random key of its own, so that in a large folder they do not all begin with the same objects.
  const startKey = ids.make('b').slice(2);
  return {
    publications: async () => {
      swept.inc({ kind: 'publication' }, await sweepPublications(db));
      pending.set(await countPending(db));
    },
    objects: async () => {
      await passOverObjects(needs, startKey);
    },
    unsaved: async () => {
      for (let ended = UNSAVED_MAX; ended === UNSAVED_MAX && !stopping.aborted;) {
        ended = await expireUnsaved(db, UNSAVED_MAX);
        swept.inc({ kind: 'unsaved' }, ended);
      }
    },
    deleted: async () => {
      swept.inc({ kind: 'website' }, await purgeDue({ db, log, stopping }));
    },
    keys: async () => {
      // The statement is repeated while it deletes a full batch of expired idempotency keys.
      for (let gone = KEYS_MAX; gone === KEYS_MAX && !stopping.aborted;) {
        gone = await expireKeys(db, LIMITS.idempotencyKeptDays, KEYS_MAX);
        swept.inc({ kind: 'key' }, gone);
      }
    },
  };
}

/** Starts the sweeps (repeated clean-up) of this service. They run on every replica and end when the process begins to stop. */
export function startSweeps(needs: SweeperDeps): void {
  const passes = sweepPasses(needs);
  repeatPass(needs, {
    name: 'publications',
    everyMs: PUBLICATIONS_EVERY_MS,
    pass: passes.publications,
  });
  repeatPass(needs, { name: 'objects', everyMs: OBJECTS_EVERY_MS, pass: passes.objects });
  repeatPass(needs, { name: 'keys', everyMs: KEYS_EVERY_MS, pass: passes.keys });
  repeatPass(needs, { name: 'unsaved', everyMs: OBJECTS_EVERY_MS, pass: passes.unsaved });
  repeatPass(needs, { name: 'deleted', everyMs: OBJECTS_EVERY_MS, pass: passes.deleted });
}
