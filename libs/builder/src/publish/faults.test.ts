import { BUILDER } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import {
  agentCtx,
  askPublication,
  crashAt,
  cutDatabaseAt,
  makeWebsite,
  newKey,
  publicCtx,
  sampleCommit,
  startTestServices,
  until,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { sweepPublications } from '../sweep/sweep-publications.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

/** Every failpoint in the two transactions of a publication: the steps at which a process can crash. */
const STEPS = [
  'publish-begin.after-claim',
  'publish-begin.before-commit',
  'publish-begin.after-commit',
  'publish-commit.after-pointer',
  'publish-commit.before-commit',
  'publish-commit.after-commit',
] as const;
async function website() {
  const ctx = agentCtx();
  const { page_id } = await makeWebsite(services, ctx);
  return { ctx, page_id };
}

/** A website that a test publishes, with the identity of the agent that owns it. */
type TestWebsite = Awaited<ReturnType<typeof website>>;

/** Runs both phases of a publication once; returns the response or throws the first error. */
async function publishOnce({ ctx, page_id }: TestWebsite, idempotencyKey: string) {
  const at = { page_id, key: idempotencyKey };
  const deadline = Date.now() + 2_000;
  const { result: begun } = await askPublication(services, ctx, at, { deadline });
  if (begun.state === 'replay') return begun.response;
  const { result } = await services.call(BUILDER.publishCommit, ctx, sampleCommit(begun));
  return result;
}
/** Makes the leases of all pending publications end; with `long` so long ago that the sweep abandons these publications. */
async function timePasses(long: boolean): Promise<void> {
  await services.db
    .rows(sql`update builder.publication set lease_until = now() - make_interval(secs => ${long ? 31 : 1})
    where state = 'pending'`);
  if (long) await sweepPublications(services.db);
}
/**
 * Sends the publish request again, as a client does, until it is answered. On a slow machine the bus may deliver a call twice.
 * If the second delivery has the lease of the publication, the answer comes only after this lease has ended.
 */
const published = (site: TestWebsite, idempotencyKey: string) =>
  until('a response', async () => {
    try {
      return await publishOnce(site, idempotencyKey);
    } catch (error) {
      await timePasses(false);
      throw error;
    }
  });
const count = async (statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await services.db.rows(statement))[0]?.n ?? -1;
const effects = ({ page_id }: TestWebsite) =>
  count(
    sql<{
      n: number;
    }>`select count(*) as n from effect.journal where page_id = ${page_id} and action = 'builder.publish'`,
  );

describe('a publication whose process dies', () => {
  // Verifies: publishing.once.
  test.each(STEPS)('at %s is done exactly once by the same call', async (step) => {
    const site = await website();
    const own = newKey();
    const revive = crashAt(step);
    await expect(publishOnce(site, own)).rejects.toBeDefined();
    revive();
    // Visitors must see the whole publication or nothing of it.
    const { result: seen } = await services.call(BUILDER.live, publicCtx, {
      page_id: site.page_id,
    });
    expect(seen.state).toBe(step === 'publish-commit.after-commit' ? 'live' : 'none');
    expect(await effects(site)).toBe(seen.state === 'live' ? 1 : 0);
    await timePasses(false);
    const response = await published(site, own);
    expect(response.website.published_revision).toBe(1);
    expect(await publishOnce(site, own)).toEqual(response);
    expect(await effects(site)).toBe(1);
  });

  test(
    'repeatedly, at any step, with or without a sweep in between, ends as one publication',
    { timeout: 120_000 },
    async () => {
      const crash = fc.record({ step: fc.constantFrom(...STEPS), long: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(crash, { minLength: 1, maxLength: 4 }), async (crashes) => {
          const site = await website();
          const own = newKey();
          for (const { step, long } of crashes) {
            const revive = crashAt(step);
            await publishOnce(site, own).catch(() => undefined);
            revive();
            await timePasses(long);
          }
          const response = await published(site, own);
          expect(await publishOnce(site, own)).toEqual(response);
          expect(await effects(site)).toBe(1);
          const { page_id } = site;
          expect(
            await count(sql`select count(*) as n from builder.snapshot where page_id = ${page_id}`),
          ).toBe(1);
          expect(
            await count(
              sql`select count(*) as n from builder.publication where page_id = ${page_id} and state = 'pending'`,
            ),
          ).toBe(0);
        }),
        { numRuns: 25, seed: 12 },
      );
    },
  );

  test('or whose database connection breaks is refused before the commit, and has an unknown outcome at it', async () => {
    for (const [step, code] of [
      ['publish-begin.after-claim', 'service_unavailable'],
      ['publish-commit.after-pointer', 'service_unavailable'],
      ['publish-commit.before-commit', 'outcome_unknown'],
    ] as const) {
      const site = await website();
      const own = newKey();
      const revive = cutDatabaseAt(step, services.db);
      await expect(publishOnce(site, own)).rejects.toMatchObject({ code });
      revive();
      expect(await effects(site)).toBe(0);
      await timePasses(false);
      expect((await published(site, own)).website.published_revision).toBe(1);
      expect(await effects(site)).toBe(1);
    }
  });
});

test('a publication that meets a row with a long lock waits for it and succeeds', async () => {
  const site = await website();
  const waits = new Set<string>();
  const tried = async (): Promise<boolean> => {
    const rows = await services.db.rows(
      sql<{ began: string }>`select xact_start::text as began from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    for (const { began } of rows) waits.add(began);
    return waits.size > 1;
  };
  let publishing: ReturnType<typeof publishOnce> | undefined;
  await services.db.transaction({}, async (tx) => {
    await tx.rows(sql`select 1 from builder.page where page_id = ${site.page_id} for update`);
    publishing = publishOnce(site, newKey());
    // The first try has failed at its lock timeout, and a second one waits for the lock.
    await until('a second try', tried);
  });
  expect((await publishing)?.website.published_revision).toBe(1);
  expect(await effects(site)).toBe(1);
});

test('every publication left its row in an unbroken journal', async () => {
  expect(await verifyJournal(services.db)).toEqual([]);
});
