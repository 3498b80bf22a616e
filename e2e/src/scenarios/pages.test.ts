import { hash } from 'node:crypto';
import { expect } from 'vitest';
import {
  create,
  done,
  guarded,
  patchOf,
  product,
  publish,
  refused,
  stage,
  unique,
  visit,
  website,
} from '../stage.ts';
import { verifies, verifiesOnce } from '../verifies.ts';

const one = await stage();
const other = await stage();

verifies(
  ['drafts.create', 'drafts.private', 'drafts.no-generation', 'drafts.page-id', 'drafts.record'],
  async (surface) => {
    const html = '<!doctype html><title>Exact</title><p>bytes';
    const page = await create(one.on(surface), one.word, html);
    expect(page).toMatchObject({
      word: one.word,
      kind: 'single',
      state: 'draft',
      visibility: 'private',
      draft_revision: 1,
      published_revision: null,
      live_url: null,
      snapshot: null,
      preview_url: null,
      chars: html.length,
      raw_sha256: hash('sha256', html),
      editor_url: `${product().baseUrl}/console/pages/${page.page_id}`,
      lineage: { origin: 'created', parent: null },
    });
    expect(page.page_id).toBeGreaterThan(0);
    expect(page).not.toHaveProperty('raw_html');
    expect((await visit(`${product().contentUrl}/p/${page.page_id}/`)).status).toBe(404);
  },
);

verifies(['drafts.read', 'drafts.read-extras', 'drafts.exact'], async (surface) => {
  const call = one.on(surface);
  const html = '\ufeff<!doctype html>\r\n<p>a\u0000b\u2028c\rd\n\ud83d\ude00</p>\u0085';
  const page = await create(call, one.word, html);
  const read = done(await call('builder.get', { page_id: page.page_id }));
  expect(read).toMatchObject({
    raw_html: html,
    layers: [],
    newline: 'mixed',
    content_trust: 'untrusted',
    website: { draft_revision: 1 },
  });
});

verifies('drafts.default-html', async (surface) => {
  const call = one.on(surface);
  const page = website(
    await call('builder.create', {
      title: 'Default',
      word: one.word,
      idempotency_key: unique('key'),
    }),
  );
  const read = done(await call('builder.get', { page_id: page.page_id }));
  expect(read['raw_html']).toMatch(/<meta charset="utf-8">.*<h1>New website<\/h1>/);
});

verifies(['drafts.title', 'limits.title-controls', 'limits.code-points'], async (surface) => {
  const call = one.on(surface);
  const make = (title: unknown) =>
    call('builder.create', { title, word: one.word, idempotency_key: unique('key') });
  for (const title of [
    '',
    'x'.repeat(121),
    '\ud83d\ude00'.repeat(121),
    'a\u0007b',
    'a\u0085b',
    'a\nb',
    ' ',
    '\u00a0\u2003',
    7,
  ]) {
    refused(await make(title), 'invalid_input');
  }
  expect(website(await make('\ud83d\ude00'.repeat(120))).title).toBe('\ud83d\ude00'.repeat(120));
  expect(website(await make('../../x \u202eabc')).title).toBe('../../x \u202eabc');
});

verifies('patch.apply', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word);
  const reply = done(
    await call('builder.patch', patchOf(page, '<p>first</p>', '<p>$& changed $1</p>')),
  );
  expect(reply).toMatchObject({ applied: 1, previous_revision: 1, website: { draft_revision: 2 } });
  const read = done(await call('builder.get', { page_id: page.page_id }));
  expect(read['raw_html']).toContain('<p>$& changed $1</p><p>second</p>');
});

verifies(['patch.stale', 'errors.conflict'], async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word);
  done(await call('builder.patch', patchOf(page, 'first', 'newer')));
  const stale = refused(
    await call('builder.patch', patchOf(page, 'newer', 'older')),
    'revision_conflict',
  );
  expect(stale).toMatchObject({
    status: 409,
    outcome: 'not_applied',
    retry: 'after_reconcile',
    details: { page_id: page.page_id, expected_revision: 1, current_revision: 2 },
  });
  const read = done(await call('builder.get', { page_id: page.page_id }));
  expect(read['raw_html']).toContain('newer');
  const redone = patchOf(
    { ...page, draft_revision: Number(stale.details['current_revision']) },
    'newer',
    'newest',
  );
  expect(website(await call('builder.patch', redone)).draft_revision).toBe(3);
});

