import { emptyTrash, storeTime } from '@bridge/blobs';
import { LIMITS } from '@bridge/contracts';
import { counter, gauge, repeatPaced } from '@bridge/kernel';
import { countExpiredAdmissions } from '../admission.store.ts';
import type { BuilderDeps } from '../deps.ts';
import { areSweepsHeld } from '../high-water/high-water.store.ts';
import { SWEEP_ADMISSIONS_MAX, sweepAdmissions } from './sweep-admissions.ts';
import { sweepObjects, type FolderSweepDeps } from './sweep-objects.ts';

/** Metric: number of objects and rows that the sweeps (repeated clean-up) of this service removed, by kind. */
export const swept = counter('swept', 'What sweeps removed or gave up, by kind.', [
  'kind',
] as const);
const left = gauge(
  'sweep_left',
  'Objects that were due when the last pass of a sweep ended, or failed, and are not removed.',
  ['kind'] as const,
);
const OBJECT_KINDS = ['admission', 'body', 'ingest', 'trash'] as const;
// The counters start at 0, so that metrics show that the sweeps exist.
for (const kind of OBJECT_KINDS) {
  swept.inc({ kind }, 0);
  left.set({ kind }, 0);
}

/** The dependencies of a pass of the sweeps, which remove blob-store objects that no row refers to. */
export interface ObjectSweepDeps extends Pick<BuilderDeps, 'db' | 'blobs' | 'clock' | 'highWater'> {
  readonly stopping: AbortSignal;
  /** Minimum age in ms of an object that is removed because no row refers to it; 24 h by default. */
  readonly orphanAgeMs?: number;
}

/** The dependencies of one running pass of the sweeps over blob-store objects, with the store’s time at its start. */
type ObjectSweepPassDeps = ObjectSweepDeps & FolderSweepDeps;

async function passOverAdmissions(pass: ObjectSweepPassDeps): Promise<void> {
  await repeatPaced(pass, async () => {
    const done = await sweepAdmissions(pass);
    swept.inc({ kind: 'admission' }, done.removed);
    return done.due === SWEEP_ADMISSIONS_MAX && done.removed > 0;
  });
  left.set({ kind: 'admission' }, await countExpiredAdmissions(pass.db));
}

/**
 * Sweeps all objects of a folder of the blob store: from the key `start` to the end of the folder, then from its beginning to
 * `start`. A sweep moves objects that no row refers to into the trash.
 */
async function passOverFolder(
  pass: ObjectSweepPassDeps,
  folder: 'body' | 'ingest',
  start: string,
): Promise<void> {
  let after: string | undefined = start;
  let isSecondHalf = false;
  left.set({ kind: folder }, 0);
  await repeatPaced(pass, async () => {
    const done = await sweepObjects(pass, folder, after, pass.orphanAgeMs ?? LIMITS.orphanAgeMs);
    swept.inc({ kind: folder }, done.removed);
    left.inc({ kind: folder }, done.due - done.removed);
    // No object could be removed, so the blob store is probably unavailable. This pass ends; the next one tries again.
    if (done.due > 0 && done.removed === 0) return false;
    after = done.next;
    if (isSecondHalf) return after !== undefined && after < start;
    isSecondHalf = after === undefined;
    return true;
  });
}

async function passOverTrash(pass: ObjectSweepPassDeps): Promise<void> {
  await repeatPaced(pass, async () => {
    const done = await emptyTrash(pass.blobs, pass.now, LIMITS.trashKeptDays);
    swept.inc({ kind: 'trash' }, done.removed);
    left.set({ kind: 'trash' }, done.due - done.removed);
    return done.removed > 0;
  });
}

/**
 * Removes expired admissions (permissions to store an object), unused objects in the folders `body` and `ingest`, from the key
 * suffix `startKey` on, and old trash. Does nothing while sweeps are suspended, while the database may be an old backup, or
 * without a high-water mark (file in the store), whose write time is the store’s current time.
 */
export async function passOverObjects(needs: ObjectSweepDeps, startKey: string): Promise<void> {
  const now = await storeTime(needs.blobs);
  if (now === null || needs.highWater.state !== 'current') return;
  if (await areSweepsHeld(needs.db)) return;
  const pass = { ...needs, now };
  await passOverAdmissions(pass);
  for (const folder of ['body', 'ingest'] as const)
    await passOverFolder(pass, folder, `${folder}/${startKey}`);
  await passOverTrash(pass);
}
