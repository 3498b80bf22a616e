import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

const FLAGS = [
  ...CHROMIUM_FLAGS,
  // Without this flag Chromium first requests each page over https.
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
];
const PAGES_AT_ONCE = 6;
const HTML = 'text/html; charset=utf-8';
const LOAD_MS_MAX = 5_000;
/** Time in ms to wait for further requests after a page is loaded and after each change of the media type (such as print). */
const SETTLE_MS = 90;
/** Sandbox attribute of the frames. It forbids framed pages to navigate the outer page. */
const FRAME_RIGHTS = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals';
/** Time in ms to wait for requests of pages in frames. They share one renderer process, so they take longer. */
const FRAMES_SETTLE_MS = 400;

/** Placeholder for another host in test pages. It is replaced by a host name that only this page has. */
export const ELSEWHERE = 'elsewhere.example';

/** The requests that the browser sent while it loaded a page, except the request for the page itself. */
export interface RecordedRequests {
  /** Requested URLs on other hosts. For https only the host is known, because the connection is encrypted. */
  readonly elsewhere: readonly string[];
  /** Requested URLs on the host of the page. */
  readonly beside: readonly string[];
}

/** A browser whose connections all end in the test process, which records its requests. */
export interface RecordingBrowser {
  requestsOf(html: string | Uint8Array, contentType?: string): Promise<RecordedRequests>;
  /** Loads many pages in frames of one page. This is faster, but tests neither other media types nor `unload` handlers. */
  requestsOfAll(pages: readonly string[]): Promise<readonly RecordedRequests[]>;
  close(): Promise<void>;
}

/** Returns an HTML page with one frame for each name. */
function framesPage(names: readonly string[]): string {
  const frames = names.map(
    (name) => `<iframe sandbox="${FRAME_RIGHTS}" src="http://${name}.pages.test/"></iframe>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>iframe{width:60px;height:60px}</style>${frames.join('')}`;
}

async function look(tabs: Page[], context: BrowserContext, url: string): Promise<void> {
  const page = tabs.pop() ?? (await context.newPage());
  await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS_MAX }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' }).catch(() => undefined);
  // Leaving the page runs its unload handlers. Their requests are recorded too.
  const left = await page.goto('about:blank', { timeout: LOAD_MS_MAX }).catch(() => null);
  if (left === null && page.url() !== 'about:blank') await page.close();
  else tabs.push(page);
}

/** Starts Chromium behind a proxy that answers for all hosts, so no request leaves the machine. */
export async function startRecordingBrowser(): Promise<RecordingBrowser> {
  const executablePath = findChromium();
  const pages = new Map<string, { body: Uint8Array; contentType: string }>();
  const asked = new Map<string, { elsewhere: Set<string>; beside: Set<string> }>();
  const record = (host: string, url: string): void => {
    const name = /(?:^|\.)(n[0-9]+)\./.exec(host)?.[1] ?? '';
    const known = asked.get(name);
    if (known === undefined) return;
    if (host.endsWith('.pages.test')) {
      if (!/\/favicon\.ico$/.test(url)) known.beside.add(url);
    } else known.elsewhere.add(url);
  };
  const proxy = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'none'}`);
    const page = pages.get(url.hostname);
    if (page !== undefined && url.pathname === '/') {
      response.writeHead(200, { 'content-type': page.contentType }).end(page.body);
      return;
    }
    record(url.hostname, url.href);
    response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
  });
  proxy.on('connect', (request, socket) => {
    const [host = ''] = (request.url ?? '').split(':');
    record(host, `https://${host}`);
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 502 None\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const browser = await chromium.launch({
    executablePath,
    args: FLAGS,
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
  });
  const context = await browser.newContext({ deviceScaleFactor: 2 });
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const tabs: Page[] = [];
  const plainTabs: Page[] = [];
  let next = 0;
  let running = 0;
  const waiting: (() => void)[] = [];
  const withPageLimit = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= PAGES_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  const serve = (html: string | Uint8Array, contentType: string) => {
    const name = `n${(next += 1)}`;
    const own = `${name}.${ELSEWHERE}`;
    const text = typeof html === 'string' ? html.replaceAll(ELSEWHERE, own) : html;
    pages.set(`${name}.pages.test`, { body: Buffer.from(text), contentType });
    const found = { elsewhere: new Set<string>(), beside: new Set<string>() };
    asked.set(name, found);
    const shown = (urls: ReadonlySet<string>): string[] =>
      [...urls].map((url) => url.replaceAll(own, ELSEWHERE));
    return {
      name,
      end: (): RecordedRequests => {
        pages.delete(`${name}.pages.test`);
        asked.delete(name);
        return { elsewhere: shown(found.elsewhere), beside: shown(found.beside) };
      },
    };
  };
  const lookAtFrames = async (names: readonly string[]): Promise<void> => {
    const frame = serve(framesPage(names), HTML);
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    await page
      .goto(`http://${frame.name}.pages.test/`, { waitUntil: 'load', timeout: LOAD_MS_MAX })
      .catch(() => undefined);
    await page.waitForTimeout(FRAMES_SETTLE_MS);
    await page.close();
    frame.end();
  };
  return {
    requestsOfAll: (all) =>
      withPageLimit(async () => {
        const served = all.map((html) => serve(html, HTML));
        await lookAtFrames(served.map(({ name }) => name));
        return served.map(({ end }) => end());
      }),
    requestsOf: (html, contentType = HTML) =>
      withPageLimit(async () => {
        const { name, end } = serve(html, contentType);
        await look(tabs, context, `http://${name}.pages.test/`);
        if (typeof html === 'string' && html.includes('noscript'))
          await look(plainTabs, plain, `http://${name}.pages.test/`);
        return end();
      }),
    close: async () => {
      await browser.close();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
