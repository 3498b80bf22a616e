import { BUILDER, LIMITS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  builderModule,
  openBrowser,
  publicCtx,
  publisherModule,
  startGateway,
  worldsModule,
  type SimulatedBrowserClient,
  type GatewayTestRig,
} from '@bridge/testing';
import { makePreviewTokens } from '@bridge/web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SECRET = 'a secret of the previews of the console';
let rig: GatewayTestRig;
let without: GatewayTestRig;
beforeAll(async () => {
  const services = [worldsModule, builderModule, publisherModule];
  rig = await startGateway({ BRIDGE_PREVIEW_SECRET: SECRET }, {}, services);
  without = await startGateway();
});
afterAll(async () => {
  await rig.stop();
  await without.stop();
});

let made = 0;
const unique = (): string => `publish-route-${(made += 1)}`;

async function start(html: string, on = rig) {
  const { email, password, accountId } = await on.owner();
  const owner: SimulatedBrowserClient = openBrowser(on);
  await owner.signIn(email, password);
  const key = await on.key(undefined, email);
  const word = await on.world(key);
  const body = { title: 'T', word, raw_html: html, idempotency_key: unique() };
  const { json } = await owner.send('POST', '/api/console/pages', body);
  const id: number = json.website.page_id;
  return { owner, key, accountId, id, page: `/api/console/pages/${id}` };
}
const live = async (page_id: number) =>
  (await rig.services.call(BUILDER.live, publicCtx, { page_id })).result;

describe('a publication by the owner', () => {
  // Verifies: editor.publish-visibility.
  test('has its visibility from its first moment, and a repeated one is the first', async () => {
    const { owner, page, id } = await start('<!doctype html><p>one</p>');
    const body = { expected_revision: 1, visibility: 'unlisted', idempotency_key: unique() };
    const first = await owner.send('POST', `${page}/publish`, body);
    expect(first.json).toMatchObject({
      ok: true,
      publication_mode: 'portable',
      website: { visibility: 'unlisted', state: 'published' },
    });
    expect(await live(id)).toMatchObject({ state: 'live', visibility: 'unlisted', version: 1 });
    const again = await owner.send('POST', `${page}/publish`, body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json.website).toEqual(first.json.website);
    const rows = await rig.services.db.rows(
      sql`select actor, action from effect.journal where page_id = ${id} order by seq`,
    );
    expect(rows).toEqual([
      { actor: 'owner', action: 'builder.create' },
      { actor: 'owner', action: 'builder.publish' },
    ]);
    const other = { ...body, visibility: 'public' };
    expect((await owner.send('POST', `${page}/publish`, other)).json.error.code).toBe(
      'idempotency_mismatch',
    );
  });

  // Verifies: editor.publish-visibility, publishing.locked.
  test('as private shows nothing and locks the website for agents; a later one shows it', async () => {
    const { owner, key, page, id } = await start('<!doctype html><p>one</p>');
    const publish = async (visibility: string) =>
      owner.send('POST', `${page}/publish`, {
        expected_revision: 1,
        visibility,
        idempotency_key: unique(),
      });
    expect((await publish('private')).json.website).toMatchObject({ visibility_locked: true });
    expect(await live(id)).toMatchObject({ state: 'none' });
    const payload = { page_id: id, expected_revision: 1, idempotency_key: unique() };
    const byAgent = await rig.act(key, { action: 'builder.publish', payload });
    expect(byAgent.json.result.website.visibility).toBe('private');
    expect((await publish('public')).json.website).toMatchObject({ visibility: 'public' });
    expect(await live(id)).toMatchObject({ state: 'live', visibility: 'public' });
    expect((await owner.send('GET', `${page}/snapshots`)).json.snapshots).toMatchObject([
      { live: true, warnings: { error: 0 }, archive: { filename: expect.any(String) } },
    ]);
  });

  test('of a stale revision, of a secret or without a visibility is refused, and nothing is live', async () => {
    const { owner, page, id } = await start('<p>one</p>');
    const body = { expected_revision: 2, visibility: 'public', idempotency_key: unique() };
    expect((await owner.send('POST', `${page}/publish`, body)).status).toBe(409);
    const bare = { expected_revision: 1, idempotency_key: unique() };
    expect((await owner.send('POST', `${page}/publish`, bare)).status).toBe(400);
    expect(await live(id)).toMatchObject({ state: 'none' });
  });
});

