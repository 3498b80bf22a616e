import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fakeClock, testBase } from '@bridge/testing';
import { startContentOrigin, type ContentOrigin, type Got } from './content-origin.fixture.ts';

const clock = fakeClock();
let origin: ContentOrigin;
let pageId = 0;
/** Host header of the current test's website. */
let host: string;
beforeAll(async () => {
  // Where it listens and what it is called differ, as behind a proxy.
  origin = await startContentOrigin(testBase({ BRIDGE_CONTENT_LISTEN: '127.0.0.1:0' }, { clock }));
});
afterAll(() => origin.stop());
beforeEach(() => {
  pageId += 1;
  host = `p${pageId}.localhost:4001`;
});
const bare = () => `localhost:4001`;
const world = (word: string) => `${word}.localhost:4001`;
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const suspend = (id: number) => {
  const version = (origin.published.websites.get(id)?.version ?? 0) + 1;
  origin.published.websites.set(id, { state: 'suspended', version });
  origin.hint(id, version);
};
const hide = (id: number) => {
  const version = (origin.published.websites.get(id)?.version ?? 0) + 1;
  origin.published.websites.set(id, { state: 'none', version });
  origin.hint(id, version);
};
/** Waits until a hint sent before has been heard: hints take one turn. */
const heard = () => origin.bus.flush();

