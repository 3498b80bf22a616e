import { emptyTrash, storeTime } from '@bridge/blobs';
import { LIMITS } from '@bridge/contracts';
import { counter, gauge, paced } from '@bridge/kernel';
import { countExpiredAdmissions } from '../admission.store.ts';
import type { BuilderDeps } from '../deps.ts';
import { areSweepsHeld } from '../high-water/high-water.store.ts';
import { SWEEP_ADMISSIONS_MAX, sweepAdmissions } from './sweep-admissions.ts';
import { sweepObjects, type ObjectSweep } from './sweep-objects.ts';

/** Objects removed, by kind; other sweeps of this service count theirs here too. */
export const swept = counter('swept', 'What sweeps removed or gave up, by kind.', [
  'kind',
] as const);
const left = gauge(
  'sweep_left',
  'Objects that were due when the last pass of a sweep ended, or failed, and are not removed.',
  ['kind'] as const,
);
const OBJECT_KINDS = ['admission', 'body', 'ingest', 'trash'] as const;
// A sweep that has found nothing yet is told apart from one that is not there.
for (const kind of OBJECT_KINDS) {
  swept.inc({ kind }, 0);
  left.set({ kind }, 0);
}

/** What the passes over objects need. */
export interface ObjectPassNeeds extends Pick<BuilderDeps, 'db' | 'blobs' | 'clock' | 'highWater'> {
  readonly stopping: AbortSignal;
  /** Age from which an unnamed object is swept; by default 24 h. */
  readonly orphanAgeMs?: number;
}

type Pass = ObjectPassNeeds & ObjectSweep;

async function overAdmissions(pass: Pass): Promise<void> {
  await paced(pass, async () => {
    const done = await sweepAdmissions(pass);
    swept.inc({ kind: 'admission' }, done.removed);
    return done.due === SWEEP_ADMISSIONS_MAX && done.removed > 0;
  });
  left.set({ kind: 'admission' }, await countExpiredAdmissions(pass.db));
}

/** Looks at every object of a folder: from `start` to its end, then from its beginning to `start`. */
async function overFolder(pass: Pass, folder: 'body' | 'ingest', start: string): Promise<void> {
  let after: string | undefined = start;
  let isSecondHalf = false;
  left.set({ kind: folder }, 0);
  await paced(pass, async () => {
    const done = await sweepObjects(pass, folder, after, pass.orphanAgeMs ?? LIMITS.orphanAgeMs);
    swept.inc({ kind: folder }, done.removed);
    left.inc({ kind: folder }, done.due - done.removed);
    // A store that removes nothing is away; the next pass comes as usual.
    if (done.due > 0 && done.removed === 0) return false;
    after = done.next;
    if (isSecondHalf) return after !== undefined && after < start;
    isSecondHalf = after === undefined;
    return true;
  });
}

async function overTrash(pass: Pass): Promise<void> {
  await paced(pass, async () => {
    const done = await emptyTrash(pass.blobs, pass.now, LIMITS.trashKeptDays);
    swept.inc({ kind: 'trash' }, done.removed);
    left.set({ kind: 'trash' }, done.due - done.removed);
    return done.removed > 0;
  });
}

/**
 * One pass over every object that may be removed: admissions, bodies, operations, trash. `place` is where it begins inside
 * of a folder. Nothing is touched while sweeps are held, while the database may be behind the store, or without the
 * store's mark, by whose time ages are judged.
 */
export async function passOverObjects(needs: ObjectPassNeeds, place: string): Promise<void> {
  const now = await storeTime(needs.blobs);
  if (now === null || needs.highWater.state !== 'current') return;
  if (await areSweepsHeld(needs.db)) return;
  const pass = { ...needs, now };
  await overAdmissions(pass);
  for (const folder of ['body', 'ingest'] as const)
    await overFolder(pass, folder, `${folder}/${place}`);
  await overTrash(pass);
}
