import { EFFECT_MIGRATIONS } from '@bridge/db';
import { silentLogger, type Logger } from '@bridge/kernel';
import { fakeClock, testBase, testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { makePreviewTokens, OWNER_MARK } from '@bridge/web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startContentOrigin, type TestContentOrigin } from '../content-origin.fixture.ts';

const SECRET = 'a secret of the previews of a test';
const tokens = makePreviewTokens(SECRET);
// The clock of the content origin is a day ahead of the services' clock, so that the deadlines of its requests have not passed
// for them.
const clock = fakeClock(Date.now() + 86_400_000);
const log: string[] = [];
let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
let word: string;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  const settings = { BRIDGE_CONTENT_LISTEN: '127.0.0.1:0', BRIDGE_PREVIEW_SECRET: SECRET };
  const base = testBase(settings, { clock });
  const listen = (...parts: readonly unknown[]): void => void log.push(JSON.stringify(parts));
  const noisy: Logger = Object.assign(Object.create(silentLogger) as typeof silentLogger, {
    ...{ trace: listen, debug: listen, info: listen, warn: listen, error: listen },
    child: () => noisy,
  });
  origin = await startContentOrigin({ ...base, log: noisy }, database.db);
  word = await origin.found('previews');
});
afterAll(async () => {
  await origin.stop();
  await database.close();
});

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title>${body}</html>`;
const token = (pageId: number, more: Partial<Parameters<typeof tokens.sign>[0]> = {}) =>
  tokens.sign({
    of: 'draft',
    pageId,
    revision: 1,
    expiresS: Math.floor(clock.now() / 1_000) + 900,
    keyMark: OWNER_MARK,
    ...more,
  });
const host = (of: string) => `d${of}.localhost:4001`;
const show = (of: string, options = {}) => origin.get(host(of), '/', options);

describe('a preview', () => {
  // Verifies: drafts.preview, drafts.preview-sandbox.
  test('shows the revision, sandboxed, not stored and not indexed, also under a path', async () => {
    const html = page('<img src="https://cdn.example/x.png">');
    const { pageId } = await origin.draft({ html, word });
    const of = token(pageId);
    for (const answer of [await show(of), await origin.get('localhost:4001', `/d/${of}/`)]) {
      expect(answer).toMatchObject({
        status: 200,
        text: html,
        headers: {
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
          'content-security-policy':
            'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads; frame-ancestors http://localhost:4000',
          'x-content-type-options': 'nosniff',
        },
      });
      expect(answer.headers['referrer-policy']).toMatch(/no-referrer$/);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  // Verifies: editor.preview-helper.
  test('for the console has one script behind its last byte, and no other preview has it', async () => {
    const html = page('<p>helped');
    const { pageId } = await origin.draft({ html, word });
    const helped = await show(token(pageId, { hasHelper: true }));
    expect(helped.text.startsWith(`${html}<script>`)).toBe(true);
    expect(helped.text.match(/<script>/g)).toHaveLength(1);
    expect(helped.text).toContain('const app = "http://localhost:4000"');
    expect(Number(helped.headers['content-length'])).toBe(Buffer.byteLength(helped.text));
    expect((await show(token(pageId))).text).toBe(html);
    const agent = token(pageId, { hasHelper: true, keyMark: 'aaaaaaaaaaaa' });
    expect((await show(agent)).text).not.toContain('<script>');
    const large = page('x'.repeat(5_000_000));
    const { pageId: largeId } = await origin.draft({ html: large, word });
    const { text } = await show(token(largeId, { hasHelper: true }));
    expect(text.slice(0, large.length + 8)).toBe(`${large}<script>`);
  });

  // Verifies: editor.preview-helper.
  test('lets the page read its own address across its opaque origin', async () => {
    const { pageId } = await origin.draft({ html: page('<p>own'), word });
    expect((await show(token(pageId))).headers['access-control-allow-origin']).toBe('*');
  });

  // Verifies: editor.preview.
  test('shows unsaved edits at their seq, and ends with the next change of them', async () => {
    const { pageId } = await origin.draft({ html: page('<p>saved'), word });
    await origin.edit(pageId, 0, page('<p>edited'));
    const of = (revision: number) => token(pageId, { of: 'unsaved', revision });
    expect(await show(of(1))).toMatchObject({ status: 200, text: page('<p>edited') });
    expect(await show(token(pageId))).toMatchObject({ status: 200, text: page('<p>saved') });
    await origin.edit(pageId, 1, page('<p>again'));
    expect(await show(of(1))).toMatchObject({ status: 404 });
    expect(await show(of(2))).toMatchObject({ status: 200, text: page('<p>again') });
  });

  test('of an offline-ready page has the policy that its publication would have', async () => {
    const { pageId } = await origin.draft({ html: page('<p>ready'), word });
    const { headers } = await show(token(pageId));
    expect(headers['content-security-policy']).toContain(
      "default-src 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'none'; frame-ancestors",
    );
  });

  test('shows visible layers, as the publication composes them', async () => {
    const { pageId } = await origin.draft({ html: page('<p>with'), word });
    const layer = { layer_id: 'a', name: 'a', order: 0, visible: true };
    await origin.layers(pageId, [
      { ...layer, kind: 'html', content: '<i>shown</i>' },
      { ...layer, layer_id: 'b', kind: 'html', visible: false, content: '<i>hidden</i>' },
    ]);
    const { text } = await show(token(pageId, { revision: 2 }));
    expect(text).toBe(`${page('<p>with')}\n<i>shown</i>`);
    expect((await show(token(pageId))).text).toBe(page('<p>with'));
  });

  test('of a draft of full size is streamed', async () => {
    const html = page('x'.repeat(5_000_000));
    const { pageId } = await origin.draft({ html, word });
    expect((await show(token(pageId))).text).toBe(html);
  });

  // Verifies: drafts.preview-token.
  test('with a token that is wrong, altered, expired, of no page or of no revision is one and the same 404', async () => {
    const { pageId } = await origin.draft({ html: page('<p>hidden'), word });
    const good = token(pageId);
    const altered = good.slice(0, 30) + (good[30] === 'a' ? 'q' : 'a') + good.slice(31);
    const bad = [
      altered,
      token(pageId, { expiresS: Math.floor(clock.now() / 1_000) }),
      token(pageId + 1_000_000),
      token(pageId, { revision: 9 }),
      makePreviewTokens('x'.repeat(32)).sign({
        of: 'draft',
        pageId,
        revision: 1,
        expiresS: Math.floor(clock.now() / 1_000) + 900,
        keyMark: OWNER_MARK,
      }),
      'a'.repeat(61),
    ];
    const answers = await Promise.all(bad.map((of) => show(of)));
    const headers = { ...answers[0]?.headers };
    delete headers['date'];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(answers[0]?.text);
      expect(answer.headers).toMatchObject(headers);
    }
    expect((await show(good)).status).toBe(200);
  });

  test('has one address: other paths, methods and forms of the label are refused', async () => {
    const { pageId } = await origin.draft({ html: page('<p>one'), word });
    const of = token(pageId);
    for (const path of ['/robots.txt', '/sitemap.xml', '/x', '/~snapshots/'])
      expect((await origin.get(host(of), path)).status).toBe(404);
    for (const path of [
      `/d/${of}`,
      `/p/${of}/`,
      `/w/d${of}/`,
      `/d/d${of}/`,
      `/d/${of.toUpperCase()}/`,
    ])
      expect((await origin.get('localhost:4001', path)).status).toBe(404);
    expect((await show(of, { method: 'POST' })).status).toBe(405);
    expect((await show(of, { method: 'HEAD' })).text).toBe('');
    expect((await show(of, { headers: { 'service-worker': 'script' } })).status).toBe(404);
  });

  test('is 503 while the services are away, and its token is in no line of the log', async () => {
    const { pageId } = await origin.draft({ html: page('<p>log'), word });
    const of = token(pageId);
    await show(of);
    await origin.away();
    expect((await show(of)).status).toBe(503);
    await origin.back();
    expect((await show(token(pageId, { revision: 9 }))).status).toBe(404);
    expect(log.length).toBeGreaterThan(0);
    expect(log.join('\n')).not.toContain(of.slice(0, 40));
  });

  test('of a key is 503 while no gateway says whether the key is alive', async () => {
    const { pageId } = await origin.draft({ html: page('<p>key'), word });
    expect((await show(token(pageId, { keyMark: 'abcdef012345' }))).status).toBe(503);
  });
});
