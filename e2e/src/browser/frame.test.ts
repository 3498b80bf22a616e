import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create, patchOf, product, unique, website } from '../stage.ts';
import { expectAccessible } from './axe.ts';
import { describeConsole, JOURNEY_MS_MAX, openConsole } from './console-page.ts';
import { picture } from './picture.ts';

/** Time after which an unattended toast goes away, in ms. */
const TOAST_MS = 10_000;
/**
 * Minimum width and height of a control, in CSS pixels, with a mouse (WCAG 2.2, 2.5.8). `TOUCHED_PX_MIN` applies to touch
 * screens.
 */
const TARGET_PX_MIN = 24;
const TOUCHED_PX_MIN = 44;

/** Script that finds the buttons, navigation links and form fields whose width or height is less than `least` CSS pixels. */
const smallTargets = (least: number): string => `(() => {
  const selector = 'button, a.button, nav a, select, summary, input:not([type=hidden])';
  return [...document.querySelectorAll(selector)].filter((one) => {
    // A click on its label also operates a radio button or checkbox, so the size of the label counts.
    const target = one.matches('[type=radio], [type=checkbox]') ? (one.closest('label') ?? one) : one;
    const { width, height } = target.getBoundingClientRect();
    return width > 0 && (width < ${least} || height < ${least});
  }).map((one) => one.outerHTML.slice(0, 120));
})()`;

describeConsole('the frame of the console, in a browser', (at) => {
  const visit = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${product().baseUrl}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  };

  // Verifies: console.offline.
  it(
    'a device without a network is told so, and what was read stays with its age',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open('/websites');
      await page.getByRole('link', { name: made.title }).waitFor();
      await page.context().setOffline(true);
      await page.getByText('This device is offline').waitFor();
      await page
        .getByText(/^Read just now\.$/)
        .first()
        .waitFor();
      expect(await page.getByRole('link', { name: made.title }).isVisible()).toBe(true);
      await picture(page, 'offline');
      await page.context().setOffline(false);
      await page.getByText('This device is offline').waitFor({ state: 'detached' });
      await page.getByText(/^Read just now\.$/).waitFor({ state: 'detached' });
    },
  );

  // Verifies: console.offline.
  it(
    'a screen whose code cannot be loaded says so in the frame, and is shown when the network is back',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      // React logs the failed load as an error, so this page is not checked for errors.
      const { page, close } = await openConsole(at.browser, at.owner.owner, '/websites');
      const websites = page.getByRole('link', { name: made.title });
      await websites.waitFor();
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('heading', { name: 'This screen cannot be shown' }).waitFor();
      await page.getByRole('link', { name: 'Websites' }).click();
      await websites.waitFor();
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('heading', { name: 'This screen cannot be shown' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Load the page again' }).click();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      await close();
    },
  );

  // Verifies: console.not-live, console.activity.
  it(
    'without a stream of events every screen says so, and the activity looks for new rows itself',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const page = await at.open('/account');
      await page.route('**/api/console/events*', (route) => route.abort());
      await visit(page, '/activity');
      await page.getByText('new rows are looked for every 5 s').waitFor();
      const note = page.getByRole('status').filter({ hasText: 'Not live' });
      await note.waitFor();
      await create(act, at.owner.word);
      await page.getByRole('button', { name: '1 new' }).waitFor();
      await visit(page, '/websites');
      await note.waitFor();
      const made = await create(act, at.owner.word);
      await picture(page, 'not-live');
      await page.getByRole('button', { name: 'Read again' }).click();
      await page.getByRole('link', { name: made.title }).waitFor();
    },
  );

  // Verifies: console.toasts.
  it(
    'a toast is reached by F6, stays while it has the focus, and gives the focus back',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open('/websites');
      await page.clock.install();
      await visit(page, `/pages/${made.page_id}/settings`);
      const title = page.getByLabel('Title');
      const toast = page.getByText('The title is changed');
      const rename = async (name: string): Promise<void> => {
        await title.fill(name);
        await title.press('Enter');
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await toast.waitFor();
      };
      await rename('First title');
      await page.keyboard.press('F6');
      await page.clock.fastForward(2 * TOAST_MS);
      expect(await toast.isVisible()).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: made.title }).waitFor();
      await toast.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('INPUT');
      await rename('Second title');
      await page.clock.fastForward(TOAST_MS + 1_000);
      await toast.waitFor({ state: 'detached' });
    },
  );

  // Verifies: console.times.
  it(
    'a time is relative, and exact while it has the focus',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      await create(at.owner.on('act'), at.owner.word);
      const page = await at.open('/websites');
      const time = page.locator('main time').first();
      await time.waitFor();
      expect(await time.innerText()).toBe('just now');
      await time.focus();
      expect(await time.innerText()).toBe(await time.getAttribute('title'));
      await page.keyboard.press('Tab');
      expect(await time.innerText()).toBe('just now');
    },
  );

  // Verifies: console.websites-filter, console.palette.
  it(
    'the websites are filtered by their address, and the palette opens the dialogs of new things',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const word = unique('other');
      await act('worlds.found', { word, idempotency_key: unique('found') });
      const [here, there] = [await create(act, at.owner.word), await create(act, word)];
      const page = await at.open(`/websites?word=${word}`);
      await page.getByRole('link', { name: there.title }).waitFor();
      expect(await page.getByRole('link', { name: here.title }).count()).toBe(0);
      await page.locator('.filter select').nth(1).selectOption('published');
      await page.getByText('No website fits these filters').waitFor();
      expect(new URL(page.url()).search).toBe(`?word=${word}&state=published`);
      await picture(page, 'websites-filtered');
      await page.reload();
      await page.getByRole('link', { name: 'Show all websites' }).click();
      await page.getByRole('link', { name: here.title }).waitFor();
      for (const name of ['New website', 'Found a World']) {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(name);
        await page.getByRole('option', { name }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog', { name }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    },
  );

  // Verifies: console.preload.
  it(
    'the editor is loaded as soon as the link of a website has the focus',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open('/websites');
      const link = page.getByRole('link', { name: made.title });
      await link.waitFor();
      const loaded = page.waitForRequest(/\/editor\.screen-[^/]*\.js$/);
      await link.focus();
      await loaded;
      expect(new URL(page.url()).pathname).toBe('/console/websites');
    },
  );

  // Verifies: console.accessible.
  it(
    'targets are large enough for a pointer and for a finger, and states show in forced colours',
    { timeout: 2 * JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const patched = website(
        await at.owner.on('act')('builder.patch', patchOf(made, 'first', 'b')),
      );
      const page = await at.open('/websites');
      const context = await at.browser.newContext({
        viewport: { width: 320, height: 720 },
        hasTouch: true,
        isMobile: true,
        storageState: await page.context().storageState(),
      });
      const phone = await context.newPage();
      for (const path of [
        '/',
        '/websites',
        '/worlds',
        `/worlds/${at.owner.word}`,
        '/activity',
        '/keys',
        '/keys/new',
        '/account',
        `/pages/${patched.page_id}/revisions`,
        `/pages/${patched.page_id}/public?publish`,
        `/pages/${patched.page_id}/settings`,
      ]) {
        await visit(page, path);
        expect(await page.evaluate(smallTargets(TARGET_PX_MIN)), path).toEqual([]);
        await page.emulateMedia({ forcedColors: 'active' });
        await expectAccessible(page, `${path} in forced colours`);
        await page.emulateMedia({ forcedColors: 'none' });
        await visit(phone, path);
        expect(await phone.evaluate(smallTargets(TOUCHED_PX_MIN)), `${path} touched`).toEqual([]);
      }
      await context.close();
    },
  );
});
