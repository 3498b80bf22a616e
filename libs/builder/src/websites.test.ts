import {
  BUILDER,
  WORLDS,
  DEFAULT_HTML,
  LIMITS,
  type BodyReference,
  type CallPrincipal,
  type WebsiteRecord,
} from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import {
  agentCtx,
  errorWith,
  joinWorld,
  makeWebsite,
  makeWorld,
  newKey,
  ownerCtx,
  putAdmitted,
  readDraft,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const body = (ctx: CallPrincipal, html: string): Promise<BodyReference> =>
  putAdmitted(services, ctx, html);
const world = (founder: CallPrincipal): Promise<string> => makeWorld(services, founder);
const create = (ctx: CallPrincipal, word: string, html = '<p>hi</p>'): Promise<WebsiteRecord> =>
  makeWebsite(services, ctx, { word, html });
const read = (ctx: CallPrincipal, pageId: number) => readDraft(services, ctx, pageId);
const journal = (ctx: CallPrincipal) =>
  services.db.rows(
    sql<
      Record<string, unknown>
    >`select action, page_id, word, rev_before, rev_after from effect.journal
      where account_id = ${ctx.account_id} order by seq`,
  );

describe('creating a website', () => {
  test('makes a private draft at revision 1 that reads back exactly', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const html = '\ufeff<!doctype html>\r\n<p>\u0000 🌍 \u2028</p>\r\n';
    const website = await create(ctx, word, html);
    expect(website).toMatchObject({
      title: 'A title',
      word,
      kind: 'single',
      state: 'draft',
      visibility: 'private',
      draft_revision: 1,
      published_revision: null,
      has_unpublished_changes: true,
      chars: [...html].length,
      live_url: null,
      snapshot: null,
      editor_url: `http://localhost:4000/console/pages/${website.page_id}`,
      updated_by: ctx.key_id,
    });
    const got = await read(ctx, website.page_id);
    expect(got).toMatchObject({ website, html, layers: '[]', newline: 'crlf' });
    expect(await journal(ctx)).toMatchObject([
      { action: 'worlds.found' },
      { action: 'builder.create', page_id: website.page_id, word, rev_before: null, rev_after: 1 },
    ]);
  });

  test('adopts a large body where it lies, and an empty one is legal', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const html = `${'🌍\n'.repeat(100_000)}end`;
    const ref = await body(ctx, html);
    const input = { title: 't', word, raw_html: ref, idempotency_key: newKey() };
    const { result } = await services.call(BUILDER.create, ctx, input);
    const got = await read(ctx, result.website.page_id);
    expect(got.raw_html).toEqual(ref);
    expect(got.html).toBe(html);
    expect(got.newline).toBe('lf');
    const empty = await create(ctx, word, '');
    expect(await read(ctx, empty.page_id)).toMatchObject({ html: '', newline: 'none' });
    expect(await read(ctx, (await create(ctx, word, DEFAULT_HTML)).page_id)).toMatchObject({
      html: DEFAULT_HTML,
    });
  });

  test('refuses a reference that is gone, too old or describes something else', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const ask = (ref: BodyReference) =>
      services.call(BUILDER.create, ctx, {
        title: 't',
        word,
        raw_html: ref,
        idempotency_key: newKey(),
      });
    const big = await body(ctx, 'x'.repeat(300_000));
    const old = await body(ctx, 'y'.repeat(300_000));
    if (!('object' in old)) expect.fail('inline');
    await services.db.rows(
      sql`update builder.admission set at = now() - interval '61 minutes' where object = ${old.object}`,
    );
    await expect(ask(old)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(ask({ ...big, object: 'body/none' })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await expect(ask({ ...big, object: 'ingest/none' })).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(ask({ ...big, bytes: 5 })).rejects.toMatchObject({ code: 'internal' });
    const small = await body(ctx, '<p>');
    await expect(ask({ ...small, chars: 2 })).rejects.toMatchObject({ code: 'internal' });
    expect((await services.call(BUILDER.list, ctx, {})).result.websites).toEqual([]);
  });

  // Verifies: storage.clock.
  test('takes a large body although the store’s clock is two hours behind or ahead', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    for (const hours of [-2, 2]) {
      const ref = await body(ctx, 'z'.repeat(300_000));
      if (!('object' in ref)) expect.fail('inline');
      const seconds = Date.now() / 1_000 + hours * 3_600;
      utimesSync(join(services.folder, ref.object), seconds, seconds);
      const input = { title: 't', word, raw_html: ref, idempotency_key: newKey() };
      expect((await services.call(BUILDER.create, ctx, input)).result.website.chars).toBe(300_000);
    }
  });

  test('an object has one owner and one end: adopted by another account or twice it is refused', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const ask = (who: CallPrincipal, where: string, ref: BodyReference) =>
      services.call(BUILDER.create, who, {
        title: 't',
        word: where,
        raw_html: ref,
        idempotency_key: newKey(),
      });
    const ref = await body(ctx, 'z'.repeat(300_000));
    const other = agentCtx();
    await expect(ask(other, await world(other), ref)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await ask(ctx, word, ref);
    await expect(ask(ctx, word, ref)).rejects.toMatchObject({ code: 'service_unavailable' });
    if (!('object' in ref)) expect.fail('inline');
    const discarded = await services.call(BUILDER.discard, ctx, { object: ref.object });
    expect(discarded.result).toEqual({ discarded: false });
    expect(await services.blobs.stat(ref.object)).not.toBeNull();
  });

  test('asks for the World: unknown, not one’s own, outside of the key’s', async () => {
    const [founder, stranger] = [agentCtx(), agentCtx()];
    const word = await world(founder);
    await expect(create(stranger, 'nobody-has-this')).rejects.toMatchObject(
      errorWith('world_not_found', { word: 'nobody-has-this' }),
    );
    await expect(create(stranger, word)).rejects.toMatchObject(
      errorWith('world_forbidden', { word }),
    );
    const other = await world(founder);
    const limited = agentCtx(founder.account_id ?? '', [other]);
    await expect(create(limited, word)).rejects.toMatchObject(
      errorWith('key_world_not_allowed', { word }),
    );
    expect((await create(limited, other)).word).toBe(other);
  });

  test('is open to contributors until they are removed; their drafts stay theirs', async () => {
    const [owner, friend] = [ownerCtx(), agentCtx()];
    const word = await world(owner);
    const member = friend.account_id ?? '';
    await joinWorld(services.call, owner, member, { word, role: 'viewer' });
    await expect(create(friend, word)).rejects.toMatchObject(errorWith('world_forbidden'));
    await services.call(WORLDS.membersSet, owner, { word, member, role: 'contributor' });
    const website = await create(friend, word);
    await services.call(WORLDS.membersSet, owner, { word, member, role: null });
    await expect(create(friend, word)).rejects.toMatchObject(errorWith('world_forbidden'));
    expect((await read(friend, website.page_id)).website).toEqual(website);
    const own = await world(friend);
    const input = {
      page_id: website.page_id,
      expected_revision: 1,
      word: own,
      idempotency_key: newKey(),
    };
    expect((await services.call(BUILDER.attach, friend, input)).result.website).toMatchObject({
      word: own,
      draft_revision: 2,
    });
    await expect(read(owner, website.page_id)).rejects.toMatchObject(errorWith('page_not_found'));
  });

  test('is refused in a suspended World', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    await services.db.rows(sql`update worlds.world set suspended = true where word = ${word}`);
    await expect(create(ctx, word)).rejects.toMatchObject(errorWith('suspended'));
  });

  test('many at once get ids of their own, ascending for each account', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const ids: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const some = await Promise.all(Array.from({ length: 15 }, () => create(ctx, word)));
      const sorted = some.map(({ page_id }) => page_id).sort((a, b) => a - b);
      expect(sorted[0]).toBeGreaterThan(ids.at(-1) ?? 0);
      ids.push(...sorted);
    }
    expect(new Set(ids).size).toBe(45);
  });
});

