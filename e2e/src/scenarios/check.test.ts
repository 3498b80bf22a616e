import type { PublishCheckResult } from '@bridge/contracts';
import { until } from '@bridge/testing';
import { expect } from 'vitest';
import { create, done, guarded, product, refused, stage, visit } from '../stage.ts';
import { verifies, verifiesOnce } from '../verifies.ts';

const one = await stage();

/** Requests a check of a draft, with the key of the test owner `one` or with another key. */
async function check(pageId: number, secret = one.secret): Promise<Response> {
  const url = `${product().baseUrl}/api/agent-bridge/pages/${pageId}/check`;
  return fetch(url, { headers: { authorization: `Bearer ${secret}` } });
}
const checked = async (pageId: number): Promise<PublishCheckResult> =>
  ((await (await check(pageId)).json()) as { check: PublishCheckResult }).check;

verifiesOnce(['publishing.check', 'publishing.check-same'], async () => {
  const html =
    '<!doctype html><title>T</title><img src="https://x.example/i.png"><img src="moon.jpg">';
  const page = await create(one.on('act'), one.word, html);
  const before = await checked(page.page_id);
  expect(before).toMatchObject({ draft_revision: 1, publication_mode: 'online', empty: false });
  const now = done(await one.on('act')('builder.get', { page_id: page.page_id }))['website'];
  expect(now).toEqual({ ...page, preview_url: expect.any(String) });
  const address = new URL(product().contentUrl);
  expect((await visit(`${address.protocol}//p${page.page_id}.${address.host}/`)).status).toBe(404);
  const published = done(await one.on('act')('builder.publish', guarded(page)));
  const { publication_mode, offline_ready, warnings, truncated } = before;
  expect(published).toMatchObject({ publication_mode, offline_ready, warnings, truncated });
});

verifiesOnce('publishing.check-secrets', async () => {
  const page = await create(one.on('act'), one.word, `<p>\n${one.secret}</p>`);
  const answer = await (await check(page.page_id)).text();
  expect(answer).not.toContain(one.secret);
  const { secrets, found } = (JSON.parse(answer) as { check: PublishCheckResult }).check;
  const refusal = refused(await one.on('act')('builder.publish', guarded(page)), 'secret_in_html');
  expect([secrets, found]).toEqual([1, (refusal.details as { found: unknown }).found]);
});

verifiesOnce('publishing.check-key', async () => {
  const page = await create(one.on('act'), one.word);
  const stranger = await stage();
  const { secret } = await one.owner.makeKey({ scopes: ['builder.list'] });
  expect((await check(page.page_id, stranger.secret)).status).toBe(404);
  expect((await check(page.page_id, secret)).status).toBe(403);
});

verifies('publishing.check-read', async (surface) => {
  const page = await create(one.on('act'), one.word);
  const get = async () => done(await one.on(surface)('builder.get', { page_id: page.page_id }));
  await until('the check in the read', async () => (await get())['publish_check'] !== null);
  expect((await get())['publish_check']).toEqual(await checked(page.page_id));
});
