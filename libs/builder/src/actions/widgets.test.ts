import { bodyOf, putBody, readBody } from '@bridge/blobs';
import { BUILDER, type CallPrincipal } from '@bridge/contracts';
import { BridgeError, randomIds } from '@bridge/kernel';
import {
  agentCtx,
  builderModule,
  makeWebsite,
  publisherModule,
  publishWebsite,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWidgetFiles } from '../widgets/widget-files.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule]);
});
afterAll(() => services.stop());

const widgets = readWidgetFiles();
let count = 0;
const key = (): string => `widgets-${String((count += 1)).padStart(4, '0')}`;
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>W</title></head>\n<body><h1>One</h1><h2>Two</h2></body></html>\n';
const REFERENCE = {
  title: 'Moonlit Harbour',
  institution: 'A Museum',
  source_url: 'https://example.org/works/1',
};

async function draft(html = PAGE, ctx = agentCtx()) {
  return { ctx, website: await makeWebsite(services, ctx, { html, title: 'Widgets' }) };
}
async function html(ctx: CallPrincipal, page_id: number): Promise<string> {
  const { raw_html } = (await services.call(BUILDER.get, ctx, { page_id })).result;
  return new TextDecoder().decode(await readBody(services.blobs, raw_html));
}

/** The members of a widget installation that differ from the default input of these tests. */
type WidgetInstallOverrides = Partial<Parameters<typeof asked>[1]>;
const asked = (
  page_id: number,
  change: {
    widget_id?: string;
    version?: string;
    params?: Record<string, unknown>;
    position?: 'body_end' | { before: string } | { after: string };
    expected_revision?: number;
    idempotency_key?: string;
  } = {},
) => ({
  page_id,
  expected_revision: 1,
  widget_id: 'contents',
  idempotency_key: key(),
  ...change,
});
const install = async (ctx: CallPrincipal, page_id: number, change: WidgetInstallOverrides = {}) =>
  (await services.call(BUILDER.widgetsInstallPage, ctx, asked(page_id, change))).result;
const code = (code: string) => expect.objectContaining({ code });

