import { runCommand, startProduct, until, type AllInOneProcess } from '@bridge/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOn } from '../call.ts';
import { create, done, pageHtml, publish, refused, unique } from '../stage.ts';
import { openBrowser, whyNoBrowser } from './browser.ts';
import { picture } from './picture.ts';

const why = whyNoBrowser();
/** Time limit of the test, in ms. It takes forty screenshots, which are slow on a busy machine. */
const JOURNEY_MS_MAX = 240_000;

describe.skipIf(why !== null)(why ?? 'the owner, in a browser', () => {
  let product: AllInOneProcess;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  // Verifies: console.accessible, console.typed-name.
  it(
    'goes from the one-time link to a working key and to a revoked one, with the keyboard alone',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      await page.goto(`${product.baseUrl}/console/welcome#${product.welcomeToken ?? ''}`);
      await page.getByLabel('E-mail').waitFor();
      await picture(page, 'welcome');
      await page.keyboard.type('owner@example.org');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Olive Owner');
      await page.keyboard.press('Tab');
      await page.keyboard.type('correct horse battery');
      await page.keyboard.press('Enter');

      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
      await picture(page, 'home-empty');
      await page.getByRole('link', { name: 'Make a key' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
      await picture(page, 'keys-empty');
      await page.getByRole('button', { name: 'Make a key' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Name').waitFor();
      expect(await page.getByLabel(/builder\.publish/).isChecked()).toBe(false);
      expect(await page.getByLabel(/builder\.clear/).isChecked()).toBe(false);
      await page.keyboard.type('My laptop');
      await picture(page, 'key-form');
      await page.getByLabel(/builder\.publish/).focus();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Make key' }).focus();
      await page.keyboard.press('Enter');

      const shown = page.getByLabel('the key', { exact: true });
      await shown.waitFor();
      const secret = (await shown.innerText()).trim();
      expect(secret).toMatch(/^ak_[0-9A-Za-z]{49}$/);
      for (const client of ['Claude Code', 'Cursor', 'VS Code', 'Codex', 'curl']) {
        await page.getByRole('tab', { name: client }).click();
        expect(await page.getByRole('tabpanel').innerText()).toContain(
          client === 'VS Code' ? '${input:' : secret,
        );
      }
      await picture(page, 'key-made');
      await page.getByRole('button', { name: 'I have copied it' }).click();
      expect(await page.content()).not.toContain(secret);

      const call = callOn('mcp', product.baseUrl, secret);
      done(await call('worlds.found', { word: 'moonlit-press', idempotency_key: unique('found') }));
      const made = await create(call, 'moonlit-press', pageHtml('By the moon'));
      const live = await publish(call, made);
      // The gateway stores the last use of each key once a second.
      await until('the use of the key to be shown', async () => {
        await page.reload();
        await page.getByText(/Last used|Never used/).waitFor();
        return page.getByText(/Last used/).isVisible();
      });
      await picture(page, 'keys');

      await page.getByRole('link', { name: 'Websites' }).click();
      await page.getByRole('link', { name: made.title }).waitFor();
      await picture(page, 'websites');
      await page.getByRole('link', { name: made.title }).click();
      await page.locator('.cm-content').getByText('By the moon').first().waitFor();

      const visitor = await browser.newContext();
      const open = await visitor.newPage();
      const asked: string[] = [];
      open.on('request', (request) => asked.push(request.url()));
      await open.goto(live.live_url ?? '');
      expect(await open.getByRole('heading').innerText()).toBe('By the moon');
      expect(asked.filter((url) => !url.startsWith(live.live_url ?? ''))).toEqual([]);
      expect(await visitor.cookies()).toEqual([]);
      await open.goto(`${product.contentUrl.replace('//', '//moonlit-press.')}/`);
      await open.getByText(made.title).waitFor();
      await picture(open, 'world');
      await visitor.close();

      await page.getByRole('link', { name: 'Keys' }).click();
      await page.getByRole('button', { name: 'Revoke My laptop' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await picture(page, 'revoke');
      await page.keyboard.press('Escape');
      done(await call('worlds.list', {}));
      await page.getByRole('button', { name: 'Revoke My laptop' }).click();
      expect(await page.getByRole('button', { name: 'Revoke key' }).isEnabled()).toBe(false);
      await page.keyboard.type('My laptop');
      await page.keyboard.press('Enter');
      await page.getByText('No active key').waitFor();
      refused(await call('worlds.list', {}), 'key_revoked');
    },
  );

  it(
    'signs out, gets the same message for a wrong password as for an unknown address, and signs in again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();
      await picture(page, 'sign-in');
      const said: string[] = [];
      for (const email of ['owner@example.org', 'nobody@example.org']) {
        await page.getByLabel('E-mail').fill(email);
        await page.getByLabel('Password').fill('not the password');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').filter({ hasText: 'req_' }).waitFor();
        const text = await page.getByRole('alert').innerText();
        said.push(text.replace(/req_[0-9a-z]+/, ''));
      }
      expect(said[0]).toBe(said[1]);
      await page.getByLabel('E-mail').fill('owner@example.org');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByText('owner@example.org').waitFor();
      await picture(page, 'account');
    },
  );

  // Verifies: accounts.new-password.
  it(
    'chooses a new password with the operator’s link, is signed in, and learns why a used link is refused',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const words = ['owner', 'create', '--email', 'owner@example.org'];
      const { stdout } = await runCommand(words, product.env);
      const [link = ''] = stdout.split('\n');
      await page.goto(link);
      await page.getByLabel('Password').waitFor();
      await picture(page, 'new-password');
      await page.keyboard.type('a better horse battery');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
      // A change of the fragment alone would not load the page anew.
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByLabel('Password').fill('yet another password');
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByText('This link does not work any more.').waitFor();
    },
  );

  // Verifies: console.policy.
  it('the console loads nothing from elsewhere and breaks no rule of its own policy', () => {
    // Chromium logs the refused sign-in, which the page handles.
    expect(problems.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  });
});
