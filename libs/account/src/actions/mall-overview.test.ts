import { ACCOUNT, BUILDER, WORLDS, type CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  agentCtx,
  builderModule,
  makePublished,
  makeWebsite,
  makeWorld,
  newKey,
  ownerCtx,
  publisherModule,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule, accountModule]);
});
afterAll(() => services.stop());

const overview = async (ctx: CallPrincipal = agentCtx()) =>
  (await services.call(ACCOUNT.mallOverview, ctx, {})).result;
const person = (ctx: CallPrincipal) => ownerCtx(ctx.account_id ?? '');
const listedIds = async (): Promise<readonly number[]> =>
  (await overview()).latest_websites.map(({ page_id }) => page_id);
const listedWords = async (): Promise<readonly string[]> =>
  (await overview()).latest_worlds.map(({ word }) => word);

const published = (ctx: CallPrincipal, word?: string, title = 'Moonlit Press') =>
  makePublished(services, ctx, { title, ...(word === undefined ? {} : { word }) });
const setVisibility = (ctx: CallPrincipal, page_id: number, visibility: 'private' | 'unlisted') =>
  services.call(BUILDER.pagesSetVisibility, ctx, {
    page_id,
    visibility,
    idempotency_key: newKey(),
  });
const leaveOut = (ctx: CallPrincipal, page_id: number) =>
  services.call(BUILDER.setListed, person(ctx), {
    page_id,
    listed: false,
    idempotency_key: newKey(),
  });
/** Makes the cached counts slightly older than their maximum age. */
const age = async (): Promise<void> => {
  for (const schema of ['builder', 'worlds'])
    await services.db.rows(
      sql`update ${sql.raw(schema)}.public_tally set as_of = as_of - interval '61 s'`,
    );
};

// Verifies: overview.public, overview.same.
test('the newest public websites and Worlds are listed, to every key alike', async () => {
  const ctx = agentCtx();
  const first = await published(ctx, undefined, 'First');
  const second = await published(agentCtx(), undefined, 'Second');
  await makeWebsite(services, ctx, { title: 'Draft' });
  await age();
  const shown = await overview();
  expect(shown.latest_websites.slice(0, 2)).toEqual([
    {
      page_id: second.page_id,
      title: 'Second',
      word: second.word,
      live_url: `http://p${second.page_id}.localhost:4001/`,
      published_at: second.snapshot?.published_at,
    },
    expect.objectContaining({ page_id: first.page_id, title: 'First' }),
  ]);
  expect(shown.latest_worlds).toHaveLength(3);
  expect(shown).toMatchObject({ worlds: 3, websites: 2, widgets: 3, content_trust: 'untrusted' });
  expect(JSON.stringify(shown)).not.toContain('Draft');
  expect(JSON.stringify(shown)).not.toMatch(/acc_|key_/);
  expect(await overview(agentCtx(undefined, []))).toEqual(shown);
});

test('no more than twelve of each are listed', async () => {
  const ctx = agentCtx();
  const word = await makeWorld(services, ctx);
  for (let n = 0; n < 13; n += 1) await published(ctx, word);
  for (let n = 0; n < 12; n += 1) await makeWorld(services, ctx);
  const { latest_websites, latest_worlds } = await overview();
  expect([latest_websites.length, latest_worlds.length]).toEqual([12, 12]);
});

// Verifies: overview.hidden.
test.each([
  ['private', async (ctx: CallPrincipal, id: number) => setVisibility(ctx, id, 'private')],
  ['unlisted', async (ctx: CallPrincipal, id: number) => setVisibility(ctx, id, 'unlisted')],
  ['left out', leaveOut],
  [
    'suspended',
    async (_: CallPrincipal, id: number) =>
      services.db.rows(sql`update builder.live set suspended = true where page_id = ${id}`),
  ],
  [
    'removed',
    async (_: CallPrincipal, id: number) =>
      services.db.rows(sql`update builder.live set gone = true where page_id = ${id}`),
  ],
])('a website that is %s is not listed and not counted', async (_, hide) => {
  const ctx = agentCtx();
  const { page_id } = await published(ctx);
  await age();
  const before = await overview();
  expect(before.latest_websites[0]?.page_id).toBe(page_id);
  await hide(ctx, page_id);
  expect(await listedIds()).not.toContain(page_id);
  await age();
  expect((await overview()).websites).toBe(before.websites - 1);
});

// Verifies: overview.hidden.
test.each([
  [
    'left out',
    (word: string, ctx: CallPrincipal) =>
      services.call(WORLDS.listedSet, person(ctx), {
        word,
        listed: false,
        idempotency_key: newKey(),
      }),
  ],
  [
    'suspended',
    (word: string) =>
      services.db.rows(sql`update worlds.world set suspended = true where word = ${word}`),
  ],
])('a World that is %s is not listed, nor are its websites', async (_, hide) => {
  const ctx = agentCtx();
  const { page_id, word } = await published(ctx);
  expect(await listedWords()).toContain(word);
  await age();
  const { worlds } = await overview();
  await hide(word, ctx);
  expect(await listedWords()).not.toContain(word);
  expect(await listedIds()).not.toContain(page_id);
  await age();
  expect((await overview()).worlds).toBe(worlds - 1);
});

// Verifies: overview.age.
test('the counts are kept for a minute at most, and as_of tells their age', async () => {
  await age();
  const before = await overview();
  await published(agentCtx());
  const same = await overview();
  expect([same.websites, same.worlds, same.as_of]).toEqual([
    before.websites,
    before.worlds,
    before.as_of,
  ]);
  await age();
  const after = await overview();
  expect([after.websites, after.worlds]).toEqual([before.websites + 1, before.worlds + 1]);
  expect(Date.now() - Date.parse(after.as_of)).toBeLessThan(60_000);
});
