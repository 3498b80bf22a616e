import type { WebsiteRecord } from '@bridge/contracts';
import { processEnv } from '@bridge/kernel';
import { findProgram, MissingTestResourceError, need } from '@bridge/testing';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
  website,
} from '../stage.ts';
import { visit } from '../visit.ts';
import { openRaw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
const stranger = await stage();
const act = one.on('act');
standing(() => act('worlds.list', {}));

/** Number of races between a publication and a patch: 20, or as many as `BRIDGE_TEST_RACES` says. */
const RACES = Number(processEnv()['BRIDGE_TEST_RACES'] ?? 20);
const RACES_MS_MAX = 600_000;
const { contentUrl } = product();
const contentPort = Number(new URL(contentUrl).port);

describe('a publication and a patch of one revision at once', { timeout: RACES_MS_MAX }, () => {
  // Verifies: publishing.race.
  it('show the published revision, or one is refused with 409; a clear removes nothing public', async () => {
    let page = await create(act, one.word);
    let text = '';
    const published = new Map<string, string>();
    for (let race = 0; race < RACES; race += 1) {
      const read = done<{
        raw_html: string;
      }>(await act('builder.get', { page_id: page.page_id }));
      const old = /<p>[^<]*<\/p>/.exec(read.raw_html)?.[0] ?? '';
      const next = `<p>race ${race}</p>`;
      const [publish, patch] = await Promise.all([
        act('builder.publish', guarded(page)),
        act('builder.patch', patchOf(page, old, next)),
      ]);
      if (publish.ok) {
        const record = website(publish);
        text = (await visit(record.live_url ?? '')).text;
        expect(text).toBe(read.raw_html);
        published.set(record.snapshot?.url ?? '', text);
      } else refused(publish, 'revision_conflict');
      // A publication changes no revision, so the patch never conflicts with it.
      page = website(patch);
      expect(page.draft_revision).toBe(race + 2);
    }
    const last = await publish(act, page);
    text = (await visit(last.live_url ?? '')).text;
    done(await act('builder.clear', guarded(page)));
    expect((await visit(last.live_url ?? '')).text).toBe(text);
    for (const [url, bytes] of published) expect((await visit(url)).text).toBe(bytes);
  });
});

// Verifies: content.headers.
it('the content origin takes no credential, sets no cookie and has no API', async () => {
  const page = await create(act, one.word);
  const live = (await publish(act, page)).live_url ?? '';
  const headers = { cookie: 'session=x', authorization: `Bearer ${one.secret}` };
  const plain = await visit(live);
  const dressed = await visit(live, { headers });
  expect({ ...dressed, headers: { ...dressed.headers, date: '' } }).toEqual({
    ...plain,
    headers: { ...plain.headers, date: '' },
  });
  expect(plain.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'origin-agent-cluster': '?1',
    'permissions-policy': expect.stringContaining('camera=()') as string,
  });
  expect(plain.headers['set-cookie']).toBeUndefined();
  expect(plain.headers['access-control-allow-origin']).toBeUndefined();
  for (const path of [
    'api/agent-bridge',
    'api/agent-bridge/act',
    'api/mcp',
    'api/auth/session',
    'console',
  ])
    expect((await visit(live + path, { headers })).status).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await visit(live, { method, headers })).status).toBe(405);
  expect(new URL(live).host).not.toBe(new URL(product().baseUrl).host);
});

// Verifies: content.drafts-hidden.
it('no address that could be guessed shows a draft, and neither does the dashboard of its World', async () => {
  const words = unique('hidden');
  const page = await create(act, one.word, pageHtml(words));
  const root = `${contentUrl.replace('//', `//p${page.page_id}.`)}/`;
  const unknown = await visit(`${contentUrl.replace('//', '//p999999999.')}/`);
  expect(unknown.status).toBe(404);
  const paths = [
    '',
    '~snapshots/',
    `~snapshots/sn_${'a'.repeat(26)}/`,
    `~snapshots/sn_${'a'.repeat(26)}/archive.zip`,
    'sitemap.xml',
    'preview',
  ];
  for (const path of paths) {
    const hidden = await visit(root + path);
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
  }
  expect((await visit(`${contentUrl}/p/${page.page_id}/`)).status).toBe(404);
  const world = `${contentUrl.replace('//', `//${one.word}.`)}/`;
  expect((await visit(`${world}${page.page_id}`)).status).toBe(404);
  for (const path of ['', 'sitemap.xml', 'feed.atom'])
    expect((await visit(world + path)).text).not.toContain(page.title);
  const theirs = done<{
    websites: unknown[];
  }>(await stranger.on('act')('builder.list', { limit: 100 }));
  expect(JSON.stringify(theirs)).not.toContain(words);
  refused(await stranger.on('act')('builder.get', { page_id: page.page_id }), 'page_not_found');
});

