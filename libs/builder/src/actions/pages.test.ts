import { BUILDER, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  agentCtx,
  makePublished,
  makeWebsite,
  makeWorld,
  newKey,
  ownerCtx,
  publicCtx,
  publisherModule,
  publishWebsite,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule]);
});
afterAll(() => services.stop());

const world = (ctx: CallPrincipal): Promise<string> => makeWorld(services, ctx);
const draft = async (ctx: CallPrincipal, word: string): Promise<number> =>
  (await makeWebsite(services, ctx, { word, title: 'Moonlit Press' })).page_id;
const publish = (ctx: CallPrincipal, page_id: number) => publishWebsite(services, ctx, { page_id });
const published = async (ctx: CallPrincipal, word?: string): Promise<number> =>
  (
    await makePublished(services, ctx, {
      ...(word === undefined ? {} : { word }),
      title: 'Moonlit Press',
    })
  ).page_id;
const list = async (
  ctx: CallPrincipal,
  input: { word?: string; limit?: number; after_id?: number } = {},
) => (await services.call(BUILDER.pagesList, ctx, input)).result;
const get = async (ctx: CallPrincipal, page_id: number) =>
  (await services.call(BUILDER.pagesGet, ctx, { page_id })).result;

/** The visibility of a website. */
type VisibilityLevel = 'private' | 'unlisted' | 'public';
const set = async (ctx: CallPrincipal, page_id: number, visibility: VisibilityLevel) =>
  (
    await services.call(BUILDER.pagesSetVisibility, ctx, {
      page_id,
      visibility,
      idempotency_key: newKey(),
    })
  ).result;
const ownerSets = async (ctx: CallPrincipal, page_id: number, visibility: VisibilityLevel) =>
  services.call(BUILDER.setVisibility, ownerCtx(ctx.account_id ?? ''), {
    page_id,
    visibility,
    idempotency_key: newKey(),
  });
const liveState = async (page_id: number) =>
  (await services.call(BUILDER.live, publicCtx, { page_id })).result.state;
const code = (code: string) => expect.objectContaining({ code });

describe('pages.list', () => {
  test('lists published websites only, ascending by id, page by page', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const ids = [
      await published(ctx, word),
      await published(ctx, word),
      await published(ctx, word),
    ];
    await draft(ctx, word);
    const first = await list(ctx, { limit: 2 });
    expect(first.pages.map(({ page_id }) => page_id)).toEqual(ids.slice(0, 2));
    expect(first.next_after_id).toBe(ids[1]);
    const rest = await list(ctx, { limit: 2, after_id: ids[1] ?? 0 });
    expect(rest.pages.map(({ page_id }) => page_id)).toEqual(ids.slice(2));
    expect(rest.next_after_id).toBeNull();
  });

  // Verifies: publishing.public-record.
  test('shows nothing of the draft: title, World and revision are those of the publication', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    const [before] = (await list(ctx)).pages;
    const elsewhere = await world(ctx);
    const move = { page_id, expected_revision: 1, word: elsewhere, idempotency_key: newKey() };
    await services.call(BUILDER.attach, ctx, move);
    expect((await list(ctx)).pages).toEqual([before]);
    expect(before).toMatchObject({
      page_id,
      title: 'Moonlit Press',
      visibility: 'public',
      visibility_locked: false,
      live_url: `http://p${page_id}.localhost:4001/`,
      snapshot: { revision: 1 },
      published_revision: 1,
    });
  });

  test('lists those of one World when it is named, and refuses a World that the key is not limited to', async () => {
    const ctx = agentCtx();
    const [one, two] = [await world(ctx), await world(ctx)];
    const ids = [await published(ctx, one), await published(ctx, two), await published(ctx, one)];
    expect((await list(ctx, { word: one })).pages.map(({ page_id }) => page_id)).toEqual([
      ids[0],
      ids[2],
    ]);
    const limited = { ...ctx, worlds: [two] };
    expect((await list(limited)).pages.map(({ page_id }) => page_id)).toEqual([ids[1]]);
    await expect(list(limited, { word: one })).rejects.toThrow(code('key_world_not_allowed'));
  });

  test('shows a foreign account nothing', async () => {
    await published(agentCtx());
    expect((await list(agentCtx())).pages).toEqual([]);
  });
});

