import { bodyOf, emptyTrash, moveToTrash, putBody, sha256Of } from '@bridge/blobs';
import { BUILDER } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { metricsText, randomIds, silentLogger, systemClock } from '@bridge/kernel';
import {
  agentCtx,
  makeWebsite,
  putAdmitted,
  readDraft,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { sweepObjects } from './sweep-objects.ts';
import { sweepPasses } from './sweeper.ts';

const DAY_MS = 24 * 3_600_000;
const LARGE = 'x'.repeat(300_000);

describe('the sweep of bodies', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices([worldsModule, builderModule]);
  });
  afterAll(() => services.stop());
  const sweep = (folder: 'body' | 'ingest', ageMs = DAY_MS) =>
    sweepObjects(
      { db: services.db, blobs: services.blobs, now: Date.now() },
      folder,
      undefined,
      ageMs,
    );
  const put = async (folder: 'body' | 'ingest', text = LARGE) => {
    const ref = await putBody(services.blobs, randomIds, await bodyOf(text), folder);
    if (!('object' in ref)) expect.fail('inline');
    return ref;
  };
  const age = (object: string): void => {
    const twoDaysAgo = (Date.now() - 2 * DAY_MS) / 1_000;
    utimesSync(join(services.folder, object), twoDaysAgo, twoDaysAgo);
  };

  test('removes old objects that no row names, and never an object that a revision names', async () => {
    const ctx = agentCtx();
    const { page_id } = await makeWebsite(services, ctx, { html: LARGE });
    const kept = (await readDraft(services, ctx, page_id)).raw_html;
    if (!('object' in kept)) expect.fail('inline');
    const ops = await put(
      'ingest',
      JSON.stringify([{ op: 'replace_text', old: LARGE, new: `${LARGE}y` }]),
    );
    const change = { page_id, expected_revision: 1, patch_ops: ops, idempotency_key: 'sweep-0003' };
    await services.call(BUILDER.patch, ctx, change);
    const { result } = await services.call(BUILDER.get, ctx, { page_id });
    if (!('object' in result.raw_html)) expect.fail('inline');
    const [young, orphan, read] = [await put('body'), await put('body'), await put('ingest')];
    for (const object of [
      kept.object,
      result.raw_html.object,
      orphan.object,
      ops.object,
      read.object,
    ])
      age(object);
    expect(await sweep('body')).toMatchObject({ seen: 4, removed: 1 });
    expect(await sweep('ingest')).toMatchObject({ removed: 2 });
    expect(await services.blobs.stat(orphan.object)).toBeNull();
    for (const object of [kept.object, result.raw_html.object, young.object])
      expect(await services.blobs.stat(object)).not.toBeNull();
    // With a negative minimum age, every object is old enough: the sweep removes exactly the objects to which no row refers.
    expect(await sweep('body', -60_000)).toMatchObject({ removed: 1 });
    expect(await services.blobs.stat(young.object)).toBeNull();
    expect((await services.call(BUILDER.get, ctx, { page_id })).result.raw_html).toEqual(
      result.raw_html,
    );
  });

  test('checks a thousand objects in one pass and continues after them; two concurrent sweeps do no harm', async () => {
    const empty = await sha256Of(Buffer.of());
    const keys = Array.from({ length: 1_005 }, (_, i) => `ingest/${String(i).padStart(26, '0')}`);
    for (let i = 0; i < keys.length; i += 67)
      await Promise.all(
        keys.slice(i, i + 67).map((key) => services.blobs.put(key, Buffer.of(), empty)),
      );
    const [one, two] = await Promise.all([sweep('ingest', -60_000), sweep('ingest', -60_000)]);
    expect(Math.max(one.seen, two.seen)).toBe(1_000);
    const needs = { db: services.db, blobs: services.blobs, now: Date.now() };
    expect(await sweepObjects(needs, 'ingest', one.next, -60_000)).toEqual({
      seen: 5,
      due: 5,
      removed: 5,
      next: undefined,
    });
    expect(await sweep('ingest', -60_000)).toEqual({
      seen: 0,
      due: 0,
      removed: 0,
      next: undefined,
    });
  });

  // Verifies: storage.trash.
  test('the trash keeps swept objects for 7 days by the store’s time and then removes them', async () => {
    const { object, sha256 } = await put('body');
    const day = new Date('2026-03-10T12:00:00Z').getTime();
    const { blobs } = services;
    expect(await moveToTrash(blobs, [object], day)).toBe(1);
    const key = `trash/20260310/${object}`;
    expect(await blobs.get(key, sha256)).toHaveLength(LARGE.length);
    expect(await emptyTrash(blobs, day + 7 * DAY_MS, 7)).toMatchObject({ removed: 0 });
    expect(await blobs.stat(key)).not.toBeNull();
    expect(await emptyTrash(blobs, day + 8 * DAY_MS, 7)).toMatchObject({ due: 1, removed: 1 });
    expect(await blobs.stat(key)).toBeNull();
  });

  // Verifies: storage.sweeps, storage.swept.
  test('is counted in the metrics by kind, and kinds without removals show zero', async () => {
    const { db, blobs } = services;
    const stopping = new AbortController().signal;
    const passes = sweepPasses({
      db,
      blobs,
      clock: systemClock,
      ids: randomIds,
      log: silentLogger,
      stopping,
      highWater: { state: 'current', demandCurrent: () => undefined },
    });
    const late = await putAdmitted(services, agentCtx(), LARGE);
    const young = await putAdmitted(services, agentCtx(), LARGE);
    if (!('object' in late) || !('object' in young)) expect.fail('inline');
    await db.rows(
      sql`update builder.admission set at = now() - interval '61 minutes' where object = ${late.object}`,
    );
    // More admissions (permissions to store an object) than one step deletes. Their calls crashed before an object was stored.
    await db.rows(sql`insert into builder.admission
      select 'acc_old', 'body/' || lpad(i::text, 26, '0'), 1, now() - interval '2 hours'
      from generate_series(1, 1500) i`);
    const counts = async (): Promise<readonly number[]> => {
      const text = await metricsText();
      return ['body', 'ingest', 'admission', 'key', 'publication'].map((kind) =>
        Number(new RegExp(`^bridge_swept_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]),
      );
    };
    const [bodies = NaN, ingests = NaN, admissions = NaN, keys = NaN, publications = NaN] =
      await counts();
    for (const folder of ['body', 'ingest'] as const) age((await put(folder)).object);
    await db.rows(sql`insert into effect.idempotency
      select 'acc_old', 'swept-key-' || i, 'builder.patch', 'fp', 1, '{}', '{}', null, now() - interval '31 days'
      from generate_series(1, 1005) i`);
    // The pass starts in the middle of each folder and must still read the whole folder.
    await passes.objects();
    expect(await blobs.stat(late.object)).toBeNull();
    expect(await blobs.stat(young.object)).not.toBeNull();
    expect(await metricsText()).toMatch(/^bridge_sweep_left\{kind="admission"\} 0$/m);
    await passes.keys();
    await passes.publications();
    expect(await counts()).toEqual([
      bodies + 1,
      ingests + 1,
      admissions + 1_501,
      keys + 1_005,
      publications,
    ]);
    expect(await metricsText()).toMatch(/^bridge_pending_publications 0$/m);
  });
});
