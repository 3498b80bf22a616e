import { LIMITS } from '@bridge/contracts';
import { expireKeys } from '@bridge/db';
import { counter, gauge, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { countExpiredAdmissions } from '../admission.store.ts';
import type { BuilderDeps } from '../deps.ts';
import { countPending } from '../publish/publication.store.ts';
import { paced } from './pace.ts';
import { SWEEP_ADMISSIONS_MAX, sweepAdmissions } from './sweep-admissions.ts';
import { sweepObjects } from './sweep-objects.ts';
import { sweepPublications } from './sweep-publications.ts';

const PUBLICATIONS_EVERY_MS = 10_000;
const OBJECTS_EVERY_MS = 600_000;
const KEYS_EVERY_MS = 3_600_000;
const KEYS_MAX = 1_000;

const removed = counter('swept', 'What sweeps removed or gave up, by kind.', ['kind'] as const);
const left = gauge(
  'sweep_left',
  'Objects that were due when the last pass of a sweep ended, or failed, and are not removed.',
  ['kind'] as const,
);
const OBJECT_KINDS = ['admission', 'body', 'ingest'] as const;
// A sweep that has found nothing yet is told apart from one that is not there.
for (const kind of [...OBJECT_KINDS, 'publication', 'key']) removed.inc({ kind }, 0);
for (const kind of OBJECT_KINDS) left.set({ kind }, 0);
const pending = gauge(
  'pending_publications',
  'Publications begun and neither committed nor given up.',
  [],
);

type Needs = Pick<BuilderDeps, 'db' | 'blobs' | 'clock' | 'ids'> & Pick<Base, 'log' | 'stopping'>;

/** Repeats a bounded pass until the process stops; a pass that fails is logged, and the next one comes as usual. */
async function every(
  ms: number,
  what: string,
  { log, stopping }: Needs,
  pass: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await delay(ms, undefined, { signal: stopping, ref: false });
    await pass().catch((error: unknown) => log.warn({ err: error, sweep: what }, 'a sweep failed'));
  }
}

type PassNeeds = Omit<Needs, 'log'>;

/** Takes expired admissions until none is left. */
async function passOverAdmissions(needs: PassNeeds): Promise<void> {
  const { db } = needs;
  await paced(needs, async () => {
    const done = await sweepAdmissions(needs);
    removed.inc({ kind: 'admission' }, done.removed);
    return done.due === SWEEP_ADMISSIONS_MAX && done.removed > 0;
  });
  left.set({ kind: 'admission' }, await countExpiredAdmissions(db));
}

/** Looks at every object of a folder: from `start` to its end, then from its beginning to `start`. */
async function passOverFolder(
  needs: PassNeeds,
  folder: 'body' | 'ingest',
  start: string,
): Promise<void> {
  let after: string | undefined = start;
  let isSecondHalf = false;
  left.set({ kind: folder }, 0);
  await paced(needs, async () => {
    const done = await sweepObjects(needs, folder, after, LIMITS.orphanAgeMs);
    removed.inc({ kind: folder }, done.removed);
    left.inc({ kind: folder }, done.due - done.removed);
    // A store that removes nothing is away; the next pass comes as usual.
    if (done.due > 0 && done.removed === 0) return false;
    after = done.next;
    if (isSecondHalf) return after !== undefined && after < start;
    isSecondHalf = after === undefined;
    return true;
  });
}

/** One pass of each sweep, counted in the metrics. */
export function sweepPasses(
  needs: PassNeeds,
): Readonly<Record<'publications' | 'objects' | 'keys', () => Promise<void>>> {
  const { db, ids, stopping } = needs;
  // Each replica begins at another place, so that together they pass over a large folder sooner.
  const place = ids.make('b').slice(2);
  return {
    publications: async () => {
      removed.inc({ kind: 'publication' }, await sweepPublications(db));
      pending.set(await countPending(db));
    },
    objects: async () => {
      await passOverAdmissions(needs);
      for (const folder of ['body', 'ingest'] as const)
        await passOverFolder(needs, folder, `${folder}/${place}`);
    },
    keys: async () => {
      // Pass after pass while there are more, so that no rate of calls outruns an hourly sweep.
      for (let gone = KEYS_MAX; gone === KEYS_MAX && !stopping.aborted;) {
        gone = await expireKeys(db, LIMITS.idempotencyKeptDays, KEYS_MAX);
        removed.inc({ kind: 'key' }, gone);
      }
    },
  };
}

/** Starts the sweeps of this service; they run on every replica and end when the process begins to stop. */
export function startSweeps(needs: Needs): void {
  const { log, stopping } = needs;
  const passes = sweepPasses(needs);
  const sweeps = [
    every(PUBLICATIONS_EVERY_MS, 'publications', needs, passes.publications),
    every(OBJECTS_EVERY_MS, 'objects', needs, passes.objects),
    every(KEYS_EVERY_MS, 'keys', needs, passes.keys),
  ];
  for (const sweep of sweeps) {
    sweep.catch((error: unknown) => {
      if (!stopping.aborted) log.error({ err: error }, 'a sweep ended');
    });
  }
}
