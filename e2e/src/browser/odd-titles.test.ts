import type { WebsiteRecord } from '@bridge/contracts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageHtml, patchOf, publish, unique, website } from '../stage.ts';
import { expectAccessible } from './axe.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

/** A title with a right-to-left override (U+202E) that ends within the title, and one whose override does not end. */
const CLOSED = '\u202Egnippots \u05E9\u05DC\u05D5\u05DD\u202C (1)';
const OPEN = '\u202Enepo si edirrevo eht';
/** Titles that could break a screen: text in two directions, only invisible characters, one long word, 120 emoji. */
const TITLES = [CLOSED, OPEN, '\u200B\u200D\u2060', 'W'.repeat(120), '🌙'.repeat(120)] as const;
/** Paths of the screens of one website, below the address of the website. */
const PARTS = [
  '',
  '/revisions',
  '/compare?a=1&b=2',
  '/public',
  '/public?publish',
  '/settings',
] as const;

/**
 * Script that finds the texts in which a title could reverse the text around it: the title is neither alone in an
 * element with bidirectional isolation nor between isolate characters.
 */
const STRAYS = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const at = node.data.indexOf('\\u202E');
    const parent = node.parentElement;
    if (at < 0 || parent.closest('option, pre, code, textarea') !== null) continue;
    const isAlone = parent.textContent.startsWith('\\u202E') && /isolate|plaintext/.test(getComputedStyle(parent).unicodeBidi);
    const isIsolated = node.data.lastIndexOf('\\u2068', at) > node.data.lastIndexOf('\\u2069', at);
    if (!isAlone && !isIsolated) found.push(parent.outerHTML.slice(0, 200));
  }
  return found;
})()`;

/** Expects that the screen is accessible at 320 px, does not scroll horizontally, and isolates the titles. */
async function expectInPlace(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  await page.setViewportSize({ width: 320, height: 900 });
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(STRAYS), `${path} has titles that are not isolated`).toEqual([]);
  expect(await page.title(), path).not.toMatch(/^[^\u2068]*\u202E/);
  await expectAccessible(page, path);
}

describeConsole('titles of odd characters, in a browser', (at) => {
  const visit = async (page: Page, path: string): Promise<void> => {
    await page.goto(new URL(`/console${path}`, page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const makeOdd = async (title: string): Promise<WebsiteRecord> => {
    const act = at.owner.on('act');
    const { word } = at.owner;
    const raw_html = pageHtml('Odd');
    const made = website(
      await act('builder.create', { title, word, raw_html, idempotency_key: unique('odd') }),
    );
    await publish(act, made);
    return website(await act('builder.patch', patchOf(made, 'first', 'changed')));
  };

  // Verifies: console.odd-titles.
  it(
    'every list shows them by a visible name, in its width, and accessibly',
    { timeout: 2 * JOURNEY_MS_MAX },
    async () => {
      const { word } = at.owner;
      for (const title of TITLES) await makeOdd(title);
      const dashboard = { title: TITLES[2], text: OPEN };
      await at.owner.owner.send('POST', `/api/agent-bridge/worlds/${word}`, dashboard);
      const page = await at.open('/websites');
      for (const [path, name] of [
        ['/websites', 'odd-websites'],
        ['/', 'odd-home'],
        ['/worlds', 'odd-worlds'],
        [`/worlds/${word}`, 'odd-world'],
        ['/activity', 'odd-activity'],
      ] as const) {
        await visit(page, path);
        await page
          .getByRole('link', { name: word })
          .or(page.getByText(/^Untitled/))
          .first()
          .waitFor();
        // `picture` also expects no horizontal scrolling and no accessibility violation. It would find a link without a visible
        // name.
        await picture(page, name);
        await expectInPlace(page, path);
      }
      await visit(page, `/worlds/${word}`);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(word);
    },
  );

  // Verifies: console.odd-titles.
  it.each(TITLES)(
    'every screen of a website with the title %j keeps it in its place',
    { timeout: JOURNEY_MS_MAX },
    async (title) => {
      const made = await makeOdd(title);
      const page = await at.open('/websites');
      for (const part of PARTS) {
        const path = `/pages/${made.page_id}${part}`;
        await visit(page, path);
        if (part === '') await page.locator('.pane.code .cm-content').waitFor();
        if (part.endsWith('?publish')) await page.getByRole('dialog').waitFor();
        const heading = page.getByRole('heading', { level: 1, includeHidden: true });
        const name = title === TITLES[2] ? `Untitled ${made.page_id}` : title;
        await expect.poll(() => heading.innerText()).toContain(name);
        await expectInPlace(page, path);
      }
    },
  );
});
