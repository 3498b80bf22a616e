import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, guarded, stage, visit, website, type Stage } from '../stage.ts';
import { openBrowser, whyNoBrowser } from './browser.ts';
import { openConsole, type ConsolePage } from './console-page.ts';
import { picture } from './picture.ts';

const why = whyNoBrowser();
const JOURNEY_MS_MAX = 120_000;

describe.skipIf(why !== null)(why ?? 'websites and account, in a browser', () => {
  let browser: Browser;
  let owner: Stage;
  const opened: ConsolePage[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    owner = await stage();
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => {
    const at = await openConsole(browser, owner.owner, path);
    opened.push(at);
    return at.page;
  };

  // Verifies: console.delete.
  it(
    'a deleted website answers 410 and is brought back by the toast, and later from the list',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(owner.on('act'), owner.word);
      const { live_url: live } = website(await owner.on('act')('builder.publish', guarded(made)));
      const statusOf = async (): Promise<number> => (await visit(live ?? '')).status;
      const before = (await visit(live ?? '')).text;
      const page = await open(`/pages/${made.page_id}/settings`);
      const remove = () => page.getByRole('button', { name: 'Delete this website' }).click();
      await remove();
      await page.getByRole('button', { name: `Bring back ${made.title}` }).waitFor();
      await expect.poll(statusOf).toBe(410);
      await picture(page, 'deleted');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(statusOf).toBe(200);
      await page.getByRole('link', { name: made.title }).click();
      await page.getByRole('link', { name: 'Settings' }).click();
      await remove();
      await page.getByRole('button', { name: `Bring back ${made.title}` }).click();
      await page.getByRole('link', { name: made.title }).waitFor();
      await expect.poll(statusOf).toBe(200);
      expect((await visit(live ?? '')).text).toBe(before);
    },
  );

  // Verifies: console.palette.
  it(
    'the palette makes the way to a new website by keyboard alone',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await open('/websites');
      await page.getByRole('button', { name: 'New website' }).click();
      await page.getByLabel('Title').fill('Lanterns of the harbour');
      await picture(page, 'new-website');
      await page.keyboard.press('Enter');
      await page.locator('.cm-content').waitFor();
      await page.goto(page.url().replace(/\/pages\/.*/, '/account'));
      await page.getByRole('heading', { name: 'Account' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('lanterns');
      await page.getByRole('option', { name: /Lanterns of the harbour/ }).waitFor();
      await page.getByText('1 result', { exact: true }).waitFor();
      await picture(page, 'palette');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Lanterns of the harbour' }).waitFor();
      await page.locator('.cm-content').waitFor();
    },
  );

  // Verifies: console.account.
  it(
    'the account shows its browsers and credits, and another browser is signed out from there',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await open('/account');
      const other = await browser.newPage();
      await other.goto(page.url());
      await other.getByLabel('E-mail').fill(owner.owner.email);
      await other.getByLabel('Password').fill(owner.owner.password);
      await other.keyboard.press('Enter');
      await other.getByRole('heading', { name: 'Account' }).waitFor();
      await page.reload();
      await page
        .getByRole('button', { name: /Sign out there/ })
        .first()
        .waitFor();
      await picture(page, 'account');
      await page
        .getByRole('button', { name: /Sign out there Mozilla/ })
        .first()
        .click();
      // The sign-in opens above the screen of the other browser, which stays.
      await other.getByRole('link', { name: 'Activity' }).click();
      await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await picture(other, 'session-ended');
      await other.getByLabel('Password').fill(owner.owner.password);
      await other.keyboard.press('Enter');
      await other.getByText('founded a World').waitFor();
      await other.close();
    },
  );

  // Verifies: console.policy.
  it('no script failed and no rule of the policy was broken in the whole run', () => {
    expect(opened.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
