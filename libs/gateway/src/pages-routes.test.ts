import { LIMITS } from '@bridge/contracts';
import {
  type SimulatedBrowserClient,
  type GatewayTestRig,
  openBrowser,
  startGateway,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ODD = '\ufeff<p>\u0000a\rb\r\nc\nd\u2028e</p>';
let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

let made = 0;
const unique = (): string => `pages-route-${(made += 1)}`;

/** Creates a signed-in owner with a key and a website. `page` in the result is the path of the website’s console routes. */
async function start(): Promise<{
  readonly owner: SimulatedBrowserClient;
  readonly key: string;
  readonly word: string;
  readonly page: string;
  readonly id: number;
}> {
  const { email, password } = await rig.owner();
  const owner = openBrowser(rig);
  await owner.signIn(email, password);
  const key = await rig.key(undefined, email);
  const word = await rig.world(key);
  const body = { title: 'T', word, raw_html: '<p>one</p>', idempotency_key: unique() };
  const { json } = await owner.send('POST', '/api/console/pages', body);
  const id: number = json.website.page_id;
  return { owner, key, word, page: `/api/console/pages/${id}`, id };
}

describe('the editor over HTTP', () => {
  // Verifies: editor.unsaved, editor.save, editor.exact, editor.agents-blind.
  test('keeps edits, reads them with their texts, saves them, and shows them to no agent', async () => {
    const { owner, key, page, id } = await start();
    const draft = async () =>
      (await rig.act(key, { action: 'builder.get', payload: { page_id: id } })).json.result;
    const layers = [
      { layer_id: 'a', name: 'A', kind: 'css', order: 0, visible: true, content: 'p{}' },
    ];
    expect((await owner.send('GET', page)).json).toMatchObject({
      ok: true,
      raw_html: '<p>one</p>',
      unsaved: { seq: 0, edits: null, dropped_at: null },
    });
    const put = { base_revision: 1, seq: 0, raw_html: ODD, layers, title: 'Edited' };
    const kept = await owner.send('PUT', `${page}/unsaved`, put);
    expect(kept.json).toMatchObject({ ok: true, seq: 1, at: expect.any(String) });
    expect((await owner.send('GET', `${page}/unsaved`)).json).toMatchObject({
      ok: true,
      seq: 1,
      base_revision: 1,
      raw_html: ODD,
      layers,
      title: 'Edited',
    });
    expect((await owner.send('GET', page)).json.unsaved.edits).toMatchObject({
      seq: 1,
      base_revision: 1,
    });
    expect(await draft()).toMatchObject({ raw_html: '<p>one</p>', website: { title: 'T' } });
    const save = { expected_revision: 1, seq: 1, idempotency_key: unique() };
    const first = await owner.send('POST', `${page}/save`, save);
    expect(first.json).toMatchObject({ website: { draft_revision: 2, title: 'Edited' } });
    const again = await owner.send('POST', `${page}/save`, save);
    expect(again.json.website).toEqual(first.json.website);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await draft()).toMatchObject({ raw_html: ODD, layers });
  });

  // Verifies: editor.history, editor.revision, editor.restore, editor.snapshots.
  test('names the key of each revision, reads and restores one', async () => {
    const { owner, key, page, id } = await start();
    const patch_ops = [{ op: 'replace_text', old: 'one', new: 'two' }];
    const payload = { page_id: id, expected_revision: 1, idempotency_key: unique(), patch_ops };
    await rig.act(key, { action: 'builder.patch', payload });
    const { revisions, next_before } = (await owner.send('GET', `${page}/revisions`)).json;
    expect(next_before).toBeNull();
    expect(revisions).toMatchObject([
      { revision: 2, action: 'builder.patch', key_name: 'test', bytes: 12, published: false },
      { revision: 1, action: 'builder.create', actor: 'owner', key_name: null },
    ]);
    expect((await owner.send('GET', `${page}/revisions/1`)).json).toMatchObject({
      revision: 1,
      raw_html: '<p>one</p>',
      layers: [],
      newline: 'none',
    });
    const body = { expected_revision: 2, idempotency_key: unique() };
    expect((await owner.send('POST', `${page}/revisions/1/restore`, body)).json).toMatchObject({
      website: { draft_revision: 3 },
    });
    expect((await owner.send('GET', `${page}/revisions/9`)).status).toBe(404);
    expect((await owner.send('GET', `${page}/snapshots`)).json).toMatchObject({
      snapshots: [],
      next: null,
    });
  });

  // Verifies: editor.rename, editor.drop, editor.list.
  test('refuses the number of a revision that cannot exist, and pages from every other one', async () => {
    const { owner, page } = await start();
    const read = async (path: string) => {
      const { status, json } = await owner.send('GET', `${page}/revisions${path}`);
      return json.error?.code ?? (json.revisions === undefined ? status : json.revisions.length);
    };
    expect(await read('/2147483646')).toBe('not_found');
    for (const path of ['/2147483647', '/999999999999999', '?before=2147483648'])
      expect(await read(path), path).toBe('invalid_input');
    expect(await read('?before=2147483647')).toBe(1);
    const body = { expected_revision: 1, idempotency_key: unique() };
    const restored = await owner.send('POST', `${page}/revisions/2147483648/restore`, body);
    expect(restored.json.error.code).toBe('invalid_input');
  });

  test('renames, moves, drops edits and lists', async () => {
    const { owner, key, page, id, word } = await start();
    const title = 'Renamed';
    expect(
      (await owner.send('POST', `${page}/rename`, { title, idempotency_key: unique() })).json,
    ).toMatchObject({ website: { title, draft_revision: 1 } });
    const to = unique();
    await rig.act(key, {
      action: 'worlds.found',
      payload: { word: to, idempotency_key: unique() },
    });
    const move = { word: to, expected_revision: 1, idempotency_key: unique() };
    expect((await owner.send('POST', `${page}/attach`, move)).json).toMatchObject({
      website: { word: to, draft_revision: 2 },
    });
    await owner.send('PUT', `${page}/unsaved`, { base_revision: 2, seq: 0, raw_html: 'x' });
    expect((await owner.send('POST', `${page}/unsaved/drop`, { seq: 1 })).json.seq).toBe(2);
    expect((await owner.send('POST', `${page}/unsaved/undrop`, { seq: 2 })).json.seq).toBe(3);
    const list = async (query: string) =>
      (await owner.send('GET', `/api/console/pages${query}`)).json.websites.map(
        (one: { page_id: number }) => one.page_id,
      );
    expect(await list(`?word=${to}&state=draft&limit=5`)).toEqual([id]);
    expect(await list(`?word=${word}`)).toEqual([]);
    expect(await list('?state=published')).toEqual([]);
    expect((await owner.send('GET', '/api/console/pages?state=gone')).status).toBe(400);
  });

  // Verifies: editor.delete, editor.deleted, editor.undelete.
  test('deletes a website, lists it, and restores it', async () => {
    const { owner, key, page, id } = await start();
    const body = () => ({ expected_revision: 1, idempotency_key: unique() });
    const gone = await owner.send('POST', `${page}/delete`, body());
    expect(gone.json).toMatchObject({ ok: true, purge_at: expect.any(String) });
    expect((await owner.send('GET', page)).status).toBe(404);
    const payload = { page_id: id };
    expect((await rig.act(key, { action: 'builder.get', payload })).status).toBe(404);
    const { websites, next_after_id } = (await owner.send('GET', '/api/console/deleted')).json;
    expect([websites, next_after_id]).toMatchObject([[{ page_id: id, draft_revision: 1 }], null]);
    expect((await owner.send('POST', `${page}/undelete`, body())).json).toMatchObject({
      website: { page_id: id, draft_revision: 1 },
    });
    expect((await owner.send('GET', page)).json.raw_html).toBe('<p>one</p>');
  });

  // Verifies: editor.large-bodies, drafts.html-size.
  test('takes the largest legal text beside layers; other routes take 64 KiB', async () => {
    const { owner, page } = await start();
    const raw_html = 'é'.repeat(LIMITS.rawHtmlCharsMax);
    const layer = { layer_id: 'a', name: 'A', kind: 'html', order: 0, visible: true };
    const layers = [{ ...layer, content: 'y'.repeat(300_000) }];
    const put = { base_revision: 1, seq: 0, raw_html, layers };
    expect((await owner.send('PUT', `${page}/unsaved`, put)).json).toMatchObject({ seq: 1 });
    const read = (await owner.send('GET', `${page}/unsaved`)).json;
    expect(read.raw_html === raw_html && read.layers[0].content.length).toBe(300_000);
    const save = { expected_revision: 1, seq: 1, idempotency_key: unique() };
    expect((await owner.send('POST', `${page}/save`, save)).json.website).toMatchObject({
      chars: LIMITS.rawHtmlCharsMax,
    });
    const long = { base_revision: 2, seq: 2, raw_html: `${raw_html}é` };
    expect((await owner.send('PUT', `${page}/unsaved`, long)).json.error).toMatchObject({
      code: 'invalid_input',
    });
    const big = [{ ...layer, content: 'y'.repeat(LIMITS.layersBytesMax) }];
    const many = { base_revision: 2, seq: 2, layers: big };
    expect((await owner.send('PUT', `${page}/unsaved`, many)).json.error).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: 'layers' }] },
    });
    const title = 'x'.repeat(70_000);
    const { status } = await owner.send('POST', `${page}/rename`, { title });
    expect(status).toBe(413);
  }, 30_000);

  // Verifies: editor.owner-only.
  test('refuses keys, strangers, other sites and members that a route does not know', async () => {
    const { owner, key, page } = await start();
    const other = (await start()).owner;
    const edits = { base_revision: 1, seq: 0, raw_html: 'x' };
    for (const path of ['', '/unsaved', '/revisions', '/revisions/1', '/snapshots'])
      expect((await other.send('GET', `${page}${path}`)).status, path).toBe(404);
    expect((await other.send('PUT', `${page}/unsaved`, edits)).status).toBe(404);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify(edits);
    const asKey = await fetch(`${rig.base}${page}/unsaved`, { method: 'PUT', headers, body });
    expect(asKey.status).toBe(403);
    for (const more of [{ page_id: 1 }, { other: 1 }])
      expect(
        (await owner.send('PUT', `${page}/unsaved`, { ...edits, ...more })).json,
      ).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const send = async (text: string) =>
      fetch(`${rig.base}${page}/unsaved`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: owner.cookie,
        },
        body: text,
      });
    expect((await send('{"base_revision":1,"seq":0,"seq":0,"raw_html":"x"}')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await owner.send('PUT', `${page}/unsaved`, edits, foreign)).status).toBe(403);
  });
});