verifies('patch.unique', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word, '<p>aaa</p><p>bbb</p>');
  const ambiguous = refused(
    await call('builder.patch', patchOf(page, 'aa', 'x')),
    'patch_ambiguous',
  );
  expect(ambiguous).toMatchObject({ status: 422, details: { op_index: 0, match_count: 2 } });
  const missing = refused(
    await call('builder.patch', patchOf(page, '<P>bbb</P>', 'x')),
    'patch_no_match',
  );
  expect(missing.details).toMatchObject({
    op_index: 0,
    cause: 'letter_case',
    suggested_old: '<p>bbb</p>',
  });
  refused(await call('builder.patch', patchOf(page, 'bbb', 'bbb')), 'patch_no_change');
  expect(done(await call('builder.get', { page_id: page.page_id }))['raw_html']).toBe(
    '<p>aaa</p><p>bbb</p>',
  );
});

verifies('patch.operations', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word);
  const base = { page_id: page.page_id, expected_revision: 1 };
  const op = { op: 'replace_text', old: 'first', new: '' };
  for (const ops of [
    [],
    Array.from({ length: 51 }, () => op),
    [{ ...op, op: 'other' }],
    [{ op: 'replace_text', old: 'x' }],
    [{ ...op, old: '' }],
    [{ ...op, extra: 1 }],
    'x',
  ]) {
    refused(
      await call('builder.patch', { ...base, idempotency_key: unique('key'), patch_ops: ops }),
      'invalid_input',
    );
  }
  const all = {
    ...base,
    idempotency_key: unique('key'),
    patch_ops: [op, { op: 'replace_text', old: 'missing', new: 'x' }],
  };
  refused(await call('builder.patch', all), 'patch_no_match');
  const both = {
    ...base,
    idempotency_key: unique('key'),
    patch_ops: [op, { op: 'replace_text', old: 'second', new: 'third' }],
  };
  expect(done(await call('builder.patch', both))).toMatchObject({ applied: 2 });
});

verifies('patch.result-size', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word, `<p>mark</p>${'x'.repeat(5_242_860)}`);
  const error = refused(
    await call('builder.patch', patchOf(page, 'mark', 'y'.repeat(40))),
    'html_too_large',
  );
  expect(error.details).toMatchObject({ chars: 5_242_907 });
});

verifies('drafts.html-size', async (surface) => {
  const call = one.on(surface);
  const make = (html: string) =>
    call('builder.create', {
      title: 'Large',
      word: one.word,
      raw_html: html,
      idempotency_key: unique('key'),
    });
  refused(await make('a'.repeat(5_242_881)), 'invalid_input');
  const longest = '\ud83d\ude00'.repeat(5_242_880);
  const page = website(await make(longest));
  expect(page).toMatchObject({
    chars: 5_242_880,
    raw_sha256: hash('sha256', longest),
  });
});

verifies('drafts.attach', async (surface) => {
  const call = one.on(surface);
  const target = unique('target');
  done(await call('worlds.found', { word: target, idempotency_key: unique('key') }));
  const page = await create(call, one.word);
  const moved = website(await call('builder.attach', { ...guarded(page), word: target }));
  expect(moved).toMatchObject({
    page_id: page.page_id,
    word: target,
    state: 'draft',
    draft_revision: 2,
    lineage: page.lineage,
  });
  refused(await call('builder.attach', { ...guarded(page), word: one.word }), 'revision_conflict');
});

verifies(
  ['drafts.clear', 'publishing.stays-published', 'publishing.survives-clear'],
  async (surface) => {
    const call = one.on(surface);
    const page = await create(call, one.word);
    const live = await publish(call, page);
    const before = await visit(live.live_url ?? '');
    const cleared = website(await call('builder.clear', guarded(live)));
    expect(cleared).toMatchObject({
      page_id: page.page_id,
      word: one.word,
      lineage: page.lineage,
      draft_revision: 2,
      chars: 0,
      state: 'published',
      has_unpublished_changes: true,
      snapshot: { snapshot_id: live.snapshot?.snapshot_id },
    });
    expect(done(await call('builder.get', { page_id: page.page_id }))).toMatchObject({
      raw_html: '',
      layers: [],
    });
    const after = await visit(live.live_url ?? '');
    expect(after.bytes.equals(before.bytes)).toBe(true);
    expect((await visit(live.snapshot?.url ?? '')).bytes.equals(before.bytes)).toBe(true);
  },
);

verifies('drafts.revisions', async (surface) => {
  const call = one.on(surface);
  let page = await create(call, one.word);
  expect(page.draft_revision).toBe(1);
  page = website(await call('builder.patch', patchOf(page, 'first', '1')));
  page = website(await call('builder.patch', patchOf(page, 'second', '2')));
  expect(page.draft_revision).toBe(3);
  expect((await publish(call, page)).draft_revision).toBe(3);
});

