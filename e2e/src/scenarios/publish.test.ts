import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { makeAgentKey } from '@bridge/kernel';
import {
  create,
  done,
  guarded,
  pageHtml,
  patchOf,
  product,
  publish,
  refused,
  stage,
  unique,
  visit,
  website,
} from '../stage.ts';
import { putRaw } from '../call.ts';
import { verifies, verifiesOnce } from '../verifies.ts';

const one = await stage();
const PORTABLE = pageHtml('Portable');
const ONLINE = PORTABLE.replace(
  '</head>',
  '<script src="https://cdn.example.org/a.js"></script></head>',
);

verifies(
  ['publishing.publish', 'publishing.result', 'publishing.public-first'],
  async (surface) => {
    const call = one.on(surface);
    const page = await create(call, one.word, PORTABLE);
    const reply = done(await call('builder.publish', guarded(page)));
    expect(reply).toMatchObject({
      publication_mode: 'portable',
      offline_ready: true,
      unchanged: false,
      website: {
        state: 'published',
        visibility: 'public',
        published_revision: 1,
        has_unpublished_changes: false,
      },
    });
    const record = reply['website'] as typeof page;
    expect(record.live_url).toBe(`${product().contentUrl.replace('//', `//p${page.page_id}.`)}/`);
    const live = await visit(record.live_url ?? '');
    expect(live.status).toBe(200);
    expect(live.text).toBe(PORTABLE);
    expect((await visit(record.snapshot?.url ?? '')).text).toBe(PORTABLE);
  },
);

verifies('publishing.separate', async (surface) => {
  const draft = await one.with(surface, { preset: 'draft' });
  const page = await create(draft, one.word);
  const error = refused(await draft('builder.publish', guarded(page)), 'insufficient_scope');
  expect(error).toMatchObject({ status: 403, details: { required_scope: 'builder.publish' } });
  refused(await draft('builder.clear', guarded(page)), 'insufficient_scope');
});

verifiesOnce('publishing.archive', async () => {
  const call = one.on('act');
  const page = await create(call, one.word, PORTABLE);
  const { archive, website: record } = done<{
    archive: { url: string; bytes: number; sha256: string; filename: string };
    website: typeof page;
  }>(await call('builder.publish', guarded(page)));
  expect(record.snapshot?.archive_url).toBe(archive.url);
  const zip = await visit(archive.url);
  expect(zip.status).toBe(200);
  expect(zip.bytes.byteLength).toBe(archive.bytes);
  expect(hash('sha256', zip.bytes)).toBe(archive.sha256);
  expect(zip.headers['content-disposition']).toContain(archive.filename);
  const part = await visit(archive.url, { headers: { range: 'bytes=0-3' } });
  expect([part.status, part.bytes.toString('latin1')]).toEqual([206, 'PK\u0003\u0004']);
});

verifies('publishing.online', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word, ONLINE);
  const reply = done<{
    warnings: { code: string; url?: string; line?: number }[];
  }>(await call('builder.publish', guarded(page)));
  expect(reply).toMatchObject({ publication_mode: 'online', offline_ready: false, archive: null });
  expect(reply.warnings.find((warning) => warning.code === 'external_script')).toMatchObject({
    url: 'https://cdn.example.org/a.js',
    line: 2,
  });
});

verifiesOnce('publishing.unchanged', async () => {
  const call = one.on('act');
  const page = await create(call, one.word, PORTABLE);
  const first = done<{ website: typeof page }>(await call('builder.publish', guarded(page)));
  const cleared = website(await call('builder.patch', patchOf(page, '<p>first</p>', '<p>1st</p>')));
  const back = website(await call('builder.patch', patchOf(cleared, '<p>1st</p>', '<p>first</p>')));
  const again = done<{ website: typeof page }>(await call('builder.publish', guarded(back)));
  expect(again).toMatchObject({ unchanged: true, website: { published_revision: 3 } });
  expect(again.website.snapshot).toMatchObject({
    snapshot_id: first.website.snapshot?.snapshot_id,
    published_at: first.website.snapshot?.published_at,
  });
});