describe('whose website', () => {
  test('a foreign and a missing website answer byte for byte the same, apart from the id asked for', async () => {
    const [author, stranger] = [agentCtx(), agentCtx()];
    const website = await create(author, await world(author));
    const strangeWorld = await world(stranger);
    const asked = async (pageId: number): Promise<string[]> => {
      const change = { page_id: pageId, expected_revision: 1 };
      const calls = [
        () => services.call(BUILDER.get, stranger, { page_id: pageId }),
        () => services.call(BUILDER.clear, stranger, { ...change, idempotency_key: newKey() }),
        () =>
          services.call(BUILDER.attach, stranger, {
            ...change,
            word: strangeWorld,
            idempotency_key: newKey(),
          }),
        () =>
          services.call(BUILDER.revisions, ownerCtx(stranger.account_id ?? ''), {
            page_id: pageId,
            before: null,
            limit: 5,
          }),
      ];
      const answers: string[] = [];
      for (const call of calls) {
        const error: unknown = await call().catch((thrown: unknown) => thrown);
        answers.push(JSON.stringify(error).replaceAll(String(pageId), 'N'));
      }
      return answers;
    };
    const foreign = await asked(website.page_id);
    expect(foreign).toEqual(await asked(999_999_999));
    expect(foreign[0]).toContain('page_not_found');
    expect((await read(author, website.page_id)).website.draft_revision).toBe(1);
  });

  test('a key limited to Worlds sees, lists and changes only what is in them', async () => {
    const ctx = agentCtx();
    const [inside, outside] = [await world(ctx), await world(ctx)];
    const seen = await create(ctx, inside);
    const hidden = await create(ctx, outside);
    const limited = agentCtx(ctx.account_id ?? '', [inside]);
    const { result } = await services.call(BUILDER.list, limited, {});
    expect(result.websites.map(({ page_id }) => page_id)).toEqual([seen.page_id]);
    await expect(read(limited, hidden.page_id)).rejects.toMatchObject(errorWith('page_not_found'));
    const move = {
      page_id: seen.page_id,
      expected_revision: 1,
      word: outside,
      idempotency_key: newKey(),
    };
    await expect(services.call(BUILDER.attach, limited, move)).rejects.toMatchObject(
      errorWith('key_world_not_allowed', { word: outside }),
    );
    await services.call(BUILDER.attach, ctx, move);
    // A repeated move must be refused too when one of its Worlds is outside of the key’s Worlds.
    await expect(services.call(BUILDER.attach, limited, move)).rejects.toMatchObject(
      errorWith('key_world_not_allowed', { word: outside }),
    );
  });
});