describe('a live website', () => {
  test('is exactly the published bytes, whatever they are', async () => {
    const html = '\ufeff<!doctype html>\r\n<meta charset="latin1">\u0000\u2028<p>Zoë 🌙</p>\r';
    await origin.publish({ pageId, html });
    const got = await origin.get(host, '/');
    expect(got.status).toBe(200);
    expect(got.bytes.equals(Buffer.from(html, 'utf8'))).toBe(true);
    expect(got.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(got.headers.etag).toBe(`"${sha256(html)}"`);
    expect(got.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  test('carries the safety headers and never a cookie, nor does it look at one', async () => {
    await origin.publish({ pageId, html: '<p>x' });
    const headers = {
      cookie: 'session=1',
      authorization: 'Bearer x',
      origin: 'https://evil.example',
    };
    const got = await origin.get(host, '/', { headers });
    expect(got.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(got.headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
    expect((await origin.get(host, '/')).text).toBe(got.text);
  });

  test('is sent again only when it has changed', async () => {
    await origin.publish({ pageId, html: '<p>one' });
    const { etag = '' } = (await origin.get(host, '/')).headers;
    const same = await origin.get(host, '/', { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect([same.status, same.bytes.byteLength, same.headers.etag]).toEqual([304, 0, etag]);
    await origin.publish({ pageId, html: '<p>two' });
    origin.hint(pageId, 2);
    await heard();
    const changed = await origin.get(host, '/', { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.text]).toEqual([200, '<p>two']);
  });

  test('a change without a hint is seen after a second', async () => {
    await origin.publish({ pageId, html: '<p>one' });
    await origin.get(host, '/');
    await origin.publish({ pageId, html: '<p>two' });
    expect((await origin.get(host, '/')).text).toBe('<p>one');
    clock.advance(1_000);
    expect((await origin.get(host, '/')).text).toBe('<p>two');
  });

  test('HEAD says all that GET says and sends nothing', async () => {
    await origin.publish({ pageId, html: '<p>head', variants: true });
    const get = await origin.get(host, '/');
    const head = await origin.get(host, '/', { method: 'HEAD' });
    expect(head.bytes.byteLength).toBe(0);
    const without = ({ headers }: Got) => ({ ...headers, date: '' });
    expect(without(head)).toEqual(without(get));
  });

  test('comes in the stored encoding the reader prefers, each with an ETag of its own', async () => {
    const html = '<p>again and again</p>'.repeat(200);
    await origin.publish({ pageId, html, variants: true });
    const ask = (encoding: string) =>
      origin.get(host, '/', { headers: { 'accept-encoding': encoding } });
    const [br, gzip, none] = await Promise.all([ask('gzip, br'), ask('gzip'), ask('identity')]);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(html);
    expect(gunzipSync(gzip.bytes).toString()).toBe(html);
    expect(none.text).toBe(html);
    expect([br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    const etag = sha256(html);
    expect([br, gzip, none].map(({ headers }) => headers.etag)).toEqual([
      `"${etag}-br"`,
      `"${etag}-gzip"`,
      `"${etag}"`,
    ]);
    for (const { headers } of [br, gzip, none]) expect(headers.vary).toBe('Accept-Encoding');
    const again = { 'accept-encoding': 'br', 'if-none-match': `"${etag}-br"` };
    expect((await origin.get(host, '/', { headers: again })).status).toBe(304);
  });

  test.each([
    ['small', 5_000],
    ['larger than what is kept in memory', 3 * 1024 * 1024],
  ])('a page that is %s can be read in parts', async (_size, bytes) => {
    const html = `<!doctype html>${'0123456789'.repeat(bytes / 10)}`;
    await origin.publish({ pageId, html, variants: true });
    const part = (range: string, more = {}) =>
      origin.get(host, '/', { headers: { range, 'accept-encoding': 'br', ...more } });
    const middle = await part('bytes=100-199');
    expect(middle.status).toBe(206);
    expect(middle.text).toBe(html.slice(100, 200));
    expect(middle.headers['content-range']).toBe(`bytes 100-199/${html.length}`);
    expect((await part('bytes=-5')).text).toBe(html.slice(-5));
    expect((await part(`bytes=${html.length - 3}-`)).text).toBe(html.slice(-3));
    const behind = await part(`bytes=${html.length}-`);
    expect([behind.status, behind.headers['content-range']]).toEqual([
      416,
      `bytes */${html.length}`,
    ]);
    const stale = await part('bytes=0-9', { 'if-range': '"other"' });
    expect(stale.status).toBe(200);
    const fresh = await part('bytes=0-9', { 'if-range': `"${sha256(html)}"` });
    expect([fresh.status, fresh.text]).toEqual([206, html.slice(0, 10)]);
    const whole = await origin.get(host, '/');
    expect(sha256(whole.bytes)).toBe(sha256(html));
  });

  test('an offline-ready one may load nothing from elsewhere, at every address', async () => {
    const { snapshot_id } = await origin.publish({
      pageId,
      html: '<p>offline',
      mode: 'portable',
      offlineReady: true,
    });
    const policy = "default-src 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'none'";
    for (const path of ['/', `/~snapshots/${snapshot_id}/`]) {
      const { headers } = await origin.get(host, path);
      expect(headers['content-security-policy']).toBe(policy);
      const under = await origin.get(bare(), `/p/${pageId}${path}`);
      expect(under.headers['content-security-policy']).toBe(
        `sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads; ${policy}`,
      );
    }
  });

  test('a form that posts elsewhere goes on working on an offline-ready page', async () => {
    await origin.publish({ pageId, html: '<form>', offlineReady: true, externalForm: true });
    const { headers } = await origin.get(host, '/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'unsafe-inline' 'unsafe-eval' data: blob:",
    );
  });

  test('an online one has no policy of ours, but is boxed in under a path', async () => {
    await origin.publish({ pageId, html: '<p>online' });
    expect((await origin.get(host, '/')).headers).not.toHaveProperty('content-security-policy');
    const under = await origin.get(bare(), `/p/${pageId}/`);
    expect(under.text).toBe('<p>online');
    expect(under.headers).toMatchObject({
      'content-security-policy':
        'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads',
      'x-robots-tag': 'noindex',
      link: `<http://${host}/>; rel="canonical"`,
    });
  });

  test('an unlisted one is shown and not indexed; a private and an unknown one look the same', async () => {
    await origin.publish({ pageId, html: '<p>quiet', visibility: 'unlisted' });
    expect((await origin.get(host, '/')).headers['x-robots-tag']).toBe('noindex');
    expect((await origin.get(host, '/sitemap.xml')).status).toBe(404);
    hide(pageId);
    await heard();
    const hidden = await origin.get(host, '/');
    const unknown = await origin.get(`p999999.localhost:4001`, '/');
    expect(hidden.status).toBe(404);
    const comparable = ({ headers, text }: Got) => ({ headers: { ...headers, date: '' }, text });
    expect(comparable(hidden)).toEqual(comparable(unknown));
  });

  test('a suspended one is 451 and clears what it kept in browsers', async () => {
    const { snapshot_id } = await origin.publish({ pageId, html: '<p>bad' });
    await origin.get(host, '/');
    suspend(pageId);
    await heard();
    for (const path of ['/', '/~snapshots/', `/~snapshots/${snapshot_id}/`]) {
      const got = await origin.get(host, path);
      expect([got.status, got.headers['clear-site-data'], got.headers['cache-control']]).toEqual([
        451,
        '"*"',
        'no-store',
      ]);
    }
  });

  test('a service worker is never given', async () => {
    await origin.publish({ pageId, html: 'self.x' });
    for (const [name, value] of [
      ['service-worker', 'script'],
      ['sec-fetch-dest', 'serviceworker'],
    ] as const)
      expect((await origin.get(host, '/', { headers: { [name]: value } })).status).toBe(404);
  });
});

describe('snapshots', () => {
  test('stay readable after later publications, each for ever', async () => {
    const first = await origin.publish({
      pageId,
      html: '<p>first',
      at: '2026-01-01T00:00:00.000Z',
    });
    const second = await origin.publish({
      pageId,
      html: '<p>second',
      at: '2026-02-01T00:00:00.000Z',
    });
    for (const [snapshot, text] of [
      [first, '<p>first'],
      [second, '<p>second'],
    ] as const) {
      const got = await origin.get(host, `/~snapshots/${snapshot.snapshot_id}/`);
      expect([got.status, got.text]).toEqual([200, text]);
      expect(got.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(got.headers.etag).toBe(`"${snapshot.page.sha256}"`);
    }
    const list = await origin.get(host, '/~snapshots/');
    expect(list.text.indexOf(second.snapshot_id)).toBeLessThan(
      list.text.indexOf(first.snapshot_id),
    );
    expect(list.text).toContain('1 February 2026');
  });

  test('of another website are not found', async () => {
    const { snapshot_id } = await origin.publish({ pageId: 800_001, html: '<p>theirs' });
    await origin.publish({ pageId, html: '<p>mine' });
    expect((await origin.get(host, `/~snapshots/${snapshot_id}/`)).status).toBe(404);
  });

  test('go with the website when it is made private, and come back with it', async () => {
    const old = await origin.publish({ pageId, html: '<p>old' });
    await origin.publish({ pageId, html: '<p>new' });
    const path = `/~snapshots/${old.snapshot_id}/`;
    expect((await origin.get(host, path)).status).toBe(200);
    const live = origin.published.websites.get(pageId);
    hide(pageId);
    await heard();
    expect((await origin.get(host, path)).status).toBe(404);
    if (live?.state === 'live') origin.published.websites.set(pageId, { ...live, version: 9 });
    origin.hint(pageId, 9);
    await heard();
    expect((await origin.get(host, path)).text).toBe('<p>old');
  });

  test('an address without its slash leads to the one with it', async () => {
    const { snapshot_id } = await origin.publish({ pageId, html: '<p>x' });
    const ways = [
      [host, '/~snapshots', `http://${host}/~snapshots/`],
      [host, `/~snapshots/${snapshot_id}`, `http://${host}/~snapshots/${snapshot_id}/`],
      [bare(), `/p/${pageId}`, `http://${bare()}/p/${pageId}/`],
      [bare(), '/w/moon', `http://${bare()}/w/moon/`],
    ] as const;
    for (const [from, path, to] of ways) {
      const got = await origin.get(from, path);
      expect([got.status, got.headers.location]).toEqual([308, to]);
    }
  });

  test('an archive is a download, whole or in parts; without one there is none', async () => {
    const archive = Buffer.from('PK'.repeat(2_000_000));
    const { snapshot_id } = await origin.publish({ pageId, html: '<p>zip', archive });
    const path = `/~snapshots/${snapshot_id}/archive.zip`;
    const got = await origin.get(host, path);
    expect(got.bytes.equals(archive)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="moon-${pageId}-r1.zip"`,
      'content-length': String(archive.byteLength),
      'accept-ranges': 'bytes',
      etag: `"${sha256(archive)}"`,
    });
    const end = await origin.get(host, path, { headers: { range: 'bytes=3999990-' } });
    expect([end.status, end.text]).toEqual([206, 'PK'.repeat(5)]);
    const head = await origin.get(host, path, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe('4000000');
    const none = await origin.publish({ pageId: 800_002, html: '<p>no zip' });
    const without = await origin.get(
      `p800002.localhost:4001`,
      `/~snapshots/${none.snapshot_id}/archive.zip`,
    );
    expect(without.status).toBe(404);
  });

  test('a file name that could break the header is not sent', async () => {
    const { snapshot_id } = await origin.publish({
      pageId,
      html: '<p>zip',
      archive: Buffer.from('PK'),
      filename: 'a"\r\nSet-Cookie: x=1.zip',
    });
    const got = await origin.get(host, `/~snapshots/${snapshot_id}/archive.zip`);
    expect(got.headers['content-disposition']).toBe('attachment; filename="archive.zip"');
    expect(got.headers).not.toHaveProperty('set-cookie');
  });
});

describe('Worlds', () => {
  const found = (word: string, change = {}) => {
    const founded_at = '2025-12-24T10:00:00.000Z';
    const facts = { word, title: word, text: '', founded_at, suspended: false, ...change };
    origin.published.worlds.set(word, facts);
  };

  test('a dashboard shows word, title, text and its public websites with date and mode', async () => {
    found('shelf', { title: 'The Shelf', text: 'Two lines\nof text.' });
    const at = '2026-03-01T00:00:00.000Z';
    await origin.publish({
      pageId: 500_001,
      html: 'a',
      word: 'shelf',
      title: 'Ready',
      mode: 'portable',
      offlineReady: true,
      at,
    });
    await origin.publish({
      pageId: 500_002,
      html: 'b',
      word: 'shelf',
      title: 'Hidden',
      visibility: 'unlisted',
    });
    const { status, text, headers } = await origin.get(world('shelf'), '/');
    expect(status).toBe(200);
    for (const shown of [
      'The Shelf',
      'shelf',
      'Two lines\nof text.',
      'Ready',
      '1 March 2026',
      'Works offline',
      '24 December 2025',
    ])
      expect(text).toContain(shown);
    expect(text).toContain(`href="http://p500001.localhost:4001/"`);
    expect(text).not.toContain('Hidden');
    expect(text).not.toMatch(/<script|https?:\/\/(?![a-z0-9]+\.localhost|www\.w3\.org\/2000\/svg)/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-/);
  });

  test('an empty one says so plainly', async () => {
    found('void');
    expect((await origin.get(world('void'), '/')).text).toContain(
      'No website has been published here yet.',
    );
  });

  test('what people wrote is shown as text, in HTML and in XML', async () => {
    const evil = `</title><script>alert(1)</script>" onload='x' ]]> &amp; \u202e\uffff`;
    found('evil', { title: evil, text: evil });
    await origin.publish({ pageId: 500_003, html: 'a', word: 'evil', title: evil });
    for (const path of ['/', '/feed.atom', '/sitemap.xml']) {
      const { text } = await origin.get(world('evil'), path);
      expect(text).not.toContain('<script');
      expect(text).not.toContain('</title><');
      expect(text).not.toMatch(/ onload='/);
      if (path !== '/') expect(text).not.toMatch(/[\u202e\uffff]/);
    }
  });

  test('under a path every link stays under a path, for who cannot resolve labels', async () => {
    found('paths');
    await origin.publish({ pageId: 500_004, html: 'a', word: 'paths' });
    const got = await origin.get(bare(), '/w/paths/');
    expect(got.text).toContain(`href="http://${bare()}/p/500004/"`);
    expect(got.headers['content-security-policy']).toMatch(/^sandbox /);
    const feed = await origin.get(bare(), '/w/paths/feed.atom');
    expect(feed.text).toContain(`<id>http://p500004.localhost:4001/</id>`);
    expect(feed.text).toContain(`href="http://${bare()}/p/500004/"`);
  });

  test('a page’s number leads to the website if it was published there, and nowhere else', async () => {
    found('mine');
    found('other');
    await origin.publish({ pageId, html: '<p>x', word: 'mine' });
    const got = await origin.get(world('mine'), `/${pageId}`);
    expect([got.status, got.headers.location]).toEqual([302, `http://${host}/`]);
    const under = await origin.get(bare(), `/w/mine/${pageId}`);
    expect(under.headers.location).toBe(`http://${bare()}/p/${pageId}/`);
    expect((await origin.get(world('other'), `/${pageId}`)).status).toBe(404);
    expect((await origin.get(world('mine'), '/987654321')).status).toBe(404);
  });

  test('feed and sitemap name the public websites; robots.txt names the sitemap', async () => {
    found('feeds', { title: 'Feeds & <more>' });
    await origin.publish({ pageId: 500_005, html: 'a', word: 'feeds', title: 'A & B' });
    const feed = await origin.get(world('feeds'), '/feed.atom');
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(feed.text).toContain('<title>Feeds &amp; &lt;more&gt;</title>');
    expect(feed.text).toContain('<title>A &amp; B</title>');
    expect(feed.text).toContain('<updated>2026-01-01T00:00:00.000Z</updated>');
    const sitemap = await origin.get(world('feeds'), '/sitemap.xml');
    expect(sitemap.text).toContain(`<loc>http://p500005.localhost:4001/</loc>`);
    const robots = await origin.get(world('feeds'), '/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.text).toContain(`Sitemap: http://${world('feeds')}/sitemap.xml`);
    expect((await origin.get(bare(), '/robots.txt')).text).toContain('Disallow: /p/');
    const own = await origin.get(`p500005.localhost:4001`, '/sitemap.xml');
    expect(own.text).toContain(`<loc>http://p500005.localhost:4001/</loc>`);
  });

  test('a dashboard is sent again only when it has changed', async () => {
    found('calm');
    const { etag = '' } = (await origin.get(world('calm'), '/')).headers;
    const again = { headers: { 'if-none-match': etag } };
    expect((await origin.get(world('calm'), '/', again)).status).toBe(304);
    found('calm', { title: 'Calmer' });
    clock.advance(1_000);
    expect((await origin.get(world('calm'), '/', again)).text).toContain('Calmer');
  });

  test('a World nobody founded is 404, a suspended one 451', async () => {
    expect((await origin.get(world('nobody'), '/')).status).toBe(404);
    found('bad', { suspended: true });
    for (const path of ['/', '/feed.atom', '/sitemap.xml'])
      expect((await origin.get(world('bad'), path)).status).toBe(451);
  });
});

describe('while parts are away', () => {
  test('what was read goes on being served for ten minutes, then 503 with Retry-After', async () => {
    await origin.publish({ pageId, html: '<p>kept' });
    await origin.get(host, '/');
    await origin.away();
    try {
      clock.advance(10 * 60_000);
      expect((await origin.get(host, '/')).text).toBe('<p>kept');
      clock.advance(1);
      const got = await origin.get(host, '/');
      expect([got.status, got.headers['retry-after'], got.headers['cache-control']]).toEqual([
        503,
        '5',
        'no-store',
      ]);
      expect((await origin.get(`p700000.localhost:4001`, '/')).status).toBe(503);
    } finally {
      origin.back();
    }
    clock.advance(1_000);
    expect((await origin.get(host, '/')).text).toBe('<p>kept');
  });

  test('a takedown that was announced is never served stale', async () => {
    await origin.publish({ pageId, html: '<p>taken down' });
    await origin.get(host, '/');
    await origin.away();
    try {
      origin.hint(pageId, 2);
      await heard();
      expect((await origin.get(host, '/')).status).toBe(503);
    } finally {
      origin.back();
    }
  });

  test('what is in memory is served without the store; what is lost or corrupt is a 503, never other bytes', async () => {
    await origin.publish({ pageId, html: '<p>in memory' });
    await origin.get(host, '/');
    const unread = await origin.publish({ pageId: 800_010, html: '<p>never read' });
    const big = await origin.publish({ pageId: 800_011, html: 'x'.repeat(2_000_000) });
    await origin.blobs.delete(unread.page.object);
    await rm(`${origin.blobsFolder}/${big.page.object}`, { recursive: true });
    expect((await origin.get(host, '/')).text).toBe('<p>in memory');
    for (const id of [800_010, 800_011])
      expect((await origin.get(`p${id}.localhost:4001`, '/')).status).toBe(503);
  });
});

describe('requests that are no visits', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is 405', async (method) => {
    const content = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: 'content' } : {};
    const got = await origin.get(host, '/', { method, ...content });
    expect([got.status, got.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('another host is 403, an unknown address 404, a malformed one 400, and the API is not here', async () => {
    const cases = [
      ['example.com', '/', 403],
      [`127.0.0.1:4001`, '/', 403],
      ['localhost:1', '/', 403],
      [bare(), '/api/agent-bridge', 404],
      [bare(), '/api/mcp', 404],
      [host, '/api/agent-bridge/act', 404],
      [bare(), '/p/0/', 404],
      [bare(), '/%2e%2e/%2e%2e/etc/passwd', 400],
      [bare(), '/p/1/%00', 400],
      [bare(), '/p%2f1/', 400],
      [bare(), `/${'a'.repeat(8_192)}`, 400],
    ] as const;
    for (const [to, path, status] of cases)
      expect((await origin.get(to, path)).status, path).toBe(status);
  });

  test('the bare origin says what lives here', async () => {
    const got = await origin.get(bare(), '/');
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
  ])('%s is 400 and ends the connection or leaves it sane', async (_name, text) => {
    const socket = connect(origin.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(Buffer.from(text.replaceAll('$HOST', bare()), 'latin1'));
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