// Verifies: widgets.catalog.
test('the catalogue lists each widget with size, hash and schema of its params', async () => {
  const { widgets: listed } = (await services.call(BUILDER.widgetsCatalog, agentCtx(), {})).result;
  expect(listed.map(({ widget_id }) => widget_id)).toEqual([
    'cited-picture',
    'contents',
    'theme-switch',
  ]);
  for (const one of listed) {
    const file = widgets.find(one.widget_id, one.version)?.html ?? '';
    expect(one.sha256).toBe(hash('sha256', file));
    expect(one.bytes).toBe(Buffer.byteLength(file));
    expect(one.params_schema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

describe('widgets.install_page', () => {
  // Verifies: widgets.markers, widgets.body-end.
  test('inserts the widget between its markers as the next revision', async () => {
    const { ctx, website } = await draft();
    const { website: after, widget } = await install(ctx, website.page_id);
    expect(after).toMatchObject({ draft_revision: 2, has_unpublished_changes: true });
    expect(widget).toMatchObject({ widget_id: 'contents', version: '1.0.0' });
    const { instance } = widget;
    const text = await html(ctx, website.page_id);
    expect(text).toBe(PAGE.replace('</body>', () => `${widget.html ?? ''}</body>`));
    expect(text).toContain(`<!-- widget:contents v1.0.0 #${instance} -->\n<nav `);
    expect(text).toContain(`</script>\n<!-- /widget:contents #${instance} -->\n</body>`);
    const [newest] = (
      await services.call(
        BUILDER.revisions,
        { ...ctx, key_id: null, surface: 'console' },
        { page_id: website.page_id, before: null, limit: 1 },
      )
    ).result.revisions;
    expect(newest).toMatchObject({ action: 'widgets.install_page', actor: ctx.key_id });
  });

  // Verifies: widgets.position.
  test.each([
    ['before', '<h2>Two</h2>', (text: string, block: string) => `${block}${text}`],
    ['after', '<h1>One</h1>', (text: string, block: string) => `${text}${block}`],
  ] as const)('puts it %s a text that stands once', async (side, text, join) => {
    const { ctx, website } = await draft();
    const position = side === 'before' ? { before: text } : { after: text };
    const { widget } = await install(ctx, website.page_id, { position });
    const wanted = PAGE.replace(text, () => join(text, widget.html ?? ''));
    expect(await html(ctx, website.page_id)).toBe(wanted);
  });

  // Verifies: widgets.remove.
  test.each(['body_end', { before: '<h2>Two</h2>' }, { after: '<h1>One</h1>' }] as const)(
    'at %j is undone by a patch with its html, byte for byte',
    async (position) => {
      const { ctx, website } = await draft();
      const { page_id } = website;
      const one = await install(ctx, page_id, { position });
      const two = await install(ctx, page_id, { position, expected_revision: 2 });
      const patch_ops = [two, one].map(({ widget }) => ({
        op: 'replace_text' as const,
        old: widget.html ?? '',
        new: '',
      }));
      const input = {
        page_id,
        expected_revision: 3,
        idempotency_key: key(),
        patch_ops: await putBody(
          services.blobs,
          randomIds,
          await bodyOf(JSON.stringify(patch_ops)),
        ),
      };
      const { website: after } = (await services.call(BUILDER.patch, ctx, input)).result;
      expect(after.raw_sha256).toBe(website.raw_sha256);
    },
  );

  // Verifies: widgets.refusals.
  test('is refused as the patch that it is, and then leaves the draft as it was', async () => {
    const { ctx, website } = await draft();
    const { page_id } = website;
    const before = { before: '<h2>Tow</h2>' };
    await expect(install(ctx, page_id, { position: before })).rejects.toMatchObject({
      code: 'patch_no_match',
      details: { applied: 0, op_index: 0, cause: 'typo', suggested_old: '<h2>Two</h2>' },
    });
    await expect(install(ctx, page_id, { position: { after: 'html' } })).rejects.toMatchObject({
      code: 'patch_ambiguous',
      details: { op_index: 0, match_count: 3 },
    });
    await expect(install(ctx, page_id, { expected_revision: 2 })).rejects.toMatchObject({
      code: 'revision_conflict',
      details: { page_id, expected_revision: 2, current_revision: 1 },
    });
    await expect(install(ctx, page_id + 999_999)).rejects.toThrow(code('page_not_found'));
    const { website: same } = (await services.call(BUILDER.get, ctx, { page_id })).result;
    expect(same).toEqual(website);
    const empty = await draft('');
    await expect(install(empty.ctx, empty.website.page_id)).rejects.toThrow(code('empty_draft'));
    const full = await draft('x'.repeat(5_242_880));
    await expect(install(full.ctx, full.website.page_id)).rejects.toThrow(code('html_too_large'));
  });

  test('answers for a foreign website exactly as for one that does not exist', async () => {
    const { website } = await draft();
    const ctx = agentCtx();
    const refusal = async (page_id: number) =>
      install(ctx, page_id).catch((error: unknown) => (error as BridgeError).code);
    expect(await refusal(website.page_id)).toBe('page_not_found');
    expect(await refusal(987_654_321)).toBe('page_not_found');
  });

  // Verifies: widgets.not-found.
  test('names a widget or version that does not exist', async () => {
    const { ctx, website } = await draft();
    await expect(install(ctx, website.page_id, { widget_id: 'clock' })).rejects.toMatchObject({
      code: 'widget_not_found',
      details: { widget_id: 'clock' },
    });
    await expect(install(ctx, website.page_id, { version: '1.0.9' })).rejects.toMatchObject({
      code: 'widget_not_found',
      details: { widget_id: 'contents', version: '1.0.9' },
    });
  });

  // Verifies: widgets.params.
  test.each([
    ['contents', { title: 3 }, [['params.title', 'must be a string']]],
    ['contents', { titel: 'x' }, [['params.titel', 'this property is not known']]],
    ['contents', { levels: 'h4' }, [['params.levels', 'must be "h2" or "h2-h3"']]],
    ['contents', { title: 'a\u0007' }, [['params.title', expect.stringMatching(/^must match/)]]],
    ['contents', { title: '😀'.repeat(81) }, [['params.title', 'must be at most 80 characters']]],
    ['cited-picture', {}, [['params.reference', 'is required']]],
    [
      'cited-picture',
      { reference: { ...REFERENCE, source_url: 'javascript:alert(1)', more: 1 } },
      [
        ['params.reference.source_url', expect.stringMatching(/^must match/)],
        ['params.reference.more', 'this property is not known'],
      ],
    ],
    [
      'cited-picture',
      { reference: REFERENCE, picture: 'data:image/svg+xml;base64,AAAA' },
      [['params.picture', expect.stringMatching(/^must match/)]],
    ],
    [
      'cited-picture',
      { reference: REFERENCE, picture: 'https://example.org/a.png' },
      [['params.picture', expect.stringMatching(/^must match/)]],
    ],
  ])('of %s refuses %j and says where', async (widget_id, params, issues) => {
    const { ctx, website } = await draft();
    await expect(install(ctx, website.page_id, { widget_id, params })).rejects.toMatchObject({
      code: 'invalid_input',
      details: {
        issues: issues.map(([path, message]) => expect.objectContaining({ path, message })),
      },
    });
  });

  // Verifies: widgets.params-text.
  test.each(['</script><script>x()</script>', '--> <b>', `" onload="x()' y`, '$& {{title}} &amp;'])(
    'shows %j as text',
    async (text) => {
      const { ctx, website } = await draft();
      const reference = { ...REFERENCE, title: text, creator: text };
      await install(ctx, website.page_id, { params: { title: text } });
      const params = { reference, note: text, alt: text };
      const more = { widget_id: 'cited-picture', params, expected_revision: 2 };
      const { widget } = await install(ctx, website.page_id, more);
      const shown = widget.html ?? '';
      expect(shown).not.toContain('<script');
      expect(shown).not.toContain('<b>');
      expect(shown).not.toContain('onload="');
      expect(shown.match(/-->/g)).toHaveLength(2);
      const at = { page_id: website.page_id, revision: 3 };
      const { offline_ready } = await publishWebsite(services, ctx, at);
      expect(offline_ready).toBe(true);
    },
  );

  // Verifies: widgets.offline.
  test.each(widgets.newest)('of $widgetId keeps the page offline-ready', async (widget) => {
    const { ctx, website } = await draft();
    const { page_id } = website;
    const change = { widget_id: widget.widgetId, params: widget.sample };
    await install(ctx, page_id, change);
    const result = await publishWebsite(services, ctx, { page_id, revision: 2 });
    expect(result).toMatchObject({
      offline_ready: true,
      publication_mode: 'portable',
      warnings: [],
    });
  });

  test('of a picture without its bytes links to it, and a reference of the search is taken whole', async () => {
    const { ctx, website } = await draft();
    const reference = {
      ...{ id: 'a-1', creator: '', date: '', medium: '', source: 's', attribution: 'A' },
      ...REFERENCE,
      image_url: 'https://images.example.org/1.jpg',
      rights: { uri: 'https://example.org/cc0', label: 'CC0', category: 'open' },
      ...{ availability: 'unverified', rights_verified: false, similar: 0 },
    };
    const change = { widget_id: 'cited-picture', params: { reference } };
    const { widget } = await install(ctx, website.page_id, change);
    expect(widget.html).toContain('<a href="https://images.example.org/1.jpg" rel="noreferrer">');
    expect(widget.html).not.toContain('<img');
    const at = { page_id: website.page_id, revision: 2 };
    const result = await publishWebsite(services, ctx, at);
    expect(result).toMatchObject({ offline_ready: true, warnings: [] });
  });

  test('a repeated call is one installation; another call with its key is refused', async () => {
    const { ctx, website } = await draft();
    const input = asked(website.page_id);
    const first = await services.call(BUILDER.widgetsInstallPage, ctx, input);
    const second = await services.call(BUILDER.widgetsInstallPage, ctx, input);
    expect(second).toEqual({ ...first, replayed: true });
    await expect(
      services.call(BUILDER.widgetsInstallPage, ctx, { ...input, widget_id: 'theme-switch' }),
    ).rejects.toThrow(code('idempotency_mismatch'));
  });

  test('above 32 KiB the result leaves the inserted text out', async () => {
    const { ctx, website } = await draft();
    const picture = `data:image/png;base64,${'A'.repeat(40_000)}`;
    const change = { widget_id: 'cited-picture', params: { reference: REFERENCE, picture } };
    const { widget } = await install(ctx, website.page_id, change);
    expect(widget.html).toBeNull();
    expect(await html(ctx, website.page_id)).toContain(picture);
  });
});