describe('listing websites', () => {
  test('goes page by page, ascending, with null at the end', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push((await create(ctx, word)).page_id);
    const seen: number[] = [];
    const page = async (after_id: number): Promise<void> => {
      const { result } = await services.call(BUILDER.list, ctx, { limit: 2, after_id });
      seen.push(...result.websites.map(({ page_id }) => page_id));
      if (result.next_after_id !== null) await page(result.next_after_id);
    };
    await page(0);
    expect(seen).toEqual(ids);
    const [first] = (await services.call(BUILDER.list, ctx, {})).result.websites;
    expect(first).toEqual((await read(ctx, ids[0] ?? 0)).website);
  });
});

describe('moving and clearing a draft', () => {
  test('a move changes the World and the revision and nothing else', async () => {
    const ctx = agentCtx();
    const [from, to] = [await world(ctx), await world(ctx)];
    const website = await create(ctx, from, '<p>kept</p>');
    const move = {
      page_id: website.page_id,
      expected_revision: 1,
      word: to,
      idempotency_key: newKey(),
    };
    const { result } = await services.call(BUILDER.attach, ctx, move);
    const { updated_at, ...rest } = result.website;
    const { updated_at: before, ...was } = website;
    expect(rest).toEqual({ ...was, word: to, draft_revision: 2 });
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(before));
    expect((await read(ctx, website.page_id)).html).toBe('<p>kept</p>');
  });

  test('a clear empties HTML and layers and keeps identity, World and history', async () => {
    const ctx = agentCtx();
    const owner = ownerCtx(ctx.account_id ?? '');
    const website = await create(ctx, await world(ctx), '<p>old</p>');
    const layer = {
      layer_id: 'l1',
      name: 'n',
      kind: 'css',
      order: 0,
      visible: true,
      content: 'b{}',
    };
    const layers = await body(owner, JSON.stringify([layer]));
    const put = {
      page_id: website.page_id,
      expected_revision: 1,
      layers,
      idempotency_key: newKey(),
    };
    await services.call(BUILDER.layersPut, owner, put);
    expect(JSON.parse((await read(ctx, website.page_id)).layers)).toEqual([layer]);
    const clear = { page_id: website.page_id, expected_revision: 2, idempotency_key: newKey() };
    const { result } = await services.call(BUILDER.clear, ctx, clear);
    expect(result.website).toMatchObject({ draft_revision: 3, chars: 0, word: website.word });
    expect(result.website.lineage).toEqual(website.lineage);
    expect(await read(ctx, website.page_id)).toMatchObject({ html: '', layers: '[]' });
    const history = await services.call(BUILDER.revisions, owner, {
      page_id: website.page_id,
      before: null,
      limit: 2,
    });
    expect(history.result).toMatchObject({
      revisions: [
        { revision: 3, action: 'builder.clear', actor: ctx.key_id, chars: 0, body_kept: true },
        { revision: 2, action: 'builder.layers_put', actor: 'owner', chars: 10 },
      ],
      next_before: 2,
    });
  });

  test('a stale revision is 409 and leaves the newer draft intact', async () => {
    const ctx = agentCtx();
    const word = await world(ctx);
    const website = await create(ctx, word);
    const clear = (expected: number) =>
      services.call(BUILDER.clear, ctx, {
        page_id: website.page_id,
        expected_revision: expected,
        idempotency_key: newKey(),
      });
    await clear(1);
    const conflict = errorWith('revision_conflict', {
      page_id: website.page_id,
      expected_revision: 1,
      current_revision: 2,
    });
    await expect(clear(1)).rejects.toMatchObject(conflict);
    const move = {
      page_id: website.page_id,
      expected_revision: 1,
      word,
      idempotency_key: newKey(),
    };
    await expect(services.call(BUILDER.attach, ctx, move)).rejects.toMatchObject(conflict);
    expect((await clear(2)).result.website.draft_revision).toBe(3);
  });
});

