import {
  CHROMIUM_FLAGS,
  findChromium,
  newOwner,
  startProduct,
  type TestOwner,
  type AllInOneProcess,
} from '@bridge/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { act, createDraft } from '../act.ts';
import { median } from '../load.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';

const ROUNDS = 5;
const KEYS = 200;
/** Time between two keys, in ms: 12 keys a second, a fast typist. */
const KEY_MS = 80;
const READY_MS_MAX = 1_000;
const OPEN_MS_MAX = 1_000;
const KEY_PAINT_MS_MAX = 50;
const LARGE_CHARS = 5_242_000;
const MEDIUM_CHARS = 1_048_000;
const LINE =
  '<p>The lantern at the harbour is lit at dusk, and put out by the keeper at dawn.</p>\n';
const CODE = '.pane.code .cm-line';

/** Script for the page that collects the durations of key events, from the event until the next paint. */
const NOTE_KEYS = `(() => {
  window.durations = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.durations.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
})()`;

function draftOf(chars: number): string {
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Long</title>\n';
  return `${head}${LINE.repeat(Math.ceil(chars / LINE.length))}`.slice(0, chars);
}

/** Creates a World (public identity) with one draft for each size in `sizes` (in characters), and returns their page ids. */
async function makeDrafts(
  { baseUrl }: AllInOneProcess,
  owner: TestOwner,
  sizes: readonly number[],
): Promise<readonly number[]> {
  const { secret } = await owner.makeKey({ scopes: ['worlds.found', 'builder.create'] });
  const word = 'bench-editor-w';
  await act(baseUrl, secret, 'worlds.found', { word, idempotency_key: `found-${word}` });
  const ids: number[] = [];
  for (const chars of sizes) {
    const draft = {
      title: `Draft of ${chars}`,
      word,
      raw_html: draftOf(chars),
      idempotency_key: `create-${chars}-characters`,
    };
    ids.push(await createDraft(baseUrl, secret, draft));
  }
  return ids;
}

async function openContext(
  browser: Browser,
  { baseUrl }: AllInOneProcess,
  { cookie }: TestOwner,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: baseUrl };
  });
  await context.addCookies(cookies);
  return context;
}

/** Returns the time from the navigation until an element is in the page, in ms, as the page itself measures it. */
async function timeUntil(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript(`(() => {
    const check = () => {
      const hosts = [document, ...[...document.querySelectorAll('code-view')].map((one) => one.shadowRoot)];
      if (hosts.some((host) => host?.querySelector(${JSON.stringify(selector)}))) window.appeared ??= performance.now();
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  })()`);
  await page.goto(url);
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (window.appeared === undefined ? requestAnimationFrame(look) : resolve(window.appeared));
    look();
  })`);
}

async function medianUntil(
  context: BrowserContext,
  url: string,
  selector: string,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const page = await context.newPage();
    const time = await timeUntil(page, url, selector);
    // The first round fills the caches of server and browser, so it is not counted.
    if (round > 0) times.push(time);
    await page.close();
  }
  return median(times);
}

/** Returns the 95th percentile of the time from a key to the next paint, in ms, by Event Timing in the page. */
async function keyToPaint(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(CODE).first().waitFor();
  await page.locator('.pane.code .cm-content').focus();
  await page.keyboard.type('warm up');
  await page.evaluate(NOTE_KEYS);
  await page.keyboard.type('x'.repeat(KEYS), { delay: KEY_MS });
  const durations = (await page.evaluate<number[]>('window.durations')).sort((a, b) => a - b);
  await page.close();
  // Event Timing does not report events shorter than 16 ms. The unreported ones are counted as 0 ms.
  const unreported = Math.max(KEYS - durations.length, 0);
  return [...Array<number>(unreported).fill(0), ...durations][Math.floor(KEYS * 0.95)] ?? 0;
}

/**
 * Measures the console in a browser: time until the home screen is ready, until a large draft is open, and from a key to the
 * next paint.
 */
export async function browserRows(say: ProgressPrinter): Promise<readonly BenchComparisonRow[]> {
  say('the console in Chromium');
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off' } });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS],
  });
  try {
    const owner = await newOwner(product.baseUrl, product.env);
    const [large = 0, medium = 0] = await makeDrafts(product, owner, [LARGE_CHARS, MEDIUM_CHARS]);
    const context = await openContext(browser, product, owner);
    const home = `${product.baseUrl}/console`;
    const ready = await medianUntil(context, home, '[aria-labelledby] .empty, main section h2');
    const open = await medianUntil(context, `${home}/pages/${large}`, '.cm-line');
    const key = await keyToPaint(context, `${home}/pages/${medium}`);
    return [
      row('home ready to use', [ready, 'ms'], [READY_MS_MAX, 'ms'], ['<=', 1]),
      row('draft of 5 MiB open', [open, 'ms'], [OPEN_MS_MAX, 'ms'], ['<=', 1]),
      row('key to paint at 1 MiB, p95', [key, 'ms'], [KEY_PAINT_MS_MAX, 'ms'], ['<=', 1]),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
