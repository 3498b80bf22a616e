import { EFFECT_MIGRATIONS } from '@bridge/db';
import {
  fakeClock,
  testBase,
  testDb,
  type FullHttpResponse,
  type ConnectedTestDatabase,
} from '@bridge/testing';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  startContentOrigin,
  type TestContentOrigin,
  type PublishedWebsite,
} from './content-origin.fixture.ts';

// The clock of the content origin is a day ahead of the services' clock, so that the deadlines of its requests have not passed
// for them.
const clock = fakeClock(Date.now() + 86_400_000);
let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
/** The word (name in URLs) of a World for tests that are not about Worlds. */
let word: string;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  // The listen address differs from the public address, as behind a proxy.
  const base = testBase({ BRIDGE_CONTENT_LISTEN: '127.0.0.1:0' }, { clock });
  origin = await startContentOrigin(base, database.db);
  word = await origin.found('moonlit-press');
});
afterAll(async () => {
  await origin.stop();
  await database.close();
});

const BARE = 'localhost:4001';
const world = (name: string) => `${name}.localhost:4001`;
const publish = (html: string, more: { readonly word?: string; readonly title?: string } = {}) =>
  origin.publish({ html, word, ...more });
/** A page that is offline ready. */
const offline = (text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><p>${text}</p></html>`;
/** A page that loads an image from another host, so it is online and has no archive. */
const online = (text: string) => `${offline(text)}<img src="https://cdn.example/${text}.png">`;
/** The database tables that these tests read or change directly. */
const tables = () =>
  database.db.kysely.withTables<{
    'builder.live': { page_id: number; suspended: boolean; gone: boolean; version: number };
    'builder.snapshot': { page_id: number; page_object: string };
    'worlds.world': { word: string; suspended: boolean };
  }>();
/** Suspends a website in the database. No action of the product does this yet. */
async function suspend({ pageId }: PublishedWebsite): Promise<void> {
  await tables()
    .updateTable('builder.live')
    .set((live) => ({ suspended: true, version: live('version', '+', 1) }))
    .where('page_id', '=', pageId)
    .execute();
}
const comparable = ({ status, headers, text }: FullHttpResponse) => ({
  status,
  headers: { ...headers, date: '' },
  text,
});

describe('a live website', () => {
  // Verifies: content.exact.
  test('is exactly the published bytes, whatever they are', async () => {
    const html = '\ufeff<!doctype html>\r\n<meta charset="latin1">\u0000\u2028<p>Zoë 🌙</p>\r';
    const { host } = await publish(html);
    const got = await origin.get(host, '/');
    expect(got.status).toBe(200);
    expect(got.bytes.equals(Buffer.from(html, 'utf8'))).toBe(true);
    expect(got.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(got.headers.etag).toBe(`"${hash('sha256', html)}"`);
    expect(got.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  // Verifies: content.headers.
  test('has the safety headers, sets no cookie and reads none', async () => {
    const { host, pageId, snapshotId } = await publish('<p>x');
    const headers = { cookie: 'session=1', authorization: 'Bearer x', origin: 'https://a.example' };
    const got = await origin.get(host, '/', { headers });
    expect(got.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringContaining('camera=()'),
      'surrogate-key': `page-${pageId} ${snapshotId} world-${word}`,
    });
    expect(got.headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(got.headers).filter((name) => name.startsWith('access-'))).toEqual([]);
    expect(comparable(await origin.get(host, '/'))).toEqual(comparable(got));
  });

  test('is sent again only when it has changed, and the change is seen at once', async () => {
    const first = await publish(offline('one'));
    const { etag = '' } = (await origin.get(first.host, '/')).headers;
    const named = { headers: { 'if-none-match': `W/"x", ${etag}` } };
    const same = await origin.get(first.host, '/', named);
    expect([same.status, same.bytes.byteLength, same.headers.etag]).toEqual([304, 0, etag]);
    await origin.again(first, offline('two'));
    const changed = await origin.get(first.host, '/', named);
    expect([changed.status, changed.text]).toEqual([200, offline('two')]);
  });

  // Verifies: content.change-seen.
  test('a change whose hint was lost is seen after a second', async () => {
    const page = await publish('<p>one');
    await origin.get(page.host, '/');
    await suspend(page);
    expect((await origin.get(page.host, '/')).status).toBe(200);
    clock.advance(1_000);
    expect((await origin.get(page.host, '/')).status).toBe(451);
  });

  test('HEAD says all that GET says and sends nothing', async () => {
    const { host } = await publish(offline('head '.repeat(1_000)));
    const get = await origin.get(host, '/');
    const head = await origin.get(host, '/', { method: 'HEAD' });
    expect(head.bytes.byteLength).toBe(0);
    expect({ ...comparable(head), text: get.text }).toEqual(comparable(get));
  });

  test('comes in the stored encoding the reader prefers, each with an ETag of its own', async () => {
    const html = offline('again and again '.repeat(500));
    const { host } = await publish(html);
    const ask = (encoding: string) =>
      origin.get(host, '/', { headers: { 'accept-encoding': encoding } });
    const [br, gzip, none] = await Promise.all([ask('gzip, br'), ask('gzip'), ask('identity')]);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(html);
    expect(gunzipSync(gzip.bytes).toString()).toBe(html);
    expect(none.text).toBe(html);
    const all = [br, gzip, none];
    expect(all.map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    const etag = hash('sha256', html);
    expect(all.map(({ headers }) => headers.etag)).toEqual([
      `"${etag}-br"`,
      `"${etag}-gzip"`,
      `"${etag}"`,
    ]);
    for (const { headers } of all) expect(headers.vary).toBe('Accept-Encoding');
    const again = { 'accept-encoding': 'br', 'if-none-match': `"${etag}-br"` };
    expect((await origin.get(host, '/', { headers: again })).status).toBe(304);
  });

  test.each([
    ['small', 5_000],
    ['larger than what is kept in memory', 3 * 1024 * 1024],
  ])('a page that is %s can be read in parts', async (_size, bytes) => {
    const html = offline('0123456789'.repeat(bytes / 10));
    const { host } = await publish(html);
    const part = (range: string, more = {}) =>
      origin.get(host, '/', { headers: { range, 'accept-encoding': 'br', ...more } });
    const middle = await part('bytes=100-199');
    expect([middle.status, middle.text]).toEqual([206, html.slice(100, 200)]);
    expect(middle.headers['content-range']).toBe(`bytes 100-199/${html.length}`);
    expect((await part('bytes=-5')).text).toBe(html.slice(-5));
    expect((await part(`bytes=${html.length - 3}-`)).text).toBe(html.slice(-3));
    const behind = await part(`bytes=${html.length}-`);
    const size = `bytes */${html.length}`;
    expect([behind.status, behind.headers['content-range']]).toEqual([416, size]);
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200);
    const fresh = await part('bytes=0-9', { 'if-range': `"${hash('sha256', html)}"` });
    expect([fresh.status, fresh.text]).toEqual([206, html.slice(0, 10)]);
    expect(hash('sha256', (await origin.get(host, '/')).bytes)).toBe(hash('sha256', html));
  });

  test('an offline-ready one may load nothing from elsewhere, at every address', async () => {
    const { host, pageId, snapshotId } = await publish(offline('ready'));
    const policy = "default-src 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'none'";
    const box = 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads';
    for (const path of ['/', `/~snapshots/${snapshotId}/`]) {
      const { headers } = await origin.get(host, path);
      expect(headers['content-security-policy']).toBe(policy);
      const under = await origin.get(BARE, `/p/${pageId}${path}`);
      expect(under.headers['content-security-policy']).toBe(`${box}; ${policy}`);
    }
  });

  test('a form that posts elsewhere goes on working on an offline-ready page', async () => {
    const { host } = await publish(offline('<form action="https://form.example/"></form>'));
    const { headers } = await origin.get(host, '/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'unsafe-inline' 'unsafe-eval' data: blob:",
    );
  });

  test('an online one has no policy of ours, but is boxed in under a path', async () => {
    const { host, pageId, html } = await publish(online('a'));
    expect((await origin.get(host, '/')).headers).not.toHaveProperty('content-security-policy');
    const under = await origin.get(BARE, `/p/${pageId}/`);
    expect(under.text).toBe(html);
    expect(under.headers).toMatchObject({
      'content-security-policy':
        'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads',
      'x-robots-tag': 'noindex',
      link: `<http://${host}/>; rel="canonical"`,
    });
  });

  // Verifies: content.visibility.
  test('an unlisted one is shown and not indexed; a private and an unknown one look the same', async () => {
    const page = await publish('<p>quiet');
    expect((await origin.get(page.host, '/')).headers).not.toHaveProperty('x-robots-tag');
    await origin.show(page, 'unlisted');
    expect((await origin.get(page.host, '/')).headers['x-robots-tag']).toBe('noindex');
    expect((await origin.get(page.host, '/sitemap.xml')).status).toBe(404);
    await origin.show(page, 'private');
    const hidden = await origin.get(page.host, '/');
    const unknown = await origin.get('p999999999.localhost:4001', '/');
    expect(hidden.status).toBe(404);
    expect(comparable(hidden)).toEqual(comparable(unknown));
  });

  // Verifies: content.suspended.
  test('a suspended one is 451 and clears what it kept in browsers', async () => {
    const page = await publish('<p>bad');
    await suspend(page);
    for (const path of ['/', '/~snapshots/', `/~snapshots/${page.snapshotId}/`]) {
      const { status, headers } = await origin.get(page.host, path);
      expect(status).toBe(451);
      expect(headers).toMatchObject({ 'clear-site-data': '"*"', 'cache-control': 'no-store' });
    }
    // The host of the path form belongs to all websites, and its cookies to the app origin on another port of it too.
    const under = await origin.get(BARE, `/p/${page.pageId}/`);
    expect(under.status).toBe(451);
    expect(under.headers).not.toHaveProperty('clear-site-data');
  });

  // Verifies: content.removed.
  test('one removed for good is 410 everywhere, in its World too, and is listed nowhere', async () => {
    const word = await origin.found('emptied');
    const page = await origin.publish({ html: '<p>was here', word });
    await tables()
      .updateTable('builder.live')
      .set((live) => ({ gone: true, version: live('version', '+', 1) }))
      .where('page_id', '=', page.pageId)
      .execute();
    for (const path of ['/', '/~snapshots/', `/~snapshots/${page.snapshotId}/archive.zip`]) {
      const { status, headers } = await origin.get(page.host, path);
      expect(status).toBe(410);
      expect(headers).toMatchObject({ 'clear-site-data': '"*"', 'cache-control': 'no-store' });
    }
    expect((await origin.get(world(word), `/${page.pageId}`)).status).toBe(410);
    for (const path of ['/', '/feed.atom', '/sitemap.xml'])
      expect((await origin.get(world(word), path)).text).not.toContain(`p${page.pageId}.`);
  });

  test('published again unchanged from another World, it is purged and listed with that World', async () => {
    const [from, to] = [await origin.found('earlier'), await origin.found('later')];
    const page = await origin.publish({ html: '<p>unchanged', word: from });
    const moved = await origin.move(page, to);
    expect(moved.snapshotId).toBe(page.snapshotId);
    for (const path of ['/', `/~snapshots/${page.snapshotId}/`])
      expect((await origin.get(page.host, path)).headers['surrogate-key']).toBe(
        `page-${page.pageId} ${page.snapshotId} world-${to}`,
      );
    expect((await origin.get(world(to), `/${page.pageId}`)).status).toBe(302);
    expect((await origin.get(world(from), `/${page.pageId}`)).status).toBe(404);
  });

  // Verifies: content.no-service-worker.
  test('a service worker is never given', async () => {
    const { host } = await publish('self.x');
    for (const [name, value] of [
      ['service-worker', 'script'],
      ['sec-fetch-dest', 'serviceworker'],
    ] as const)
      expect((await origin.get(host, '/', { headers: { [name]: value } })).status).toBe(404);
  });
});

