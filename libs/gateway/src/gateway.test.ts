import { startGateway, until, type GatewayTestRig } from '@bridge/testing';
import { appendFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
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

test('a page of five million characters is stored and returned', async () => {
  const key = await rig.key();
  const html = '<p>é😀 "x"\\</p>\n'.repeat(349525);
  const page_id = await rig.draft(key, html);
  const got = await rig.act(key, {
    action: 'builder.get',
    payload: { page_id },
  });
  expect(got.status).toBe(200);
  expect(got.json.result.raw_html === html).toBe(true);
});

/** Creates a page whose text is stored as an object, and returns the object's file. */
async function storedPage(word: string): Promise<{ key: string; id: number; file: string }> {
  const key = await rig.key();
  const folder = join(rig.services.folder, 'body');
  const files = (): readonly string[] =>
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  await rig.world(key, word);
  const before = new Set(files());
  const id = await rig.draft(key, `<p>${word}</p>`.repeat(50_000), word);
  const [file = ''] = files().filter((name) => !before.has(name));
  return { key, id, file };
}

test('a page whose bytes are missing in the store is an error, not a success without a page', async () => {
  const { key, id, file } = await storedPage('lost');
  rmSync(file);
  const got = await rig.act(key, { action: 'builder.get', payload: { page_id: id } });
  expect(got).toMatchObject({
    status: 503,
    json: { ok: false, error: { code: 'content_damaged' } },
  });
  expect(got.text).not.toMatch(/ENOENT|body\//);
});

test('a page whose bytes have changed in the store is an error before its first byte', async () => {
  const { key, id, file } = await storedPage('bent');
  const { size } = statSync(file);
  writeFileSync(file, 'x');
  appendFileSync(file, Buffer.alloc(size - 1, 'y'));
  const got = await rig.act(key, { action: 'builder.get', payload: { page_id: id } });
  expect(got).toMatchObject({
    status: 503,
    json: { ok: false, error: { code: 'content_damaged' } },
  });
  const raw = await fetch(`${rig.base}/api/agent-bridge/pages/${id}/raw`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(raw.status).toBe(503);
});

test('a client that disconnects in the middle of a page leaves no open stream', async () => {
  const { key, id } = await storedPage('left');
  const open = (): number => readdirSync('/proc/self/fd').length;
  const body = JSON.stringify({ action: 'builder.get', payload: { page_id: id } });
  const before = open();
  for (let i = 0; i < 20; i += 1) {
    const stopping = new AbortController();
    const response = await fetch(`${rig.base}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body,
      signal: stopping.signal,
    });
    expect(response.status).toBe(200);
    stopping.abort();
  }
  await until('files and sockets to be closed', () => open() <= before + 5);
});
