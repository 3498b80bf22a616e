import { EFFECT_MIGRATIONS } from '@bridge/db';
import {
  describeWith,
  findProgram,
  freePort,
  MissingTestResourceError,
  testBase,
  testDb,
  until,
} from '@bridge/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makePreviewTokens, OWNER_MARK } from '@bridge/web';
import { startContentOrigin, type TestContentOrigin } from './content-origin.fixture.ts';

/** Starts an HTTP server on another host that records the requests of a page. */
async function startForeignServer() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('x');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { heard, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Number of ways in which `TRY_ALL` tries to load a resource. */
const LOADS = 12;
/**
 * Script that tries each way to load a resource. Resolves when each attempt has loaded, failed or been blocked by the page's
 * policy.
 */
const TRY_ALL = `async (url) => {
  const made = (tag, name, more = {}) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), more);
    element.onload = element.onerror = resolve;
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (blockedURI === element[name]) resolve();
    });
    element[name] = url + '/' + tag;
    document.body.append(element);
  });
  const called = async (call) => { try { await call(); } catch { /* refused */ } };
  const opened = (make) => called(() => new Promise((resolve) => { make().onerror = resolve; }));
  const style = document.createElement('style');
  style.textContent = 'body{background:url(' + url + '/background)}';
  document.head.append(style);
  const all = [
    made('img', 'src'), made('script', 'src'), made('iframe', 'src'), made('video', 'src'), made('object', 'data'),
    made('link', 'href', { rel: 'stylesheet' }), made('link', 'href', { rel: 'preload', as: 'image' }),
    called(() => fetch(url + '/fetch')), called(() => navigator.sendBeacon(url + '/beacon')),
    called(() => import(url + '/import')), opened(() => new WebSocket(url.replace('http', 'ws'))),
    opened(() => new EventSource(url + '/events')),
  ];
  await Promise.all(all);
  return all.length;
}`;

const PREVIEW_SECRET = 'a secret of the previews of a test';
/** Script that tries everything that a preview must prevent; returns `name:outcome` for each attempt. */
const ESCAPES = `(() => {
  const tried = (name, call) => { try { return name + ':' + call(); } catch { return name + ':refused'; } };
  return [
    'origin:' + self.origin,
    tried('cookie', () => { document.cookie = 'a=b'; return document.cookie; }),
    tried('localStorage', () => localStorage.length),
    tried('sessionStorage', () => sessionStorage.length),
    tried('indexedDB', () => { indexedDB.open('a'); return 'opened'; }),
    tried('parent', () => parent.document.title),
    ...(top === self ? [] : [tried('top', () => { top.location = 'https://evil.example/'; return 'sent'; })]),
  ];
})()`;

/** A content origin, a server in place of the app origin, and a browser. */
interface BrowserTestSetup {
  readonly origin: TestContentOrigin;
  readonly browser: Browser;
  readonly word: string;
  /** URL of the app origin. */
  readonly app: string;
  /**
   * Marks a website as offline ready although it loads resources from other hosts, as if the analysis had overlooked these
   * loads.
   */
  readonly missed: (pageId: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function open(): Promise<BrowserTestSetup> {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === null)
    throw new MissingTestResourceError('chromium', 'no Chromium on this machine');
  const port = await freePort();
  const database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  // The server in place of the app origin answers with a page whose frame shows the address in the query.
  const appServer = createServer((request, response) => {
    const address = decodeURIComponent(request.url?.slice(2) ?? '');
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<iframe src="${address}"></iframe>`);
  }).listen(0, '127.0.0.1');
  await once(appServer, 'listening');
  const appAddress = appServer.address();
  const app = `http://localhost:${typeof appAddress === 'object' ? appAddress?.port : 0}`;
  const base = testBase({
    BRIDGE_BASE_URL: app,
    BRIDGE_CONTENT_URL: `http://localhost:${port}`,
    BRIDGE_PREVIEW_SECRET: PREVIEW_SECRET,
  });
  const origin = await startContentOrigin(base, database.db);
  const word = await origin.found('browsed');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const close = async () => {
    await browser.close();
    appServer.close();
    await origin.stop();
    await database.close();
  };
  const missed = async (pageId: number) => {
    await database.db.kysely
      .withTables<{ 'builder.snapshot': { page_id: number; offline_ready: boolean } }>()
      .updateTable('builder.snapshot')
      .set({ offline_ready: true })
      .where('page_id', '=', pageId)
      .execute();
  };
  return { origin, browser, word, app, missed, close };
}

const html = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>x</title>${body}</html>`;
const at = ({ origin }: BrowserTestSetup, label: string) =>
  `http://${label}.localhost:${origin.port}/`;

async function withPage<T>(
  { browser }: BrowserTestSetup,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

describeWith(
  'in a browser',
  open,
  ({ close }) => close(),
  (opened) => {
    // Verifies: content.isolated.
    test('two websites of one World cannot read each other’s storage, cookies or documents', async () => {
      const { origin, word } = opened();
      const first = await origin.publish({ html: html('<p>first'), word });
      const second = await origin.publish({ html: html('<p>second'), word });
      await withPage(opened(), async (page) => {
        await page.goto(at(opened(), `p${first.pageId}`));
        await page.evaluate(`localStorage.setItem('secret', 'x'); document.cookie = 'secret=x';`);
        expect(await page.evaluate('document.cookie')).toBe('secret=x');
        await page.goto(at(opened(), `p${second.pageId}`));
        expect(await page.evaluate(`localStorage.getItem('secret')`)).toBeNull();
        expect(await page.evaluate('document.cookie')).toBe('');
      });
    });

    test('under a path a page has no storage at all and shares nothing with its neighbours', async () => {
      const { origin, word } = opened();
      const { pageId } = await origin.publish({ html: html('<p>boxed'), word });
      await withPage(opened(), async (page) => {
        await page.goto(`http://localhost:${origin.port}/p/${pageId}/`);
        const refused = await page.evaluate(
          `(() => { try { return localStorage.length; } catch (error) { return error.name; } })()`,
        );
        expect(refused).toBe('SecurityError');
        expect(await page.evaluate('self.origin')).toBe('null');
      });
    });

    // Verifies: publishing.ready-enforced.
    test('an offline-ready page reaches no other host, whatever its script tries', async () => {
      const { origin, word } = opened();
      const elsewhere = await startForeignServer();
      try {
        const page = await origin.publish({ html: html('<p>ready'), word });
        await withPage(opened(), async (tab) => {
          await tab.goto(at(opened(), `p${page.pageId}`));
          // This script runs inside the page and under the page's policy, like a load that the analysis has overlooked.
          const tried = await tab.evaluate<number>(
            `(${TRY_ALL})(${JSON.stringify(elsewhere.url)})`,
          );
          expect(tried).toBe(LOADS);
        });
        expect(elsewhere.heard).toEqual([]);
      } finally {
        elsewhere.close();
      }
    });

    // Verifies: publishing.ready-enforced.
    test('a loader that the analysis missed reaches no other host, live and as a snapshot, at every address', async () => {
      const { origin, word, missed } = opened();
      const elsewhere = await startForeignServer();
      try {
        const body = `<script>const u = location.hash.slice(1); fetch(u + '/script').catch(() => 0);
          document.body.insertAdjacentHTML('beforeend', '<img src="' + u + '/image"><link rel=stylesheet href="' + u + '/style">');
        </script>`;
        const seen = await origin.publish({ html: html(`<body>${body}`), word });
        const planted = await origin.publish({ html: html(`<body>${body}<p>planted`), word });
        await missed(planted.pageId);
        const visit = async (url: string) =>
          withPage(opened(), async (page) => {
            await page.goto(`${url}#${elsewhere.url}`, { waitUntil: 'networkidle' });
          });
        await visit(at(opened(), `p${seen.pageId}`));
        // A page that is not offline ready does load its resources, so the empty list expected below proves something.
        expect(elsewhere.heard.toSorted()).toEqual(['/image', '/script', '/style']);
        elsewhere.heard.length = 0;
        for (const root of [
          at(opened(), `p${planted.pageId}`),
          `http://localhost:${origin.port}/p/${planted.pageId}/`,
        ]) {
          await visit(root);
          await visit(`${root}~snapshots/${planted.snapshotId}/`);
        }
        expect(elsewhere.heard).toEqual([]);
      } finally {
        elsewhere.close();
      }
    });

    test('an online page does reach what it names, so the test above can fail', async () => {
      const { origin, word } = opened();
      const elsewhere = await startForeignServer();
      try {
        const image = `<img src="${elsewhere.url}/seen.png" alt="">`;
        const { pageId } = await origin.publish({ html: html(image), word });
        await withPage(opened(), async (page) => {
          await page.goto(at(opened(), `p${pageId}`));
          await until('the image is asked for', () => elsewhere.heard.includes('/seen.png'));
          await page.evaluate(`(${TRY_ALL})(${JSON.stringify(elsewhere.url)})`);
          expect(new Set(elsewhere.heard).size).toBeGreaterThanOrEqual(LOADS - 2);
        });
      } finally {
        elsewhere.close();
      }
    });

    // Verifies: drafts.preview-sandbox.
    test('a preview has no cookie, no storage and no way to its parent, and is named in no referrer', async () => {
      const { origin, word } = opened();
      const foreign = createServer((request, response) => {
        asked.push(`${request.headers.referer} ${request.headers.origin}`);
        response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('x');
      }).listen(0, '127.0.0.1');
      const asked: string[] = [];
      await once(foreign, 'listening');
      const address = foreign.address();
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
      const report = `if (top !== self) console.log(window.escapes.join(' '))`;
      const load = `<p>draft of</p><img src="${url}/i"><script>fetch('${url}/f'); window.escapes = ${ESCAPES}; ${report}</script>`;
      const { pageId } = await origin.draft({ html: html(load), word });
      const token = makePreviewTokens(PREVIEW_SECRET).sign({
        of: 'draft',
        pageId,
        revision: 1,
        expiresS: Math.floor(Date.now() / 1_000) + 900,
        keyMark: OWNER_MARK,
      });
      try {
        await withPage(opened(), async (page) => {
          await page.goto(at(opened(), `d${token}`));
          const escapes = await page.evaluate<readonly string[]>('window.escapes');
          expect(escapes.slice(0, 5)).toEqual([
            'origin:null',
            'cookie:refused',
            'localStorage:refused',
            'sessionStorage:refused',
            'indexedDB:refused',
          ]);
          await until('both requests of the page', async () => asked.length >= 2);
          expect([...new Set(asked)].toSorted()).toEqual(['undefined null', 'undefined undefined']);
          // Also in a frame without the `sandbox` attribute, the preview's own policy puts it in a sandbox.
          const escaped = page.waitForEvent('console', {
            predicate: (message) => message.text().startsWith('origin:'),
          });
          await page.goto(`${opened().app}/?${at(opened(), `d${token}`)}`);
          const said = (await escaped).text().split(' ');
          expect(said).toEqual(
            expect.arrayContaining(['origin:null', 'parent:refused', 'top:refused']),
          );
          expect(page.url()).toContain(opened().app);
          // A page of another origin must not show the preview in a frame.
          await page.goto(at(opened(), word));
          const frames = await page.evaluate(`new Promise((resolve) => {
            const frame = document.createElement('iframe');
            frame.onload = () => resolve(frame.contentDocument === null ? 'foreign' : 'ours');
            frame.src = ${JSON.stringify(at(opened(), `d${token}`))};
            document.body.append(frame);
          })`);
          expect(frames).toBe('foreign');
          expect(await page.frames()[1]?.evaluate('document.body.innerText')).not.toContain(
            'draft of',
          );
        });
      } finally {
        foreign.close();
      }
    });

    test('no cookie of the app’s host or of another label reaches the content origin', async () => {
      const { origin, browser, word } = opened();
      const { pageId } = await origin.publish({ html: html('<p>x'), word });
      const context = await browser.newContext();
      try {
        await context.addCookies([
          { name: 'session', value: 'secret', url: 'http://localhost:1/', httpOnly: true },
        ]);
        const page = await context.newPage();
        const asked = page.waitForRequest((request) => request.isNavigationRequest());
        await page.goto(at(opened(), `p${pageId}`));
        expect(await (await asked).allHeaders()).not.toHaveProperty('cookie');
      } finally {
        await context.close();
      }
    });

    test('a dashboard works without script and style of others, in light and dark, at 320 pixels', async () => {
      const { origin, browser, word } = opened();
      await origin.publish({ html: html('<p>x'), word, title: 'W'.repeat(120) });
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width: 320, height: 640 };
        const context = await browser.newContext({ colorScheme, viewport });
        try {
          const page = await context.newPage();
          const said: string[] = [];
          page.on('console', (message) => said.push(message.text()));
          page.on('request', (request) => said.push(request.url()));
          const url = at(opened(), word);
          await page.goto(url);
          expect(said.filter((text) => !text.startsWith('data:'))).toEqual([url]);
          const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
          const dark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`);
          expect([fits, dark]).toEqual([true, colorScheme === 'dark']);
        } finally {
          await context.close();
        }
      }
    });
  },
);
