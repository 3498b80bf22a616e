import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create, product } from '../stage.ts';
import { expectAccessible } from './axe.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';

/** Number of Tab stops after which a control counts as unreachable. */
const STOPS_MAX = 80;
const NARROW = { width: 320, height: 720 };

/**
 * Script that describes the focused element, also inside a shadow root; null when the browser's own interface has the
 * focus.
 */
const READ_FOCUS = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null || element === document.body || element.tagName === 'IFRAME') return null;
  const box = element.getBoundingClientRect();
  const hasRing = (one) => one !== null && one !== undefined && getComputedStyle(one).outlineStyle !== 'none';
  return {
    html: element.outerHTML.slice(0, 160),
    hasRing: hasRing(element) || hasRing(element.getRootNode().host?.parentElement),
    isInView: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
})()`;

/** The element that has the focus: its HTML, whether it has a focus ring, and whether it is in view. */
interface FocusedElement {
  readonly html: string;
  readonly hasRing: boolean;
  readonly isInView: boolean;
}

async function isFocused(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => {
    // An attached element is in a document or a shadow root; both have an active element, which the type Node lacks.
    const root = element.getRootNode() as unknown as { readonly activeElement: unknown };
    return root.activeElement === element;
  });
}

/** Expects that the focused element is in view and has a focus ring. */
async function expectFocusVisible(page: Page): Promise<void> {
  const focused = await page.evaluate<FocusedElement | null>(READ_FOCUS);
  if (focused === null) return;
  const { html, hasRing, isInView } = focused;
  expect({ hasRing, isInView }, html).toEqual({ hasRing: true, isInView: true });
}

/** Moves the focus with Tab or Shift+Tab until the target has it. Every stop must be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
    await expectFocusVisible(page);
  }
  throw new Error(`${String(target)} was not reached with ${key}`);
}

async function press(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Expects a screen with this focused heading, without horizontal scrolling and without an accessibility violation. */
async function expectScreen(page: Page, heading: string | RegExp): Promise<void> {
  const shown = page.getByRole('heading', { level: 1, name: heading });
  await shown.waitFor();
  await expect.poll(() => isFocused(shown), { message: `focus on ${String(heading)}` }).toBe(true);
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, `${String(heading)} scrolls sideways`).toBeLessThanOrEqual(0);
  await expectAccessible(page, String(heading));
}

/** Opens a screen by the navigation that the menu button shows. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Menu' }), 'Shift+Tab');
  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
  await expectScreen(page, name);
}

describeConsole('the console by keyboard at 320 px', (at) => {
  // Verifies: console.accessible.
  it(
    'leads from the sign-in over every screen to the sign-out with Tab, Enter and arrows',
    { timeout: 3 * JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const context = await at.browser.newContext({ viewport: NARROW });
      const page = await context.newPage();
      await page.goto(`${product().baseUrl}/console`);
      await page.getByLabel('E-mail').waitFor();
      await page.keyboard.type(at.owner.owner.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(at.owner.owner.password);
      await page.keyboard.press('Enter');
      await expectScreen(page, 'Home');

      await openFromMenu(page, 'Websites');
      await press(page, page.getByRole('link', { name: made.title }));
      await expectScreen(page, made.title);
      const code = page.locator('.pane.code .cm-content');
      await tabTo(page, code);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('<p>typed</p>');
      await page.keyboard.press('Tab');
      expect(await isFocused(code)).toBe(false);
      await press(page, page.getByRole('button', { name: 'Preview', exact: true }), 'Shift+Tab');
      await page.locator('iframe[title="Preview"]:not(.coming)').waitFor();
      await press(page, page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab');
      await page.getByText('same as r2').waitFor();

      await press(page, page.getByRole('link', { name: 'Revisions' }), 'Shift+Tab');
      await expectScreen(page, /^Revisions of/);
      await press(page, page.getByRole('button', { name: 'Compare r1 with r2' }));
      await expectScreen(page, /^Compare revisions of/);
      await tabTo(page, page.getByRole('tab', { name: 'Side by side' }));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => isFocused(page.getByRole('tab', { name: 'List' }))).toBe(true);
      await page.getByText(/^Change 1 of 1/).waitFor();

      await press(page, page.getByRole('link', { name: 'Public' }), 'Shift+Tab');
      await expectScreen(page, /^Public side of/);
      const publish = page.getByRole('button', { name: 'Publish…' });
      const dialog = page.getByRole('dialog');
      await press(page, publish);
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused(publish)).toBe(true);
      await page.keyboard.press('Enter');
      await dialog.getByText(/works offline/).waitFor();
      expect(await isFocused(dialog.getByRole('radio', { checked: true }))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await press(page, dialog.getByRole('button', { name: 'Publish r2' }));
      await page.getByText('r2 is published').waitFor();
      await expect.poll(() => isFocused(publish)).toBe(true);

      await press(page, page.getByRole('link', { name: 'Settings' }), 'Shift+Tab');
      await expectScreen(page, /^Settings of/);
      await openFromMenu(page, 'Worlds');
      await press(page, page.getByRole('link', { name: at.owner.word }));
      await expectScreen(page, at.owner.word);
      await openFromMenu(page, 'Activity');
      await openFromMenu(page, 'Keys');
      await press(page, page.getByRole('button', { name: 'Make a key' }));
      await page.getByLabel('Name').waitFor();
      await page.keyboard.type('By keyboard');
      await press(page, page.getByRole('button', { name: 'Make key' }));
      const keyHeading = page.getByRole('heading', { name: /By keyboard/ });
      await expect.poll(() => isFocused(keyHeading)).toBe(true);
      await press(page, page.getByRole('button', { name: 'I have copied it' }));
      await press(page, page.getByRole('link', { name: 'By keyboard' }), 'Shift+Tab');
      await expectScreen(page, 'By keyboard');

      await press(page, page.getByRole('button', { name: 'Menu' }), 'Shift+Tab');
      const find = page.getByRole('button', { name: /^Find/ });
      await press(page, find);
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused(find)).toBe(true);
      await page.keyboard.press('Enter');
      await page.keyboard.type('acc');
      await page.getByRole('option', { name: /^Account/ }).waitFor();
      await page.keyboard.press('Enter');
      await expectScreen(page, 'Account');
      await press(page, page.getByRole('button', { name: 'Menu' }), 'Shift+Tab');
      await press(page, page.getByRole('button', { name: 'Sign out' }));
      await expect.poll(() => isFocused(page.getByLabel('E-mail'))).toBe(true);
      await context.close();
    },
  );
});
