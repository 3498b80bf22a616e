import { BUILDER } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { silentLogger } from '@bridge/kernel';
import {
  agentCtx,
  makeWebsite,
  patchDraft,
  publicCtx,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from './module.ts';
import { recordPageHomes } from './record-page-homes.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const preview = async (page_id: number, revision: number) =>
  (await services.call(BUILDER.preview, publicCtx, { page_id, revision })).result.draft;
const text = (body: { readonly inline: string } | { readonly object: string } | undefined) =>
  body !== undefined && 'inline' in body ? Buffer.from(body.inline, 'base64').toString() : null;

test('a preview shows one revision by the id of the website alone, also after later changes', async () => {
  const ctx = agentCtx();
  const { page_id } = await makeWebsite(services, ctx, { html: '<p>one' });
  await patchDraft(services, ctx, { page_id, revision: 1 }, [{ old: 'one', new: 'two' }]);
  expect(text((await preview(page_id, 1))?.body)).toBe('<p>one');
  expect(text((await preview(page_id, 2))?.body)).toBe('<p>two');
  expect(await preview(page_id, 3)).toBeNull();
  expect(await preview(page_id + 1_000_000, 1)).toBeNull();
});

test('a suspended website has no preview, and neither has a revision whose texts are pruned', async () => {
  const ctx = agentCtx();
  const { page_id } = await makeWebsite(services, ctx, { html: '<p>one' });
  const suspend = async (on: boolean) =>
    services.db.rows(sql`update builder.page set suspended = ${on} where page_id = ${page_id}`);
  await suspend(true);
  expect(await preview(page_id, 1)).toBeNull();
  await suspend(false);
  await services.db
    .rows(sql`update builder.revision set pruned = true, inline = null, object = null,
    layers_inline = null, layers_object = null where page_id = ${page_id}`);
  expect(await preview(page_id, 1)).toBeNull();
});

test('websites that an older release made are found after the next start', async () => {
  const ctx = agentCtx();
  const pages: number[] = [];
  for (let n = 0; n < 5; n += 1) pages.push((await makeWebsite(services, ctx)).page_id);
  await services.db.rows(
    sql`delete from builder.page_home where page_id = any(${pages}::bigint[])`,
  );
  expect(await preview(pages[0] ?? 0, 1)).toBeNull();
  const stopping = new AbortController().signal;
  await recordPageHomes(services, { log: silentLogger, stopping }, 2);
  for (const page_id of pages) expect(await preview(page_id, 1)).not.toBeNull();
});
