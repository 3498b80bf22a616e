import { LIMITS } from '@bridge/contracts';
import { expireKeys } from '@bridge/db';
import { gauge, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { BuilderDeps } from '../deps.ts';
import { countPending } from '../publish/publication.store.ts';
import { passOverObjects, swept } from './object-passes.ts';
import { sweepPublications } from './sweep-publications.ts';

const PUBLICATIONS_EVERY_MS = 10_000;
const OBJECTS_EVERY_MS = 600_000;
const KEYS_EVERY_MS = 3_600_000;
const KEYS_MAX = 1_000;

// A sweep that has found nothing yet is told apart from one that is not there.
for (const kind of ['publication', 'key']) swept.inc({ kind }, 0);
const pending = gauge(
  'pending_publications',
  'Publications begun and neither committed nor given up.',
  [],
);

type Needs = Pick<BuilderDeps, 'db' | 'blobs' | 'clock' | 'ids' | 'highWater'> &
  Pick<Base, 'log' | 'stopping'> & { readonly orphanAgeMs?: number };

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

/** One pass of each sweep, counted in the metrics. */
export function sweepPasses(
  needs: PassNeeds,
): Readonly<Record<'publications' | 'objects' | 'keys', () => Promise<void>>> {
  const { db, ids, stopping } = needs;
  // Each replica begins at another place, so that together they pass over a large folder sooner.
  const place = ids.make('b').slice(2);
  return {
    publications: async () => {
      swept.inc({ kind: 'publication' }, await sweepPublications(db));
      pending.set(await countPending(db));
    },
    objects: async () => {
      await passOverObjects(needs, place);
    },
    keys: async () => {
      // Pass after pass while there are more, so that no rate of calls outruns an hourly sweep.
      for (let gone = KEYS_MAX; gone === KEYS_MAX && !stopping.aborted;) {
        gone = await expireKeys(db, LIMITS.idempotencyKeptDays, KEYS_MAX);
        swept.inc({ kind: 'key' }, gone);
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