describe('a check by the owner', () => {
  // Verifies: editor.check, editor.check-places.
  test('judges the draft or the edits, with the layer and line of each warning', async () => {
    const { owner, page, id } = await start('<p>one</p>\n<img src="https://x.example/i.png">');
    const check = async (of: string) => (await owner.send('POST', `${page}/check`, { of })).json;
    const draft = await check('draft');
    expect(draft).toMatchObject({
      ok: true,
      check: { publication_mode: 'online', draft_revision: 1 },
      unchanged: false,
    });
    expect(draft.places).toHaveLength(draft.check.warnings.length);
    const at = draft.check.warnings.findIndex(
      (one: { url?: string }) => one.url === 'https://x.example/i.png',
    );
    expect(draft.places[at]).toMatchObject({ layer_id: null, line: 2 });
    const layer = { layer_id: 'a', name: 'A', kind: 'html', order: 0, visible: true };
    const layers = [{ ...layer, content: '\n<img src="https://y.example/j.png">' }];
    const edits = { base_revision: 1, seq: 0, raw_html: '<p>two</p>', layers };
    await owner.send('PUT', `${page}/unsaved`, edits);
    const edited = await check('unsaved');
    const inLayer = edited.check.warnings.findIndex(
      (one: { url?: string }) => one.url === 'https://y.example/j.png',
    );
    expect(edited.places[inLayer]).toMatchObject({ layer_id: 'a', line: 2 });
    expect(await live(id)).toMatchObject({ state: 'none' });
  });

  // Verifies: editor.check-places.
  test('of a private website with more warnings than are listed gives each warning its own line', async () => {
    const images = Array.from(
      { length: LIMITS.warningsMax + 5 },
      (_, index) => `<img src="https://x.example/${index + 1}.png">`,
    );
    const { owner, page } = await start(images.join('\n'));
    const body = { expected_revision: 1, visibility: 'private', idempotency_key: unique() };
    expect((await owner.send('POST', `${page}/publish`, body)).status).toBe(200);
    const { check, places } = (await owner.send('POST', `${page}/check`, { of: 'draft' })).json;
    expect(check.truncated).toBe(true);
    expect(places).toHaveLength(check.warnings.length);
    expect([check.warnings[0].code, places[0]]).toEqual(['visibility_locked_by_owner', null]);
    const lines = check.warnings.map(({ url }: { url?: string }, index: number) =>
      url?.startsWith('https://x.example/') ? [url, places[index].line] : null,
    );
    const own = lines.filter((line: unknown) => line !== null) as [string, number][];
    expect(own.length).toBeGreaterThan(LIMITS.warningsMax / 2);
    expect(own).toEqual(own.map(([url]) => [url, Number(/(\d+)\.png$/.exec(url)?.[1])]));
  });

  test('says when a publication would change nothing', async () => {
    const { owner, page } = await start('<p>one</p>');
    const body = { expected_revision: 1, visibility: 'public', idempotency_key: unique() };
    await owner.send('POST', `${page}/publish`, body);
    const of = 'draft';
    expect((await owner.send('POST', `${page}/check`, { of })).json.unchanged).toBe(true);
  });

  test('without a publisher is refused with 503', async () => {
    const { owner, page } = await start('<p>one</p>', without);
    expect((await owner.send('POST', `${page}/check`, { of: 'draft' })).status).toBe(503);
  });
});

describe('a preview by the owner', () => {
  // Verifies: editor.preview.
  test('names the edits, the draft or a revision, for 15 minutes', async () => {
    const { owner, page, id } = await start('<p>one</p>');
    const preview = async (of: unknown) => owner.send('POST', `${page}/preview`, { of });
    const shown = async (of: unknown) => {
      const { preview_url, path_url, expires_at } = (await preview(of)).json;
      const [token = ''] = /(?<=\/d)[a-z2-7]{61}/.exec(preview_url) ?? [];
      expect(path_url).toContain(`/d/${token}/`);
      const facts = makePreviewTokens(SECRET).read(token, Date.now());
      expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(14 * 60_000);
      return [facts?.of, facts?.pageId, facts?.revision];
    };
    expect(await shown('unsaved')).toEqual(['draft', id, 1]);
    await owner.send('PUT', `${page}/unsaved`, { base_revision: 1, seq: 0, raw_html: 'x' });
    expect(await shown('unsaved')).toEqual(['unsaved', id, 1]);
    expect(await shown('draft')).toEqual(['draft', id, 1]);
    expect(await shown(1)).toEqual(['draft', id, 1]);
    expect((await preview(2)).status).toBe(404);
    expect((await preview(2_147_483_646)).status).toBe(404);
    expect((await preview(2_147_483_647)).status).toBe(400);
    expect((await preview('other')).status).toBe(400);
  });

  test('of another account’s website is refused as of one that does not exist', async () => {
    const { page } = await start('<p>one</p>');
    const { owner: stranger } = await start('<p>two</p>');
    expect((await stranger.send('POST', `${page}/preview`, { of: 'draft' })).status).toBe(404);
  });
});