/** Programs that extract an archive, with their arguments. */
const UNPACKERS = {
  unzip: (zip: string, into: string) => ['-q', zip, '-d', into],
  '7z': (zip: string, into: string) => ['x', '-bd', '-y', `-o${into}`, zip],
  python3: (zip: string, into: string) => ['-m', 'zipfile', '-e', zip, into],
} as const;

describe('the archive of a page', () => {
  // Verifies: publishing.archive-names.
  it.for([
    ['a path', '../../x'],
    ['120 emoji', '\u{1f600}'.repeat(120)],
    ['a device', 'con'],
    ['a header', 'a"; filename="evil.exe'],
    ['letters that turn the direction', '\u202egpj.exe'],
  ] as const)(
    'titled like %s holds safe names and the published bytes',
    async ([, title], context) => {
      const programs = Object.keys(UNPACKERS) as (keyof typeof UNPACKERS)[];
      const present = programs.filter((name) => findProgram(name) !== null);
      if (!present.includes('unzip') || !present.includes('7z'))
        await need(
          context,
          Promise.reject(new MissingTestResourceError('unzip', 'no unzip and 7z on PATH')),
        );
      const html = pageHtml('archived');
      const made = { title, word: one.word, raw_html: html, idempotency_key: unique('create') };
      const page = website(await act('builder.create', made));
      const { archive, website: record } = done<{
        archive: { url: string; sha256: string; bytes: number; filename: string };
        website: WebsiteRecord;
      }>(await act('builder.publish', guarded(page)));
      const got = await visit(archive.url);
      expect([hash('sha256', got.bytes), got.bytes.length]).toEqual([
        archive.sha256,
        archive.bytes,
      ]);
      expect(got.headers['content-disposition']).toBe(`attachment; filename="${archive.filename}"`);
      expect(archive.filename).toMatch(/^[a-z0-9-]+-[0-9]+-r[0-9]+\.zip$/);
      const part = await visit(archive.url, { headers: { range: 'bytes=-22' } });
      expect([part.status, part.bytes.equals(got.bytes.subarray(-22))]).toEqual([206, true]);
      const folder = mkdtempSync(join(tmpdir(), 'bridge-archive-'));
      try {
        const zip = join(folder, 'site.zip');
        writeFileSync(zip, got.bytes);
        for (const name of present) {
          const into = join(folder, name);
          execFileSync(findProgram(name) ?? name, UNPACKERS[name](zip, into));
          expect(readdirSync(into).toSorted()).toEqual([
            'README.txt',
            'SHA256SUMS',
            'index.html',
            'site.json',
          ]);
          expect(readFileSync(join(into, 'index.html'), 'utf8')).toBe(html);
          execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: into });
          const site = JSON.parse(readFileSync(join(into, 'site.json'), 'utf8')) as {
            page: { title: string };
            snapshot: { snapshot_id: string; published_at: string };
          };
          expect(site.page.title).toBe(title);
          const { snapshot_id, published_at } = record.snapshot ?? {};
          expect(site.snapshot).toMatchObject({ snapshot_id, published_at });
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it('titled with a NUL is not created', async () => {
    const made = {
      title: 'a\u0000b',
      word: one.word,
      raw_html: '<p>',
      idempotency_key: unique('k'),
    };
    refused(await act('builder.create', made), 'invalid_input');
  });
});

describe('the content origin', () => {
  const own = new URL(contentUrl).host;
  const requests: readonly (readonly [string, string, string, readonly number[]])[] = [
    ['a Host of somebody else', 'evil.example', '/', [403]],
    ['our Host as a label of theirs', `${own}.evil.example`, '/', [403]],
    ['the app’s Host', new URL(product().baseUrl).host, '/', [403]],
    ['a label beyond the range', `p99999999999999999999.${own}`, '/', [404]],
    ['a label that is no word', `a_b.${own}`, '/', [404]],
    ['a label in a label', `a.p1.${own}`, '/', [404]],
    ['a way up', own, '/p/1/../../etc/passwd', [400]],
    ['an encoded way up', own, '/p/1/%2e%2e/%2e%2e/etc/passwd', [400]],
    ['an encoded slash', own, '/p/1%2f~snapshots', [400]],
    ['a twice encoded slash', own, '/p/1/%252fetc', [404]],
    ['a backslash', own, '/p/1\\..\\x', [400]],
    ['an encoded NUL', own, '/p/1/%00', [400]],
    ['a broken escape', own, '/p/1/%zz', [400]],
    ['8 KB of path', own, `/${'a'.repeat(8_192)}`, [400, 404]],
    ['an address in place of a path', own, 'http://evil.example/', [400, 403]],
    ['the API', own, '/api/agent-bridge', [404]],
    ['a World of the past', own, '/w/__proto__/', [404]],
  ];
  it.each(requests)(
    'refuses a request with %s, and never fails',
    async (_what, host, path, wanted) => {
      const { socket, received, closed } = await openRaw(contentPort);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      await closed;
      const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(received())?.[1]);
      expect(wanted).toContain(status);
      expect(received()).toMatch(/x-content-type-options: nosniff/i);
    },
  );
});

// Verifies: publishing.fetches-nothing.
it('addresses of this machine and of private networks in a page are reported and never requested', async () => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const urls = [
    'http://169.254.169.254/latest/meta-data/',
    `http://[::1]:${port}/six`,
    `http://2130706433:${port}/decimal`,
    `http://[::ffff:127.0.0.1]:${port}/mapped`,
    `http://0x7f.1:${port}/hex`,
    `http://127.0.0.1:${port}/redirects`,
    'file:///etc/passwd',
  ];
  try {
    const body = [
      ...urls.map((url) => `<img src="${url}" alt="">`),
      `<link rel="stylesheet" href="http://127.0.0.1:${port}/style">`,
      `<script>fetch('http://127.0.0.1:${port}/script')</script>`,
    ].join('\n');
    const page = await create(act, one.word, pageHtml('inside').replace('<p>first</p>', body));
    const reply = done<{
      warnings: { url?: string }[];
    }>(await act('builder.publish', guarded(page)));
    expect(reply).toMatchObject({
      publication_mode: 'online',
      offline_ready: false,
      archive: null,
    });
    const named = reply.warnings.map(({ url }) => url);
    for (const url of urls) expect(named).toContain(new URL(url).href);
    expect(named).toContain(`http://127.0.0.1:${port}/style`);
    expect(named).toContain(`http://127.0.0.1:${port}/script`);
    expect(hits).toEqual([]);
  } finally {
    server.close();
  }
});

