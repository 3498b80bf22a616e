import { makeRequest } from '@bridge/bus';
import { PUBLISHER } from '@bridge/contracts';
import { processEnv, randomIds, systemClock } from '@bridge/kernel';
import {
  agentCtx,
  builderModule,
  crashAt,
  makeWebsite,
  newKey,
  patchDraft,
  publisherModule,
  startRooms,
  until,
  worldsModule,
  type Rooms,
} from '@bridge/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepSnapshots } from './sweep-snapshots.ts';

/** Number of random interleavings: 12, or as many as `BRIDGE_TEST_ROUNDS` says. */
const ROUNDS = Number(processEnv()['BRIDGE_TEST_ROUNDS'] ?? 12);
const ROUND_MS_MAX = 10_000;
/** Number of rounds on one blob store. One pass of the sweep reads 1,000 objects, which are then all objects of the store. */
const ROUNDS_AT_ONCE = 100;
const BATCHES = Array.from({ length: Math.ceil(ROUNDS / ROUNDS_AT_ONCE) }, (_, n) => ({
  seed: 20_261_121 + n,
  rounds: Math.min(ROUNDS_AT_ONCE, ROUNDS - n * ROUNDS_AT_ONCE),
}));
const STEPS = [
  'publish.after-begin',
  'publish.after-search',
  'publish.after-put',
  'publish.before-commit',
  'publish.after-commit',
  'publish-commit.after-pointer',
  'publish-commit.before-commit',
  'publish-commit.after-commit',
] as const;

let rooms: Rooms;
beforeEach(async () => {
  rooms = await startRooms([worldsModule, builderModule, publisherModule]);
});
afterEach(() => rooms.stop());

/** A minimum age below zero, because the blob store's clock may be a minute behind: its time is that of the last mark. */
const NO_GRACE_MS = -600_000;
/** Runs one pass of the sweep that removes orphans of any age. */
const collect = () =>
  sweepSnapshots(
    {
      blobs: rooms.blobs,
      request: makeRequest(rooms.driver, systemClock),
      ids: randomIds,
    },
    undefined,
    NO_GRACE_MS,
  );

async function website() {
  const ctx = agentCtx();
  const { page_id: pageId } = await makeWebsite(rooms, ctx, { html: '<p>edition 0</p>' });
  return { ctx, pageId, edition: 0 };
}
/** A website of one test round, with the number of its last edit. */
type EditedSite = Awaited<ReturnType<typeof website>>;

async function edit(site: EditedSite): Promise<void> {
  const [old, next] = [`edition ${site.edition}<`, `edition ${site.edition + 1}<`];
  const at = { page_id: site.pageId, revision: site.edition + 1 };
  await patchDraft(rooms, site.ctx, at, [{ old, new: next }]);
  site.edition += 1;
}

/** Sends one publish call. Returns false when it failed, for example because the worker crashed. */
async function publish({ ctx, pageId, edition }: EditedSite, key: string): Promise<boolean> {
  const input = { page_id: pageId, expected_revision: edition + 1, idempotency_key: key };
  const deadline = Date.now() + 2_000;
  return rooms.call(PUBLISHER.publish, ctx, input, { deadline }).then(
    () => true,
    () => false,
  );
}

/** The objects in the blob store that one snapshot of a website names, with their SHA-256. */
interface SnapshotObjects {
  readonly page_id: number;
  readonly page_object: string;
  readonly page_sha256: string;
  readonly gzip_object: string | null;
  readonly gzip_sha256: string | null;
  readonly archive_object: string | null;
  readonly archive_sha256: string | null;
}
/** The database tables that this test reads or changes directly. */
const tables = () =>
  rooms.db.kysely.withTables<{
    'builder.publication': { state: string; lease_until: Date };
    'builder.snapshot': SnapshotObjects;
  }>();

/** Lets the leases of all pending publications expire. */
async function leasesEnd(): Promise<void> {
  await tables()
    .updateTable('builder.publication')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('state', '=', 'pending')
    .execute();
}

/** The objects that the snapshots of a website name, with their SHA-256. */
async function referenced({ pageId }: EditedSite): Promise<readonly (readonly [string, string])[]> {
  const rows = await tables()
    .selectFrom('builder.snapshot')
    .selectAll()
    .where('page_id', '=', pageId)
    .execute();
  return rows.flatMap((row) =>
    (['page', 'gzip', 'archive'] as const).flatMap((name) => {
      const [object, sha256] = [row[`${name}_object`], row[`${name}_sha256`]];
      return object === null || sha256 === null ? [] : [[object, sha256] as const];
    }),
  );
}

const step = fc.oneof(
  fc.constantFrom('edit', 'collect', 'publish').map((what) => ({ what })),
  fc.constantFrom(...STEPS).map((at) => ({ what: 'crash', at })),
);

test.for(BATCHES)(
  'publications, crashes and collections in any order leave every named object readable and no object of an abandoned publication (seed $seed)',
  { timeout: ROUND_MS_MAX * Math.max(12, ROUNDS_AT_ONCE) },
  async ({ seed, rounds }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const site = await website();
        let key = newKey();
        for (const one of steps) {
          if (one.what === 'edit') {
            await edit(site);
            key = newKey();
          } else if (one.what === 'collect') await collect();
          else {
            // A crashed worker does not abandon its publication.
            const revive =
              'at' in one ? crashAt([one.at, 'publish-abandon.before-commit']) : undefined;
            await publish(site, key);
            revive?.();
            await leasesEnd();
          }
        }
        await until('the publication is done', async () => {
          if (await publish(site, key)) return true;
          await leasesEnd();
          return false;
        });
        await collect();
        const named = await referenced(site);
        expect(named.length).toBeGreaterThan(0);
        for (const [object, sha256] of named)
          expect(await rooms.blobs.get(object, sha256)).not.toBeNull();
        const left = (await collect()).removed;
        expect(left).toBe(0);
      }),
      { numRuns: rounds, seed },
    );
  },
);