describe('layers', () => {
  test('are the owner’s own business: a key is refused', async () => {
    const ctx = agentCtx();
    const website = await create(ctx, await world(ctx));
    const put = {
      page_id: website.page_id,
      expected_revision: 1,
      layers: await body(ctx, '[]'),
      idempotency_key: newKey(),
    };
    await expect(services.call(BUILDER.layersPut, ctx, put)).rejects.toMatchObject(
      errorWith('session_required'),
    );
  });

  test('that are too large, of another form or repeated are refused; large ones become an object', async () => {
    const owner = ownerCtx();
    const website = await create(owner, await world(owner));
    const put = async (layers: unknown) => {
      const ref = await body(owner, JSON.stringify(layers));
      const input = {
        page_id: website.page_id,
        expected_revision: 1,
        layers: ref,
        idempotency_key: newKey(),
      };
      return services.call(BUILDER.layersPut, owner, input);
    };
    const layer = (layer_id: string, content: string) => ({
      layer_id,
      name: 'n',
      kind: 'html',
      order: 1,
      visible: true,
      content,
    });
    await expect(put([{ x: 1 }])).rejects.toMatchObject(errorWith('invalid_input'));
    await expect(put([layer('a', ''), layer('a', '')])).rejects.toMatchObject(
      errorWith('invalid_input'),
    );
    await expect(put([layer('a', 'x'.repeat(LIMITS.layersBytesMax))])).rejects.toMatchObject(
      errorWith('invalid_input'),
    );
    const big = [layer('a', '🌍'.repeat(30_000))];
    await put(big);
    const got = await services.call(BUILDER.get, owner, { page_id: website.page_id });
    expect(got.result.layers).toHaveProperty('object');
    expect(JSON.parse((await read(owner, website.page_id)).layers)).toEqual(big);
  });
});

test('a website with the largest bodies that ride inside still fits one message', async () => {
  const owner = ownerCtx();
  const website = await create(owner, await world(owner), 'x'.repeat(LIMITS.inlineBodyBytesMax));
  const layer = { layer_id: 'a', name: 'n', kind: 'note', order: 1, visible: true, content: '' };
  const room = LIMITS.inlineLayersBytesMax - JSON.stringify([layer]).length;
  const layers = await body(owner, JSON.stringify([{ ...layer, content: 'y'.repeat(room) }]));
  await services.call(BUILDER.layersPut, owner, {
    page_id: website.page_id,
    expected_revision: 1,
    layers,
    idempotency_key: newKey(),
  });
  const { result } = await services.call(BUILDER.get, owner, { page_id: website.page_id });
  expect(result.raw_html).toHaveProperty('inline');
  expect(result.layers).toHaveProperty('inline');
});

test('every effect left its row in an unbroken journal', async () => {
  expect(await verifyJournal(services.db)).toEqual([]);
});
