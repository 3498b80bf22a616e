import {
  HIGH_WATER,
  readHighWater,
  writeHighWater,
  type DatabaseHighWaterMark,
} from '@bridge/blobs';
import { sql } from '@bridge/db';
import { run, ProgramStartError, systemClock } from '@bridge/kernel';
import {
  agentCtx,
  makeWebsite,
  putAdmitted,
  readDraft,
  startTestServices,
  testBase,
  until,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { passOverObjects } from '../sweep/object-passes.ts';
import { adoptDatabase } from './adopt-database.ts';
import { openHighWater } from './watch-high-water.ts';

const LARGE = 'x'.repeat(300_000);

let services: TestServices;
beforeEach(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterEach(() => services.stop());

async function mark(): Promise<DatabaseHighWaterMark> {
  const found = await readHighWater(services.blobs);
  if (found === null || found === 'damaged') expect.fail(`the mark is ${String(found)}`);
  return found;
}
/** Starts the builder a second time on the same database and blob store. */
async function startAgain(): Promise<{ stop(): Promise<void> }> {
  const value = (name: string, it: unknown) => ({
    name,
    needs: [],
    open: () => Promise.resolve({ value: it, close: () => Promise.resolve() }),
  });
  const bus = { driver: services.driver, request: () => Promise.reject(new Error('not used')) };
  const needs = [value('db', services.db), value('bus', bus), value('blobs', services.blobs)];
  return run([...needs, builderModule], testBase());
}
/**
 * Makes the database seem older than the blob store: raises counter and next website id of the high-water mark in the store by
 * these numbers.
 */
async function aheadBy(marks: number, ids: number): Promise<void> {
  const now = await mark();
  const next_page_id = now.next_page_id + ids;
  await writeHighWater(services.blobs, { ...now, mark: now.mark + marks, next_page_id });
}

describe('the mark in the store', () => {
  test('is written at the start and at the stop, and names database, count and next id', async () => {
    const first = await mark();
    const [row] = await services.db.rows(sql<{ id: string }>`select id from effect.cell`);
    expect(first).toMatchObject({ cell: row?.id, next_page_id: 1 });
    const second = await startAgain();
    const started = await mark();
    expect(started.mark).toBeGreaterThan(first.mark);
    await second.stop();
    expect((await mark()).mark).toBeGreaterThan(started.mark);
  });
});

describe('a start', () => {
  const refused = async (): Promise<string> => {
    const error: unknown = await startAgain().then(
      () => 'started',
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProgramStartError)) expect.fail(String(error));
    return error.message;
  };

  // Verifies: storage.older-database.
  test.each([
    [1, 0],
    [0, 1],
  ])(
    'on a database whose marks are behind by %d and ids by %d is refused with one sentence that names ctl adopt',
    async (marks, ids) => {
      await aheadBy(marks, ids);
      const sentence = await refused();
      expect(sentence).toMatch(
        /^The database is older than what the blob store last saw of it: .*ctl -- adopt.*\.$/,
      );
      // The refused start must not have changed the high-water mark in the blob store, so the second start is refused with the
      // same sentence.
      expect(await refused()).toBe(sentence);
    },
  );

  // Verifies: storage.older-database.
  test('with the store of another database, or with a mark that cannot be read, is refused', async () => {
    await writeHighWater(services.blobs, { ...(await mark()), cell: 'another' });
    expect(await refused()).toMatch(/^The blob store belongs to another database: /);
    await services.blobs.replace(HIGH_WATER, Buffer.from('{'));
    expect(await refused()).toMatch(/cannot be read: /);
    await adoptDatabase(services);
    await (await startAgain()).stop();
  });
});

describe('an adopted database', () => {
  // Verifies: storage.ids.
  test('assigns ids a billion above every id that may have been assigned, and starts', async () => {
    await aheadBy(5, 1_000);
    const before = await mark();
    const adopted = await adoptDatabase(services);
    expect(adopted).toMatchObject({
      found: 'behind',
      nextPageId: before.next_page_id + 1_000_000_000,
    });
    expect(await mark()).toMatchObject({ next_page_id: adopted.nextPageId });
    await (await startAgain()).stop();
    // Adopting a database that matches the blob store has no effect.
    const now = await mark();
    expect(await adoptDatabase(services)).toMatchObject({ found: 'current', restored: 0 });
    expect((await mark()).mark).toBe(now.mark);
  });

  // Verifies: storage.trash.
  test('keeps every object for 7 days, and restores the objects that it names from the trash', async () => {
    const ctx = agentCtx();
    const website = await makeWebsite(services, ctx, { html: LARGE });
    const body = (await readDraft(services, ctx, website.page_id)).raw_html;
    if (!('object' in body)) expect.fail('inline');
    const sweep = (): Promise<void> =>
      passOverObjects(
        {
          ...services,
          clock: systemClock,
          stopping: new AbortController().signal,
          highWater: { state: 'current', demandCurrent: () => undefined },
          orphanAgeMs: -600_000,
        },
        '0',
      );
    // The older database has no revision that refers to the object, so its sweep moves the object into the trash.
    await services.db.rows(
      sql`update builder.revision set object = 'body/elsewhere' where object = ${body.object}`,
    );
    await sweep();
    expect(await services.blobs.stat(body.object)).toBeNull();
    // The newer database with the revision is restored.
    await services.db.rows(
      sql`update builder.revision set object = ${body.object} where object = 'body/elsewhere'`,
    );
    await aheadBy(1, 0);
    expect(await adoptDatabase(services)).toMatchObject({ restored: 1 });
    expect((await readDraft(services, ctx, website.page_id)).raw_html).toEqual(body);
    expect(await services.blobs.get(body.object, body.sha256)).toHaveLength(LARGE.length);
    // Sweeps are suspended after a restored database was adopted, so even an object that no row refers to is kept.
    const orphan = await putAdmitted(services, ctx, LARGE);
    if (!('object' in orphan)) expect.fail('inline');
    await services.db.rows(sql`update builder.admission set at = now() - interval '2 hours'`);
    await sweep();
    expect(await services.blobs.stat(orphan.object)).not.toBeNull();
    await services.db.rows(sql`update builder.high_water set sweeps_held_until = now()`);
    await sweep();
    expect(await services.blobs.stat(orphan.object)).toBeNull();
  });
});

// Verifies: storage.ids.
test('a database that falls below the mark while it is served assigns no new ids until it is adopted', async () => {
  const stopping = new AbortController();
  const needs = { ...services, log: testBase().log, stopping: stopping.signal };
  const watch = await openHighWater(needs, 5);
  await until('it is current', () => watch.state === 'current');
  // Raises the high-water mark in the blob store far above the values that the running service writes. Repeated, because a
  // write of the service may replace it.
  await until('it is behind', async () => {
    await aheadBy(1_000_000, 0);
    return watch.state === 'behind';
  });
  expect(() => watch.demandCurrent()).toThrow(
    expect.objectContaining({ code: 'service_unavailable' }),
  );
  const stored = await mark();
  await watch.close();
  expect(await mark()).toEqual(stored);
  await adoptDatabase(services);
  await until('it is current again', () => watch.state === 'current');
  watch.demandCurrent();
  stopping.abort();
});

// Verifies: storage.older-database.
test('a database that falls below the mark while it is served never catches up with it by comparisons', async () => {
  const stopping = new AbortController();
  const needs = { ...services, log: testBase().log, stopping: stopping.signal };
  const watch = await openHighWater(needs);
  await aheadBy(3, 0);
  const stored = await mark();
  for (let comparison = 0; comparison < 5; comparison += 1) await watch.close();
  expect(watch.state).toBe('behind');
  expect(await mark()).toEqual(stored);
  await adoptDatabase(services);
  stopping.abort();
});