describe('snapshots', () => {
  // Verifies: content.snapshots.
  test('stay readable after later publications and a clear, each for ever', async () => {
    const first = await publish(offline('first'));
    const second = await origin.again(first, offline('second'));
    await origin.clear(second);
    for (const { host, snapshotId, html } of [first, second]) {
      const got = await origin.get(host, `/~snapshots/${snapshotId}/`);
      expect([got.status, got.text]).toEqual([200, html]);
      expect(got.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(got.headers.etag).toBe(`"${hash('sha256', html)}"`);
    }
    const { text } = await origin.get(first.host, '/~snapshots/');
    expect(text.indexOf(second.snapshotId)).toBeLessThan(text.indexOf(first.snapshotId));
    expect(text.indexOf(second.snapshotId)).toBeGreaterThan(0);
  });

  test('of another website are not found', async () => {
    const theirs = await publish(offline('theirs'));
    const mine = await publish(offline('mine'));
    expect((await origin.get(mine.host, `/~snapshots/${theirs.snapshotId}/`)).status).toBe(404);
  });

  // Verifies: publishing.private.
  test('go with the website when it is made private, and come back with it', async () => {
    const old = await publish(offline('old'));
    await origin.again(old, offline('new'));
    const path = `/~snapshots/${old.snapshotId}/`;
    expect((await origin.get(old.host, path)).status).toBe(200);
    await origin.show(old, 'private');
    for (const hidden of [path, `${path}archive.zip`, '/~snapshots/'])
      expect((await origin.get(old.host, hidden)).status).toBe(404);
    await origin.show(old, 'public');
    expect((await origin.get(old.host, path)).text).toBe(offline('old'));
  });

  test('an address without its slash leads to the one with it', async () => {
    const { host, pageId, snapshotId } = await publish('<p>x');
    const ways = [
      [host, '/~snapshots', `http://${host}/~snapshots/`],
      [host, `/~snapshots/${snapshotId}`, `http://${host}/~snapshots/${snapshotId}/`],
      [BARE, `/p/${pageId}`, `http://${BARE}/p/${pageId}/`],
      [BARE, '/w/moon', `http://${BARE}/w/moon/`],
    ] as const;
    for (const [from, path, to] of ways) {
      const got = await origin.get(from, path);
      expect([got.status, got.headers.location]).toEqual([308, to]);
    }
  });

  test('an archive is a download, whole or in parts; an online website has none', async () => {
    const { host, pageId, snapshotId } = await publish(offline('zip'));
    const path = `/~snapshots/${snapshotId}/archive.zip`;
    const got = await origin.get(host, path);
    expect(got.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(got.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${word}-${pageId}-r1.zip"`,
      'content-length': String(got.bytes.byteLength),
      'accept-ranges': 'bytes',
      etag: `"${hash('sha256', got.bytes)}"`,
    });
    const end = await origin.get(host, path, { headers: { range: 'bytes=-22' } });
    expect(end.status).toBe(206);
    expect(end.bytes.equals(got.bytes.subarray(-22))).toBe(true);
    const other = await publish(online('b'));
    const none = await origin.get(other.host, `/~snapshots/${other.snapshotId}/archive.zip`);
    expect(none.status).toBe(404);
  });
});

describe('Worlds', () => {
  // Verifies: content.dashboard.
  test('a dashboard shows word, title, text and its public websites with date and mode', async () => {
    await origin.found('shelf', { title: 'The Shelf', text: 'Two lines\nof text.' });
    const ready = await publish(offline('a'), { word: 'shelf', title: 'Ready' });
    await publish(online('b'), { word: 'shelf', title: 'Elsewhere' });
    const hidden = await publish(offline('c'), { word: 'shelf', title: 'Hidden' });
    await origin.show(hidden, 'unlisted');
    const { status, text, headers } = await origin.get(world('shelf'), '/');
    expect(status).toBe(200);
    for (const shown of ['The Shelf', '<strong>shelf</strong>', 'Two lines\nof text.', 'Ready'])
      expect(text).toContain(shown);
    for (const shown of ['Works offline', 'Online', `href="http://${ready.host}/"`])
      expect(text).toContain(shown);
    expect(text).toMatch(/<time datetime="20[^"]*Z">[0-9]{1,2} [A-Z][a-z]+ 20[0-9]{2}<\/time>/);
    expect(text).not.toContain('Hidden');
    expect(text).not.toMatch(/<script|https?:\/\/(?![a-z0-9]+\.localhost|www\.w3\.org\/2000\/svg)/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-/);
  });

  // Verifies: content.dashboard-frame.
  test('only a dashboard is shown in a frame, and only by the console', async () => {
    await origin.found('framed');
    const published = await publish(offline('framed'), { word: 'framed' });
    const ancestors = async (host: string, path: string): Promise<string | undefined> =>
      /frame-ancestors (.*?)(?:;|$)/.exec(
        String((await origin.get(host, path)).headers['content-security-policy']),
      )?.[1];
    expect(await ancestors(world('framed'), '/')).toBe('http://localhost:4000');
    for (const [host, path] of [
      [world('framed'), '/feed.atom'],
      [world('framed'), '/nothing'],
      [published.host, '/~snapshots/'],
    ] as const)
      expect(await ancestors(host, path), path).toBe("'none'");
  });

  test('an empty one says so plainly', async () => {
    await origin.found('void');
    const { text } = await origin.get(world('void'), '/');
    expect(text).toContain('No website has been published here yet.');
  });

  // Verifies: content.dashboard-text.
  test('user text is shown as text, in HTML and in XML', async () => {
    const evil = `</title><script>alert(1)</script>" onload='x' ]]> &amp; \u202e\uffff`;
    await origin.found('evil', { title: evil, text: evil });
    await publish(offline('a'), { word: 'evil', title: evil });
    for (const path of ['/', '/feed.atom', '/sitemap.xml']) {
      const { text } = await origin.get(world('evil'), path);
      expect(text).not.toContain('<script');
      expect(text).not.toContain('</title><script');
      expect(text).not.toMatch(/ onload='/);
      if (path !== '/') expect(text).not.toMatch(/[\u202e\uffff]/);
    }
  });

  test('under a path every link stays under a path, for who cannot resolve labels', async () => {
    await origin.found('paths');
    const { host, pageId } = await publish(offline('a'), { word: 'paths' });
    const got = await origin.get(BARE, '/w/paths/');
    expect(got.text).toContain(`href="http://${BARE}/p/${pageId}/"`);
    expect(got.headers['content-security-policy']).toMatch(/^sandbox /);
    const feed = await origin.get(BARE, '/w/paths/feed.atom');
    expect(feed.text).toContain(`<id>http://${host}/</id>`);
    expect(feed.text).toContain(`href="http://${BARE}/p/${pageId}/"`);
  });

  test('a website’s number leads to it where it was published, and nowhere else', async () => {
    for (const name of ['here', 'next', 'other']) await origin.found(name);
    const page = await publish(offline('a'), { word: 'here' });
    const leads = (name: string) => origin.get(world(name), `/${page.pageId}`);
    const got = await leads('here');
    expect([got.status, got.headers.location]).toEqual([302, `http://${page.host}/`]);
    const under = await origin.get(BARE, `/w/here/${page.pageId}`);
    expect(under.headers.location).toBe(`http://${BARE}/p/${page.pageId}/`);
    expect((await leads('next')).status).toBe(404);
    await origin.move(page, 'next');
    clock.advance(1_000);
    expect((await leads('next')).headers.location).toBe(`http://${page.host}/`);
    expect((await leads('other')).status).toBe(404);
    expect((await origin.get(world('here'), '/987654321')).status).toBe(404);
  });

  test('feed and sitemap name the public websites; robots.txt names the sitemap', async () => {
    await origin.found('feeds', { title: 'Feeds & <more>', text: '' });
    const page = await publish(offline('a'), { word: 'feeds', title: 'A & B' });
    const feed = await origin.get(world('feeds'), '/feed.atom');
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(feed.text).toContain('<title>Feeds &amp; &lt;more&gt;</title>');
    expect(feed.text).toContain('<title>A &amp; B</title>');
    expect(feed.text).toMatch(/<updated>20[0-9T:.-]+Z<\/updated>/);
    const sitemap = await origin.get(world('feeds'), '/sitemap.xml');
    expect(sitemap.text).toContain(`<loc>http://${page.host}/</loc>`);
    const robots = await origin.get(world('feeds'), '/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.text).toContain(`Sitemap: http://${world('feeds')}/sitemap.xml`);
    expect((await origin.get(BARE, '/robots.txt')).text).toContain('Disallow: /p/');
    const own = await origin.get(page.host, '/sitemap.xml');
    expect(own.text).toContain(`<loc>http://${page.host}/</loc>`);
  });

  test('a dashboard is sent again only when it has changed', async () => {
    await origin.found('calm');
    const { etag = '' } = (await origin.get(world('calm'), '/')).headers;
    const again = { headers: { 'if-none-match': etag } };
    expect((await origin.get(world('calm'), '/', again)).status).toBe(304);
    await publish(offline('a'), { word: 'calm', title: 'News' });
    clock.advance(1_000);
    expect((await origin.get(world('calm'), '/', again)).text).toContain('News');
  });

  test('an unknown World is 404, a suspended one 451', async () => {
    expect((await origin.get(world('nobodys'), '/')).status).toBe(404);
    await origin.found('closed');
    const closed = tables().updateTable('worlds.world').set({ suspended: true });
    await closed.where('word', '=', 'closed').execute();
    for (const path of ['/', '/feed.atom', '/sitemap.xml'])
      expect((await origin.get(world('closed'), path)).status).toBe(451);
  });
});

describe('while parts are unavailable', () => {
  // Verifies: content.stale.
  test('known content is served for ten minutes, then 503 with Retry-After', async () => {
    const { host, html } = await publish(offline('kept'));
    await origin.get(host, '/');
    await origin.get(world(word), '/');
    await origin.away();
    try {
      clock.advance(10 * 60_000);
      expect((await origin.get(host, '/')).text).toBe(html);
      expect((await origin.get(world(word), '/')).status).toBe(200);
      clock.advance(1);
      for (const name of [host, world(word), 'p700000.localhost:4001']) {
        const { status, headers } = await origin.get(name, '/');
        expect(status).toBe(503);
        expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      }
    } finally {
      await origin.back();
    }
    clock.advance(1_000);
    expect((await origin.get(host, '/')).text).toBe(html);
  });

  // Verifies: content.stale.
  test('a takedown that was announced is never served stale', async () => {
    const page = await publish(offline('taken down'));
    await origin.get(page.host, '/');
    await origin.away();
    try {
      await origin.hint(page, 2);
      expect((await origin.get(page.host, '/')).status).toBe(503);
    } finally {
      await origin.back();
    }
  });

  test('cached bytes need no store; a missing or corrupt object is a 503, never other bytes', async () => {
    const objectOf = async ({ pageId }: PublishedWebsite) => {
      const objects = tables().selectFrom('builder.snapshot').select('page_object as key');
      const row = await objects.where('page_id', '=', pageId).executeTakeFirst();
      return join(origin.blobsFolder, row?.key ?? '');
    };
    const read = await publish(offline('in memory'));
    const lost = await publish(offline('lost'));
    const corrupt = await publish(offline('corrupt'));
    const large = await publish(offline('y'.repeat(2_000_000)));
    await origin.get(read.host, '/');
    await rm(await objectOf(read));
    await rm(await objectOf(lost));
    await rm(await objectOf(large));
    await rm(await objectOf(corrupt));
    await writeFile(await objectOf(corrupt), offline('CORRUPT'));
    expect((await origin.get(read.host, '/')).text).toBe(read.html);
    for (const { host } of [lost, corrupt, large])
      expect((await origin.get(host, '/')).status).toBe(503);
  });
});

describe('requests that are no visits', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is 405', async (method) => {
    const content = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: 'content' } : {};
    const got = await origin.get(BARE, '/', { method, ...content });
    expect([got.status, got.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['example.com', '/', 403],
    ['127.0.0.1:4001', '/', 403],
    ['localhost:1', '/', 403],
    [BARE, '/api/agent-bridge', 404],
    [BARE, '/api/mcp', 404],
    ['p1.localhost:4001', '/api/agent-bridge/act', 404],
    [BARE, '/p/0/', 404],
    ['p0.localhost:4001', '/', 404],
    ['p99999999999999999999.localhost:4001', '/', 404],
    [BARE, '/%2e%2e/%2e%2e/etc/passwd', 400],
    [BARE, '/../../etc/passwd', 400],
    [BARE, '/p/1/%00', 400],
    [BARE, '/p%2f1/', 400],
    [BARE, `/${'a'.repeat(8_192)}`, 400],
  ] as const)('at %s, request %# is refused', async (host, path, status) => {
    expect((await origin.get(host, path)).status).toBe(status);
  });

  test('the bare origin shows a page about the content origin', async () => {
    const got = await origin.get(BARE, '/');
    expect([got.status, got.text.includes('Published websites live here')]).toEqual([200, true]);
  });

  test.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: $HOST\r\nHost: evil\r\n\r\n'],
    ['HTTP/1.0 without Host', 'GET / HTTP/1.0\r\n\r\n'],
    ['a whole address as target', 'GET http://$HOST/ HTTP/1.1\r\nHost: $HOST\r\n\r\n'],
    ['content in a GET', 'GET / HTTP/1.1\r\nHost: $HOST\r\nContent-Length: 3\r\n\r\nabc'],
    ['a raw NUL', 'GET /\0 HTTP/1.1\r\nHost: $HOST\r\n\r\n'],
    ['raw bytes', 'GET /\xff\xfe HTTP/1.1\r\nHost: $HOST\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
  ])('%s is 400', async (_name, text) => {
    const socket = connect(origin.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(Buffer.from(text.replaceAll('$HOST', BARE), 'latin1'));
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