verifiesOnce('publishing.immutable', async () => {
  const call = one.on('act');
  const page = await create(call, one.word, PORTABLE);
  const old = await publish(call, page);
  const patched = website(await call('builder.patch', patchOf(page, 'second', 'third')));
  const next = await publish(call, patched);
  expect(next.snapshot?.snapshot_id).not.toBe(old.snapshot?.snapshot_id);
  const kept = await visit(old.snapshot?.url ?? '');
  expect([kept.status, kept.text]).toEqual([200, PORTABLE]);
  expect(String(kept.headers['cache-control'])).toContain('immutable');
  expect((await visit(next.live_url ?? '')).text).toContain('third');
});

verifies(['drafts.empty-legal', 'publishing.empty-refused'], async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word, '');
  expect(page.chars).toBe(0);
  refused(await call('builder.publish', guarded(page)), 'empty_draft');
});

verifies('publishing.secret-refused', async (surface) => {
  const call = one.on(surface);
  const secret = makeAgentKey();
  const page = await create(call, one.word, `<!doctype html>\n<p>${secret}</p>`);
  const error = refused(await call('builder.publish', guarded(page)), 'secret_in_html');
  expect(error.details).toMatchObject({ line: 2 });
  expect(JSON.stringify(error)).not.toContain(secret);
  expect(website(await call('builder.get', { page_id: page.page_id })).state).toBe('draft');
});

verifiesOnce('publishing.warnings', async () => {
  const call = one.on('act');
  const images = '<img src="https://x.example/a.png">\n'.repeat(7);
  const page = await create(
    call,
    one.word,
    `<!doctype html>\n${images}<a href="about.html">About</a>\n<script>\nlet = ;\n</script>`,
  );
  const reply = done(await call('builder.publish', guarded(page)));
  expect(reply).toMatchObject({ publication_mode: 'online', truncated: false });
  expect(reply['warnings']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        code: 'external_image',
        element: 'img[src]',
        url: 'https://x.example/a.png',
        count: 7,
        line: 2,
        column: 1,
        places: [2, 3, 4, 5, 6].map((line) => ({ line, column: 1 })),
      }),
      expect.objectContaining({ code: 'missing_page', url: 'about.html', line: 9 }),
      expect.objectContaining({
        code: 'script_unparsed',
        line: 11,
        message: expect.stringContaining('Unexpected token') as string,
      }),
    ]),
  );
});

verifiesOnce('publishing.secret-encoded', async () => {
  const call = one.on('act');
  const secret = makeAgentKey();
  const data = Buffer.from(`{"key":"${secret}"}`);
  for (const text of [
    `Bearer%20${secret}`,
    `"\\u0022${secret}"`,
    `my_${secret}x`,
    `<a href="data:application/json;base64,${data.toString('base64')}">`,
    `<script>f(atob('${Buffer.from(data.toString('latin1'), 'utf16le').toString('base64')}'))</script>`,
    [...secret].map((char) => `&#${char.charCodeAt(0)};\u00ad`).join(''),
  ]) {
    const page = await create(call, one.word, `<!doctype html>\n<p>\n${text}`);
    const error = refused(await call('builder.publish', guarded(page)), 'secret_in_html');
    expect(error.details).toMatchObject({ found: [{ part: 'html', line: 3 }] });
    expect(JSON.stringify(error)).not.toContain(secret);
  }
});