describe('pages.get', () => {
  test('reads the published state by id and by live address', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    const byId = await get(ctx, page_id);
    expect(byId).toMatchObject({
      page: { page_id, live_url: `http://p${page_id}.localhost:4001/` },
      snapshots: [{ revision: 1 }],
      content: { url: `http://p${page_id}.localhost:4001/`, sha256: expect.any(String) },
    });
    for (const live_url of [
      `http://p${page_id}.localhost:4001/`,
      `http://p${page_id}.localhost:4001`,
      `http://localhost:4001/p/${page_id}/`,
    ])
      expect((await services.call(BUILDER.pagesGet, ctx, { live_url })).result).toEqual(byId);
  });

  test('refuses an address of another service, and input with both names or none', async () => {
    const ctx = agentCtx();
    for (const live_url of [
      'http://p42.example.com/',
      'http://localhost:4001/',
      'http://w.localhost:4001/',
    ])
      await expect(services.call(BUILDER.pagesGet, ctx, { live_url })).rejects.toThrow(
        code('invalid_input'),
      );
    expect(BUILDER.pagesGet.input.safeParse({}).success).toBe(false);
    const both = { page_id: 42, live_url: 'http://p42.localhost:4001/' };
    expect(BUILDER.pagesGet.input.safeParse(both).success).toBe(false);
  });

  test('returns the same page_not_found for drafts, foreign websites and those of other Worlds', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    const unpublished = await draft(ctx, await world(ctx));
    const cases: readonly (readonly [CallPrincipal, number])[] = [
      [ctx, unpublished],
      [agentCtx(), page_id],
      [{ ...ctx, worlds: ['elsewhere'] }, page_id],
    ];
    for (const [caller, id] of cases)
      await expect(get(caller, id)).rejects.toMatchObject({
        code: 'page_not_found',
        details: { page_id: id },
      });
  });

  test('lists the newest 20 snapshots, newest first', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    await services.db.rows(sql`insert into builder.snapshot
      select page_id, 'sn_' || lpad(translate(n::text, '0123456789', 'abcdefghij'), 26, 'a'), account_id, publication_id,
        revision, title, word, published_at + make_interval(secs => n), publication_mode, offline_ready, external_form,
        page_object, page_bytes, page_sha256, br_object, br_bytes, br_sha256, gzip_object, gzip_bytes, gzip_sha256,
        archive_object, archive_bytes, archive_sha256, archive_filename
      from builder.snapshot, generate_series(1, 25) n where page_id = ${page_id}`);
    const { snapshots } = await get(ctx, page_id);
    expect(snapshots).toHaveLength(LIMITS.pageSnapshotsMax);
    const times = snapshots.map(({ published_at }) => published_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe('pages.set_visibility', () => {
  // Verifies: publishing.visibility-action.
  test('takes a website down and shows it again, without a new revision', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    const down = await set(ctx, page_id, 'private');
    expect(down).toMatchObject({
      page: { visibility: 'private', visibility_locked: false, live_url: null },
      unchanged: false,
    });
    expect(await liveState(page_id)).toBe('none');
    expect(await get(ctx, page_id)).toMatchObject({ page: down.page, content: null });
    expect((await list(ctx)).pages).toEqual([down.page]);
    expect((await set(ctx, page_id, 'unlisted')).page.live_url).not.toBeNull();
    expect(await liveState(page_id)).toBe('live');
    const { website } = (await services.call(BUILDER.get, ctx, { page_id })).result;
    expect(website).toMatchObject({ draft_revision: 1, visibility: 'unlisted' });
  });

  test('answers a repeated call with the first result, and says when nothing changes', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    const input = { page_id, visibility: 'private', idempotency_key: newKey() } as const;
    const first = await services.call(BUILDER.pagesSetVisibility, ctx, input);
    expect(await services.call(BUILDER.pagesSetVisibility, ctx, input)).toEqual({
      ...first,
      replayed: true,
    });
    expect(await set(ctx, page_id, 'private')).toEqual({ ...first.result, unchanged: true });
  });

  // Verifies: publishing.locked.
  test('cannot show what the owner made private, until the owner shows it again', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    await set(ctx, page_id, 'private');
    await ownerSets(ctx, page_id, 'private');
    expect((await get(ctx, page_id)).page.visibility_locked).toBe(true);
    for (const level of ['public', 'unlisted'] as const)
      await expect(set(ctx, page_id, level)).rejects.toMatchObject({
        code: 'visibility_locked_by_owner',
        details: { page_id },
      });
    expect(await set(ctx, page_id, 'private')).toMatchObject({
      page: { visibility_locked: true },
      unchanged: true,
    });
    expect(await liveState(page_id)).toBe('none');
    await ownerSets(ctx, page_id, 'public');
    expect(await set(ctx, page_id, 'unlisted')).toMatchObject({ unchanged: false });
  });

  test('warns of a publication that stays private, by who made the website private', async () => {
    const ctx = agentCtx();
    const page_id = await published(ctx);
    await set(ctx, page_id, 'private');
    expect((await publish(ctx, page_id)).warnings[0]?.code).toBe('visibility_private');
    await ownerSets(ctx, page_id, 'private');
    expect((await publish(ctx, page_id)).warnings[0]?.code).toBe('visibility_locked_by_owner');
  });

  test('refuses drafts, suspended and foreign websites, each by its own error', async () => {
    const ctx = agentCtx();
    const unpublished = await draft(ctx, await world(ctx));
    await expect(set(ctx, unpublished, 'public')).rejects.toThrow(code('not_published'));
    const page_id = await published(ctx);
    await expect(set(agentCtx(), page_id, 'private')).rejects.toThrow(code('page_not_found'));
    await services.db.rows(
      sql`update builder.live set suspended = true where page_id = ${page_id}`,
    );
    await expect(set(ctx, page_id, 'private')).rejects.toThrow(code('suspended'));
    expect(await get(ctx, page_id)).toMatchObject({ page: { live_url: null }, content: null });
  });
});
