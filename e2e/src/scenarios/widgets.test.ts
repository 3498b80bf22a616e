import { expect } from 'vitest';
import { create, done, guarded, patchOf, refused, stage, visit, website } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
const agent = await one.with('act', {
  scopes: [
    ...['widgets.catalog', 'widgets.install_page', 'surf.search'],
    ...['builder.create', 'builder.get', 'builder.patch', 'builder.publish'],
  ],
});

/** The members of a result of `widgets.install` that these tests read. */
type InstallResult = { readonly widget: { readonly instance: string; readonly html: string } };

verifiesOnce('widgets.catalog', async () => {
  const { widgets } = done<{
    widgets: readonly { widget_id: string; external: boolean; params_schema: object }[];
  }>(await agent('widgets.catalog', {}));
  expect(widgets.map(({ widget_id }) => widget_id)).toEqual([
    'cited-picture',
    'contents',
    'theme-switch',
  ]);
  for (const { external } of widgets) expect(external).toBe(false);
  refused(await one.on('act')('widgets.catalog', {}), 'insufficient_scope');
});

verifiesOnce('widgets.markers', async () => {
  const page = await create(agent, one.word);
  const install = { ...guarded(page), widget_id: 'contents', position: { after: '</h1>' } };
  const result = done<InstallResult>(await agent('widgets.install_page', install));
  const { raw_html } = done(await agent('builder.get', { page_id: page.page_id }));
  expect(raw_html).toContain(`</h1>${result.widget.html}<p>first</p>`);
  expect(done(await agent('widgets.install_page', install))).toEqual(result);
  refused(
    await agent('widgets.install_page', { ...install, widget_id: 'theme-switch' }),
    'idempotency_mismatch',
  );
});

verifiesOnce('widgets.remove', async () => {
  const page = await create(agent, one.word);
  const install = { ...guarded(page), widget_id: 'theme-switch' };
  const outcome = await agent('widgets.install_page', install);
  const { widget } = done<InstallResult>(outcome);
  const removal = patchOf(website(outcome), widget.html, '');
  expect(website(await agent('builder.patch', removal)).raw_sha256).toBe(page.raw_sha256);
});

verifiesOnce('widgets.refusals', async () => {
  const page = await create(agent, one.word);
  const install = (change: object) =>
    agent('widgets.install_page', { ...guarded(page), widget_id: 'contents', ...change });
  const miss = refused(await install({ position: { before: '<p>secnd</p>' } }), 'patch_no_match');
  expect(miss.details).toMatchObject({ suggested_old: '<p>second</p>', cause: 'typo' });
  refused(await install({ position: { before: '<p>' } }), 'patch_ambiguous');
  refused(await install({ expected_revision: 7 }), 'revision_conflict');
  refused(await install({ position: 'body_start' }), 'invalid_input');
  const clear = await one.with('act', { scopes: ['builder.clear'] });
  const cleared = website(await clear('builder.clear', guarded(page)));
  refused(await install({ expected_revision: cleared.draft_revision }), 'empty_draft');
  const stranger = await (await stage()).with('act', { scopes: ['widgets.install_page'] });
  const foreign = (page_id: number) =>
    stranger('widgets.install_page', { ...guarded({ ...page, page_id }), widget_id: 'contents' });
  const seen = refused(await foreign(page.page_id), 'page_not_found');
  const missing = refused(await foreign(page.page_id + 1_000_000_000), 'page_not_found');
  expect(seen).toEqual({
    ...missing,
    message: missing.message.replace(/\d+/, String(page.page_id)),
    details: { page_id: page.page_id },
  });
});

verifiesOnce('widgets.not-found', async () => {
  const page = await create(agent, one.word);
  const install = { ...guarded(page), widget_id: 'clock' };
  refused(await agent('widgets.install_page', install), 'widget_not_found');
});

verifiesOnce('widgets.params', async () => {
  const page = await create(agent, one.word);
  const params = { title: 'x', levels: 'h9', more: true };
  const install = { ...guarded(page), widget_id: 'contents', params };
  const { details } = refused(await agent('widgets.install_page', install), 'invalid_input');
  const { issues } = details as { issues: readonly { path: string }[] };
  expect(issues.map(({ path }) => path).sort()).toEqual(['params.levels', 'params.more']);
  const large = { ...install, params: { title: 'x'.repeat(300_000) } };
  const refusal = refused(await agent('widgets.install_page', large), 'invalid_input');
  expect(refusal.details).toMatchObject({ issues: [{ path: 'params', rule: 'too_big' }] });
});

verifiesOnce(['widgets.params-text', 'widgets.offline'], async () => {
  const { references } = done<{ references: readonly object[] }>(
    await agent('surf.search', { query: 'moon', limit: 1 }),
  );
  const page = await create(agent, one.word);
  const note = '</script><img src=x> --> "quoted" \'too\'';
  const params = { reference: references[0], note };
  const install = { ...guarded(page), widget_id: 'cited-picture', params };
  const installed = website(await agent('widgets.install_page', install));
  const publication = done(await agent('builder.publish', guarded(installed)));
  expect(publication).toMatchObject({ offline_ready: true, publication_mode: 'portable' });
  const { live_url } = publication['website'] as { live_url: string };
  const text = Buffer.from((await visit(live_url)).bytes).toString();
  const shown = '&lt;/script&gt;&lt;img src=x&gt; --&gt; &quot;quoted&quot; &#39;too&#39;';
  expect(text).toContain(`<p>${shown}</p>`);
});