describe('an invalid publication', () => {
  it('of a missing page, of an old revision, of a foreign page, without the right is refused with its code, and nothing is shown', async () => {
    const empty = await create(act, one.word, '');
    refused(await act('builder.publish', guarded(empty)), 'empty_draft');
    const page = await create(act, one.word);
    const patched = website(await act('builder.patch', patchOf(page, 'first', '1st')));
    refused(await act('builder.publish', guarded(page)), 'revision_conflict');
    refused(await stranger.on('act')('builder.publish', guarded(patched)), 'page_not_found');
    const draft = await one.with('act', { preset: 'draft' });
    refused(await draft('builder.publish', guarded(patched)), 'insufficient_scope');
    for (const { page_id: id } of [empty, page])
      expect((await visit(`${contentUrl.replace('//', `//p${id}.`)}/`)).status).toBe(404);
    // A refusal does not use up the idempotency key: with the correct revision, the same key publishes.
    const key = unique('again');
    const again = { page_id: page.page_id, idempotency_key: key };
    refused(await act('builder.publish', { ...again, expected_revision: 1 }), 'revision_conflict');
    done(await act('builder.publish', { ...again, expected_revision: 2 }));
  });

  it.each(['builder.clear', 'builder.attach'] as const)(
    'during %s of the same revision succeeds completely or is a conflict, and a published revision is shown',
    async (action) => {
      const target = unique('target');
      done(await act('worlds.found', { word: target, idempotency_key: unique('found') }));
      for (let round = 0; round < 5; round += 1) {
        const html = pageHtml(`Round ${round}`);
        const page = await create(act, one.word, html);
        const change = action === 'builder.attach' ? { word: target } : {};
        const [publish, other] = await Promise.all([
          act('builder.publish', guarded(page)),
          act(action, { ...guarded(page), ...change }),
        ]);
        const root = `${contentUrl.replace('//', `//p${page.page_id}.`)}/`;
        expect(website(other).draft_revision).toBe(2);
        if (publish.ok) expect((await visit(root)).text).toBe(html);
        else {
          refused(publish, 'revision_conflict');
          expect((await visit(root)).status).toBe(404);
        }
      }
    },
  );

  it('twice at once with one key is one publication with one answer; with two keys the second changes nothing', async () => {
    const page = await create(act, one.word);
    const same = guarded(page);
    const twins = await Promise.all([act('builder.publish', same), act('builder.publish', same)]);
    expect(done(twins[0])).toEqual(done(twins[1]));
    const others = await Promise.all([
      act('builder.publish', guarded(page)),
      act('builder.publish', guarded(page)),
    ]);
    for (const outcome of others) {
      expect(done(outcome)).toMatchObject({ unchanged: true });
      expect(website(outcome).snapshot).toEqual(website(twins[0]).snapshot);
    }
  });
});
