import { newOwner, startProduct, type AllInOneProcess } from '@bridge/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOn, type ActionCaller } from '../call.ts';
import { create, done, guarded, unique, website } from '../stage.ts';
import { openBrowser, whyNoBrowser } from './browser.ts';
import { picture } from './picture.ts';

const why = whyNoBrowser();
const JOURNEY_MS_MAX = 240_000;
const BODY =
  '<h1>The Moonlit Press</h1><h2>Books &amp; <em>broadsides</em></h2><p>Words.</p><h3>Bound in cloth, with a long heading that wraps on a telephone</h3><p>More.</p><h2 id="printers">Printers</h2><p>End.</p>';
const pageWith = (css: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Widgets</title><style>body{margin:0 auto;max-width:44rem;padding:1rem;font:17px/1.6 sans-serif}${css}</style></head>\n<body>${BODY}</body></html>\n`;
const AWARE =
  'body{background:#faf6ec;color:#222}@media (prefers-color-scheme: dark){body{background:#14161a;color:#e8e6e0}}';
const UNAWARE = 'body{background:#fff4dd}h1{color:#800030}';

/** Script that returns the lowest contrast between a text of a widget and its background, as WCAG 2.2 computes it. */
const LEAST_CONTRAST = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => channels(color).slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (channels(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const texts = document.querySelectorAll('.widget-contents a, .widget-contents summary, .widget-picture p, .widget-picture a, .widget-theme');
  return Math.min(...[...texts].map((one) => {
    const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }));
})()`;

describe.skipIf(why !== null)(why ?? 'the widgets, in a browser', () => {
  let product: AllInOneProcess;
  let browser: Browser;
  let agent: ActionCaller;
  let word: string;
  const problems: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    const owner = await newOwner(product.baseUrl, product.env);
    const scopes = [
      ...['worlds.found', 'builder.create', 'builder.get', 'builder.publish'],
      ...['widgets.catalog', 'widgets.install_page'],
    ];
    agent = callOn('act', product.baseUrl, (await owner.makeKey({ scopes })).secret);
    word = unique('widgets');
    done(await agent('worlds.found', { word, idempotency_key: unique('found') }));
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  async function published(css: string, installs: readonly object[]): Promise<string> {
    let page = await create(agent, word, pageWith(css));
    for (const install of installs)
      page = website(await agent('widgets.install_page', { ...guarded(page), ...install }));
    const publication = done(await agent('builder.publish', guarded(page)));
    expect(publication).toMatchObject({ offline_ready: true });
    return (publication['website'] as { live_url: string }).live_url;
  }
  /** Opens an address and appends the URLs of all its requests to `asked`. */
  async function open(context: BrowserContext, address: string, asked: string[]): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    return page;
  }
  const SAMPLES = [
    { widget_id: 'contents', params: { title: 'On this page' }, position: { after: '</h1>' } },
    { widget_id: 'cited-picture', position: { before: '<h2 id="printers">' } },
    { widget_id: 'theme-switch' },
  ];
  const REFERENCE = {
    title: 'Moonlit Harbour',
    creator: 'A. Painter',
    date: '1889',
    institution: 'A Museum',
    source_url: 'https://example.org/works/1',
    rights: { label: 'CC0 1.0' },
  };
  const installs = SAMPLES.map((one) =>
    one.widget_id === 'cited-picture'
      ? { ...one, params: { reference: REFERENCE, note: 'Seen from the north pier.' } }
      : one,
  );

  // Verifies: widgets.looks, widgets.offline.
  it(
    'are readable and usable in light and dark, by keyboard, and request nothing from elsewhere',
    {
      timeout: JOURNEY_MS_MAX,
    },
    async () => {
      const live = await published(AWARE, installs);
      const context = await browser.newContext({ colorScheme: 'light' });
      const asked: string[] = [];
      const page = await open(context, live, asked);
      await picture(page, 'widgets');

      const contents = page.getByRole('navigation', { name: 'On this page' });
      expect(await contents.getByRole('link').allInnerTexts()).toEqual([
        'Books & broadsides',
        'Bound in cloth, with a long heading that wraps on a telephone',
        'Printers',
      ]);
      await contents.getByRole('link', { name: 'Books' }).focus();
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#books-broadsides');
      expect(await page.locator('#books-broadsides').count()).toBe(1);
      await contents.getByText('On this page').focus();
      await page.keyboard.press('Enter');
      expect(await contents.getByRole('link', { name: 'Books' }).isVisible()).toBe(false);

      const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const button = page.getByRole('switch', { name: 'Dark colours' });
      expect(await ground()).toBe('rgb(250, 246, 236)');
      expect(await page.evaluate(LEAST_CONTRAST)).toBeGreaterThanOrEqual(4.5);
      await button.focus();
      await page.keyboard.press('Space');
      expect(await button.isChecked()).toBe(true);
      expect(await ground()).toBe('rgb(20, 22, 26)');
      expect(await page.evaluate(LEAST_CONTRAST)).toBeGreaterThanOrEqual(4.5);
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await page.reload();
      expect(await button.isChecked()).toBe(true);
      expect(await ground()).toBe('rgb(20, 22, 26)');
      await page.setViewportSize({ width: 320, height: 700 });
      const { width = 999 } = (await button.boundingBox()) ?? {};
      expect(width).toBeLessThan(60);
      expect(asked.filter((url) => !url.startsWith(live))).toEqual([]);
      await context.close();
    },
  );

  it(
    'begin dark where the system does, and follow it until the visitor chooses',
    {
      timeout: JOURNEY_MS_MAX,
    },
    async () => {
      const live = await published(AWARE, installs);
      const context = await browser.newContext({ colorScheme: 'dark' });
      const page = await open(context, live, []);
      const button = page.getByRole('switch');
      expect(await button.isChecked()).toBe(true);
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(() => button.isChecked()).toBe(false);
      await button.click();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await button.isChecked()).toBe(true);
      await context.close();
    },
  );

  it(
    'turn a page without dark colours too, with one switch or two, in the sandbox of a path',
    {
      timeout: JOURNEY_MS_MAX,
    },
    async () => {
      const inline = { widget_id: 'theme-switch', params: { place: 'inline', label: 'Night' } };
      const live = await published(UNAWARE, [...installs, inline]);
      const pageId = /\/\/p(\d+)\./.exec(live)?.[1] ?? '';
      const context = await browser.newContext({ colorScheme: 'light' });
      const page = await open(context, `${product.contentUrl}/p/${pageId}/`, []);
      const switches = page.getByRole('switch');
      expect(await switches.count()).toBe(2);
      await page.getByRole('switch', { name: 'Night' }).click();
      for (const one of await switches.all()) expect(await one.isChecked()).toBe(true);
      expect(await page.evaluate('getComputedStyle(document.documentElement).filter')).toBe(
        'invert(1) hue-rotate(180deg)',
      );
      await picture(page, 'widgets-inverted');
      await page.getByRole('switch', { name: 'Night' }).click();
      expect(await page.evaluate('getComputedStyle(document.documentElement).filter')).toBe('none');
      await context.close();
    },
  );

  it('run without an error', () => {
    expect(problems).toEqual([]);
  });
});