verifiesOnce(['content.labels', 'content.redirect', 'content.path-form'], async () => {
  const call = one.on('act');
  const target = unique('label');
  done(await call('worlds.found', { word: target, idempotency_key: unique('key') }));
  const page = await create(call, one.word, PORTABLE);
  const live = await publish(call, page);
  const moved = website(await call('builder.attach', { ...guarded(live), word: target }));
  expect(moved.live_url).toBe(live.live_url);
  expect((await visit(live.live_url ?? '')).status).toBe(200);
  const { contentUrl } = product();
  const redirect = await visit(`${contentUrl.replace('//', `//${one.word}.`)}/${page.page_id}`);
  expect([301, 302, 307, 308]).toContain(redirect.status);
  expect(redirect.headers['location']).toBe(live.live_url);
  const path = await visit(`${contentUrl}/p/${page.page_id}/`);
  expect([path.status, path.text]).toEqual([200, PORTABLE]);
  expect(String(path.headers['content-security-policy'])).toMatch(/sandbox/);
  expect(String(path.headers['content-security-policy'])).not.toContain('allow-same-origin');
  expect((await visit(`${contentUrl}/w/${target}/`)).status).toBe(200);
});

verifiesOnce('content.plain', async () => {
  const call = one.on('act');
  const page = await create(call, one.word, PORTABLE);
  const { live_url: live = '' } = await publish(call, page);
  const headers = { cookie: 'a=b', authorization: `Bearer ${one.secret}` };
  const shown = await visit(live ?? '', { headers });
  expect(shown.headers['set-cookie']).toBeUndefined();
  expect(shown.headers['x-content-type-options']).toBe('nosniff');
  expect((await visit(`${live}api/agent-bridge`, { headers })).status).toBe(404);
  expect((await visit(live ?? '', { method: 'POST', headers })).status).toBe(405);
  expect((await visit(live ?? '', { method: 'HEAD' })).status).toBe(200);
  expect((await visit(live ?? '', { headers: { host: 'evil.example' } })).status).toBe(403);
});

verifiesOnce('content.app-no-html', async () => {
  const call = one.on('act');
  const page = await create(call, one.word, PORTABLE);
  const raw = await fetch(`${product().baseUrl}/api/agent-bridge/pages/${page.page_id}/raw`, {
    headers: { authorization: `Bearer ${one.secret}` },
  });
  expect(raw.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(raw.headers.get('content-security-policy')).toContain('sandbox');
  expect((await fetch(`${product().baseUrl}/p/${page.page_id}/`)).status).toBe(404);
});

verifiesOnce('drafts.raw-read', async () => {
  const call = one.on('act');
  const html = `\ufeff<p>\r\n\u0000\ud83d\ude00${'x'.repeat(400_000)}`;
  const page = await create(call, one.word, html);
  const raw = await fetch(`${product().baseUrl}/api/agent-bridge/pages/${page.page_id}/raw`, {
    headers: { authorization: `Bearer ${one.secret}` },
  });
  expect(raw.status).toBe(200);
  expect(raw.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(raw.headers.get('etag')).toBe('"r1"');
  expect(Buffer.from(await raw.arrayBuffer()).equals(Buffer.from(html, 'utf8'))).toBe(true);
});

verifiesOnce('drafts.raw-write', async () => {
  const { baseUrl } = product();
  const page = await create(one.on('act'), one.word);
  const html = `\ufeff<p>\r\n\u0000\ud83d\ude00${'y'.repeat(400_000)}`;
  const own = unique('raw');
  const written = await putRaw(baseUrl, one.secret, page, html, own);
  expect(done(written)).toMatchObject({ applied: 1, website: { draft_revision: 2 } });
  expect(await putRaw(baseUrl, one.secret, page, html, own)).toEqual({
    ...written,
    replayed: true,
  });
  refused(await putRaw(baseUrl, one.secret, page, '<p>', unique('raw')), 'revision_conflict');
  const read = done(await one.on('mcp')('builder.get', { page_id: page.page_id }));
  expect(read['raw_html'] === html).toBe(true);
  const bare = await fetch(`${baseUrl}/api/agent-bridge/pages/${page.page_id}/raw`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${one.secret}`, 'content-type': 'text/html' },
    body: '<p>',
  });
  expect([bare.status, await bare.json()]).toMatchObject([
    428,
    { error: { code: 'precondition_required' } },
  ]);
});

verifies('patch.empty-draft', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word);
  const cleared = website(await call('builder.clear', guarded(page)));
  const error = refused(
    await call('builder.patch', patchOf(cleared, 'first', '1st')),
    'empty_draft',
  );
  expect(error).toMatchObject({ status: 422, details: { draft_revision: 2 } });
  expect(error.hint).toMatch(/PUT \/api\/agent-bridge\/pages\/\d+\/raw.*builder_create/);
  const { baseUrl } = product();
  const filled = website(await putRaw(baseUrl, one.secret, cleared, '<p>first', unique('raw')));
  expect(website(await call('builder.patch', patchOf(filled, 'first', '1st'))).chars).toBe(6);
});