verifies('drafts.list', async (surface) => {
  const call = await other.with(surface, { scopes: ['builder.list', 'builder.create'] });
  const made = [];
  for (let n = 0; n < 3; n += 1) made.push((await create(other.on(surface), other.word)).page_id);
  for (const payload of [
    { limit: 0 },
    { limit: 101 },
    { after_id: -1 },
    { limit: 1.5 },
    { limit: '2' },
  ]) {
    refused(await call('builder.list', payload), 'invalid_input');
  }
  const seen: number[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page: Record<string, unknown> = done(
      await call('builder.list', { limit: 2, after_id: after }),
    );
    seen.push(...(page['websites'] as { page_id: number }[]).map((entry) => entry.page_id));
    after = page['next_after_id'] as number | null;
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen).toEqual(expect.arrayContaining(made));
  expect(new Set(seen).size).toBe(seen.length);
});

verifies(['drafts.author-only', 'errors.masked'], async (surface) => {
  const page = await create(one.on(surface), one.word);
  const stranger = other.on(surface);
  const missing = page.page_id + 1_000_000;
  const attempts: readonly (readonly [string, (id: number) => Record<string, unknown>])[] = [
    ['builder.get', (id) => ({ page_id: id })],
    ['builder.patch', (id) => ({ ...patchOf(page, 'first', 'x'), page_id: id })],
    ['builder.attach', (id) => ({ ...guarded(page), page_id: id, word: other.word })],
    ['builder.clear', (id) => ({ ...guarded(page), page_id: id })],
    ['builder.publish', (id) => ({ ...guarded(page), page_id: id })],
  ];
  for (const [action, payload] of attempts) {
    const foreign = refused(await stranger(action, payload(page.page_id)), 'page_not_found');
    const none = refused(await stranger(action, payload(missing)), 'page_not_found');
    // The answers for a foreign and a missing id are byte-identical except for the requested id.
    const named = (id: number) =>
      JSON.stringify(foreign).replace(`website ${page.page_id} `, `website ${id} `);
    expect(
      named(missing).replace(`"page_id":${page.page_id}}`, `"page_id":${missing}}`),
      action,
    ).toBe(JSON.stringify(none));
  }
  const listed = done<{
    websites: { page_id: number }[];
  }>(await stranger('builder.list', { limit: 100 }));
  expect(listed.websites.some((entry) => entry.page_id === page.page_id)).toBe(false);
});

verifiesOnce('drafts.history', async () => {
  const call = one.on('act');
  const page = await create(call, one.word);
  const patched = website(await call('builder.patch', patchOf(page, 'first', '1st')));
  const reply = await one.owner.send('GET', `/api/console/pages/${page.page_id}/revisions`);
  expect(reply.status).toBe(200);
  const { revisions } = (await reply.json()) as { revisions: Record<string, unknown>[] };
  expect(
    revisions.map((entry) => [entry['revision'], entry['action'], entry['body_kept']]),
  ).toEqual([
    [2, 'builder.patch', true],
    [1, 'builder.create', true],
  ]);
  expect(revisions[0]).toMatchObject({
    raw_sha256: patched.raw_sha256,
    chars: patched.chars,
    actor: patched.updated_by,
  });
});

verifiesOnce('drafts.layers', async () => {
  const call = one.on('act');
  const page = await create(
    call,
    one.word,
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>L</title></head><body><p>base</p></body></html>',
  );
  const layers = [
    {
      layer_id: 'ink',
      name: 'Ink',
      kind: 'css',
      order: 1,
      visible: true,
      content: 'p { color: rgb(1, 2, 3) }',
    },
    {
      layer_id: 'badge',
      name: 'Badge',
      kind: 'html',
      order: 2,
      visible: true,
      content: '<b>badge</b>',
    },
    {
      layer_id: 'memo',
      name: 'Memo',
      kind: 'note',
      order: 3,
      visible: true,
      content: 'not for the public',
    },
  ];
  const put = await one.owner.send('PUT', `/api/console/pages/${page.page_id}/layers`, {
    expected_revision: 1,
    idempotency_key: unique('layers'),
    layers,
  });
  expect(put.status).toBe(200);
  const read = done(await call('builder.get', { page_id: page.page_id }));
  expect(read).toMatchObject({ layers, website: { draft_revision: 2 } });
  const live = website(await call('builder.publish', { ...guarded(page), expected_revision: 2 }));
  const text = (await visit(live.live_url ?? '')).text;
  expect(text).toContain('rgb(1, 2, 3)');
  expect(text).toContain('<b>badge</b>');
  expect(text).not.toContain('not for the public');
});
