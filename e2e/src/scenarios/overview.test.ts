import { until } from '@bridge/testing';
import { expect } from 'vitest';
import { create, done, publish, refused, stage, unique } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
const agent = await one.with('act', { scopes: ['mall.overview', 'pages.set_visibility'] });

/** The members of the result of `mall.overview` that these tests read. */
interface OverviewResult {
  readonly websites: number;
  readonly as_of: string;
  readonly latest_websites: readonly { readonly page_id: number; readonly word: string }[];
  readonly latest_worlds: readonly { readonly word: string }[];
}
const overview = async (call = agent): Promise<OverviewResult> =>
  done<OverviewResult>(await call('mall.overview', {}));
const published = async () => publish(one.on('act'), await create(one.on('act'), one.word));
const isListed = async (pageId: number): Promise<boolean> =>
  (await overview()).latest_websites.some(({ page_id }) => page_id === pageId);

verifiesOnce(['overview.public', 'overview.same'], async () => {
  const { page_id } = await published();
  const shown = await overview();
  // Other scenarios publish at the same time, so the new website is among the latest but need not be the first.
  expect(shown.latest_websites.map((page) => page.page_id)).toContain(page_id);
  const stranger = await (await stage()).with('act', { scopes: ['mall.overview'] });
  const ids = (await overview(stranger)).latest_websites.map((page) => page.page_id);
  expect(ids).toContain(page_id);
  refused(await one.on('act')('mall.overview', {}), 'insufficient_scope');
});

verifiesOnce('overview.age', async () => {
  const { as_of, websites } = await overview();
  expect(Date.now() - Date.parse(as_of)).toBeLessThanOrEqual(61_000);
  expect(websites).toBeGreaterThanOrEqual(0);
});

verifiesOnce(['overview.hidden', 'overview.left-out'], async () => {
  const { page_id } = await published();
  expect(await isListed(page_id)).toBe(true);
  const input = { page_id, visibility: 'unlisted', idempotency_key: unique('unlisted') };
  done(await agent('pages.set_visibility', input));
  expect(await isListed(page_id)).toBe(false);
  done(
    await agent('pages.set_visibility', {
      ...input,
      visibility: 'public',
      idempotency_key: unique('public'),
    }),
  );
  expect(await isListed(page_id)).toBe(true);
  const path = `/api/console/worlds/${one.word}/listed`;
  const body = { listed: false, idempotency_key: unique('listed') };
  expect((await one.owner.send('POST', path, body)).status).toBe(200);
  await until('the World to be left out', async () => {
    const { latest_worlds } = await overview();
    return !latest_worlds.some(({ word }) => word === one.word) && !(await isListed(page_id));
  });
});
