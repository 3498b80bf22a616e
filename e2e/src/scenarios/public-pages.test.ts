import type { PublicWebsiteRecord } from '@bridge/contracts';
import { until } from '@bridge/testing';
import { expect } from 'vitest';
import { create, done, publish, refused, stage, unique, visit } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
/** A key that may read publications and no drafts. */
const outside = await one.with('act', {
  scopes: ['pages.list', 'pages.get', 'pages.set_visibility'],
});
const set = async (page_id: number, visibility: string) =>
  done(
    await outside('pages.set_visibility', {
      page_id,
      visibility,
      idempotency_key: unique('visibility'),
    }),
  )['page'] as PublicWebsiteRecord;

async function published() {
  const { page_id, live_url } = await publish(one.on('act'), await create(one.on('act'), one.word));
  return { page_id, live_url: live_url ?? '' };
}

verifiesOnce('publishing.public-record', async () => {
  const draft = await create(one.on('act'), one.word);
  const { page_id, live_url } = await published();
  const { pages } = done<{
    pages: readonly PublicWebsiteRecord[];
  }>(await outside('pages.list', { word: one.word }));
  const ids = pages.map((page) => page.page_id);
  expect(ids).toContain(page_id);
  expect(ids).not.toContain(draft.page_id);
  const got = done(await outside('pages.get', { live_url }));
  expect(got).toMatchObject({ page: { page_id, visibility: 'public', live_url } });
  const { content } = got as { content: { url: string; bytes: number } };
  expect((await visit(content.url)).bytes.byteLength).toBe(content.bytes);
  refused(await outside('pages.get', { page_id: draft.page_id }), 'page_not_found');
  refused(await outside('builder.get', { page_id }), 'insufficient_scope');
});

verifiesOnce('publishing.visibility-action', async () => {
  const { page_id, live_url } = await published();
  const archive = `${live_url}~snapshots/`;
  const seen = async () => [(await visit(live_url)).status, (await visit(archive)).status];
  expect(await set(page_id, 'private')).toMatchObject({ visibility: 'private', live_url: null });
  await until('the website to be taken down', async () => (await seen()).join() === '404,404');
  expect(await set(page_id, 'unlisted')).toMatchObject({ visibility: 'unlisted', live_url });
  await until('the website to be shown', async () => (await seen()).join() === '200,200');
  const draft = await create(one.on('act'), one.word);
  const input = { page_id: draft.page_id, visibility: 'public', idempotency_key: unique('never') };
  refused(await outside('pages.set_visibility', input), 'not_published');
});
