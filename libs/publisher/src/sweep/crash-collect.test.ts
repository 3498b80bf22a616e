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
  startTestServices,
  until,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepSnapshots } from './sweep-snapshots.ts';

/** Number of test rounds, each with a random order of steps and crashes. 12, or the value of `BRIDGE_TEST_ROUNDS`. */
const ROUNDS = Number(processEnv()['BRIDGE_TEST_ROUNDS'] ?? 12);
const ROUND_MS_MAX = 10_000;
/**
 * Maximum number of test rounds that use the same blob store. They store fewer than 1,000 objects, so one pass of the sweep
 * reads all of them.
 */
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

let services: TestServices;
beforeEach(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule]);
});
afterEach(() => services.stop());

/**
 * Minimum age of the objects that the sweep removes, in ms. It is negative, because the sweep's clock (the write time of the
 * high-water mark, a file of the blob store) may be a minute late.
 */
const NO_GRACE_MS = -600_000;
/** Runs one pass of the sweep that removes unneeded snapshot objects, of any age. */
const collect = () =>
  sweepSnapshots(
    {
      blobs: services.blobs,
      request: makeRequest(services.driver, systemClock),
      ids: randomIds,
    },
    undefined,
    NO_GRACE_MS,
  );

async function website() {
  const ctx = agentCtx();
  const { page_id: pageId } = await makeWebsite(services, ctx, { html: '<p>edition 0</p>' });
  return { ctx, pageId, edition: 0 };
}
/** A website of one test round: its owner's context, its page id and the number of its last edit. */
type EditedSite = Awaited<ReturnType<typeof website>>;

async function edit(site: EditedSite): Promise<void> {
  const [old, next] = [`edition ${site.edition}<`, `edition ${site.edition + 1}<`];
  const at = { page_id: site.pageId, revision: site.edition + 1 };
  await patchDraft(services, site.ctx, at, [{ old, new: next }]);
  site.edition += 1;
}

/** Sends one publish call. Returns false when it failed, for example because the worker crashed. */
async function publish({ ctx, pageId, edition }: EditedSite, key: string): Promise<boolean> {
  const input = { page_id: pageId, expected_revision: edition + 1, idempotency_key: key };
  const deadline = Date.now() + 2_000;
  return services.call(PUBLISHER.publish, ctx, input, { deadline }).then(
    () => true,
    () => false,
  );
}

/** The names and SHA-256 of the objects that one snapshot of a website refers to. */
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
  services.db.kysely.withTables<{
    'builder.publication': { state: string; lease_until: Date };
    'builder.snapshot': SnapshotObjects;
  }>();

/** Ends the leases of all pending publications at once. */
async function leasesEnd(): Promise<void> {
  await tables()
    .updateTable('builder.publication')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('state', '=', 'pending')
    .execute();
}

/** Returns the objects that the snapshots of a website refer to, as pairs of name and SHA-256. */
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
            // The second failpoint prevents the publication from being abandoned, as in a real crash.
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
          expect(await services.blobs.get(object, sha256)).not.toBeNull();
        const left = (await collect()).removed;
        expect(left).toBe(0);
      }),
      { numRuns: rounds, seed },
    );
  },
);
