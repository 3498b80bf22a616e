import { until, getFrom } from '@bridge/testing';
import { expect } from 'vitest';
import { create, done, pageHtml, patchOf, product, stage, visit } from '../stage.ts';
import { callOn } from '../call.ts';
import { verifies, verifiesOnce } from '../verifies.ts';

const one = await stage();

/** Calls `builder.get` and returns the preview address in its result. */
async function previewOf(pageId: number, call = one.on('act')): Promise<string> {
  const { preview_url } = done(await call('builder.get', { page_id: pageId }))['website'] as {
    preview_url: string | null;
  };
  if (preview_url === null) expect.fail('the draft has no preview');
  return preview_url;
}

verifies('drafts.preview', async (surface) => {
  const call = one.on(surface);
  const page = await create(one.on('act'), one.word, pageHtml('A draft'));
  expect(page.preview_url).toBeNull();
  const url = await previewOf(page.page_id, call);
  const shown = await visit(url);
  expect([shown.status, shown.text]).toEqual([200, pageHtml('A draft')]);
  done(await call('builder.patch', patchOf(page, 'first', 'second')));
  expect((await visit(url)).text).toBe(pageHtml('A draft'));
  const { websites } = done<{
    websites: readonly { preview_url: unknown }[];
  }>(await call('builder.list', { limit: 100 }));
  for (const { preview_url } of websites) expect(preview_url).toBeNull();
});

verifiesOnce(['drafts.preview-path', 'drafts.preview-token'], async () => {
  const page = await create(one.on('act'), one.word);
  const { hostname } = new URL(await previewOf(page.page_id));
  const token = hostname.slice(1, hostname.indexOf('.'));
  const { port, host } = new URL(product().contentUrl);
  const get = async (path: string) => getFrom(Number(port), host, path);
  const shown = await get(`/d/${token}/`);
  expect(shown.status).toBe(200);
  expect(shown.headers['content-security-policy']).toMatch(/^sandbox (?!.*allow-same-origin)/);
  const altered = token.slice(0, 30) + (token[30] === 'a' ? 'q' : 'a') + token.slice(31);
  expect((await get(`/d/${altered}/`)).status).toBe(404);
});

verifiesOnce('drafts.preview-revoked', async () => {
  const page = await create(one.on('act'), one.word);
  const { key, secret } = await one.owner.makeKey({ scopes: ['builder.get'] });
  const url = await previewOf(page.page_id, callOn('act', product().baseUrl, secret));
  const kept = await previewOf(page.page_id);
  expect((await visit(url)).status).toBe(200);
  await one.owner.send('POST', '/api/agent-bridge/keys', { action: 'revoke', key_id: key.key_id });
  const from = performance.now();
  await until('the preview to end', async () => (await visit(url)).status === 404);
  expect(performance.now() - from).toBeLessThan(6_000);
  expect((await visit(kept)).status).toBe(200);
});
