import { type GatewayRig, startGateway } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

test('a key founds a World, makes a website and reads it back', async () => {
  const key = await rig.key();
  const found = await rig.act(key, {
    action: 'worlds.found',
    payload: { word: 'moonlit', idempotency_key: 'found-moonlit-1' },
  });
  expect(found).toMatchObject({
    status: 200,
    json: { ok: true, result: { world: { word: 'moonlit' } } },
  });
  const html = '<h1>“x”\u0000\r\n\ufeff</h1>';
  const made = await rig.act(key, {
    action: 'builder_create',
    payload: { word: 'moonlit', title: 'T', raw_html: html, idempotency_key: 'create-moonlit-1' },
  });
  expect(made).toMatchObject({ status: 200, json: { ok: true, action: 'builder.create' } });
  const got = await rig.act(key, {
    action: 'builder.get',
    payload: { page_id: made.json.result.website.page_id },
  });
  expect(got.json.result).toMatchObject({
    raw_html: html,
    layers: [],
    newline: 'crlf',
    content_trust: 'untrusted',
  });
});

test('a page of five million characters goes in and comes out', async () => {
  const key = await rig.key();
  await rig.act(key, {
    action: 'worlds.found',
    payload: { word: 'large', idempotency_key: 'found-large-1' },
  });
  const html = '<p>é😀 "x"\\</p>\n'.repeat(349525);
  const made = await rig.act(key, {
    action: 'builder.create',
    payload: { word: 'large', title: 'T', raw_html: html, idempotency_key: 'create-large-1' },
  });
  expect(made.json).toMatchObject({ ok: true });
  const got = await rig.act(key, {
    action: 'builder.get',
    payload: { page_id: made.json.result.website.page_id },
  });
  expect(got.status).toBe(200);
  expect(got.json.result.raw_html === html).toBe(true);
});
