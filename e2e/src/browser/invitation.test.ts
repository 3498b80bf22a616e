import { signIn } from '@bridge/testing';
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerHere } from '../owner-here.ts';
import { done, product, stage, unique } from '../stage.ts';
import { openBrowser, whyNoBrowser } from './browser.ts';
import { picture } from './picture.ts';

const why = whyNoBrowser();
const JOURNEY_MS_MAX = 120_000;

describe.skipIf(why !== null)(why ?? 'an invited owner, in a browser', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  });
  afterAll(() => browser.close());

  // Verifies: worlds.invitation-rules.
  it(
    'signs in at the link, reads who invites to which World as what, and accepts it with the keyboard',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const founder = await stage();
      const invited = await ownerHere();
      const path = `/api/agent-bridge/worlds/${founder.word}`;
      const shown = { title: 'Moonlit Press', text: '' };
      expect((await founder.owner.send('POST', path, shown)).status).toBe(200);
      const linkTo = async (role: string): Promise<string> => {
        const email = `${randomBytes(4).toString('hex')}@example.org`;
        const answer = await founder.owner.send('POST', `${path}/members`, { email, role });
        return ((await answer.json()) as { accept_url: string }).accept_url;
      };
      const accept = await linkTo('contributor');

      await page.goto(accept);
      await page.getByLabel('E-mail').fill(invited.email);
      await page.getByLabel('Password').fill(invited.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Moonlit Press' }).waitFor();
      const text = await page.getByRole('main').innerText();
      expect(text).toContain(
        `Test Owner invites you to the World ${founder.word} as a contributor.`,
      );
      await picture(page, 'invitation');
      expect(new URL(page.url()).host).toBe(new URL(product().baseUrl).host);
      // Starts at the top of the page and uses the Tab key only.
      await page.getByRole('main').focus();
      // The first Tab focuses the time at which the invitation expires, the second one the button.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Accept');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `You are a member of ${founder.word}` }).waitFor();
      await picture(page, 'invitation-accepted');
      const { baseUrl } = product();
      const signedIn = await signIn(baseUrl, invited.email, invited.password);
      const worlds = await (await signedIn.send('GET', '/api/console/worlds')).text();
      expect(worlds).toContain(founder.word);

      // The invitation link works only once.
      await page.reload();
      await page.getByText('This link does not work any more.').waitFor();
      await picture(page, 'invitation-used');

      const other = unique('declined');
      done(
        await founder.on('act')('worlds.found', { word: other, idempotency_key: unique('found') }),
      );
      const members = `/api/agent-bridge/worlds/${other}/members`;
      const asked = { email: 'declines@example.org', role: 'viewer' };
      const answer = await founder.owner.send('POST', members, asked);
      await page.goto(((await answer.json()) as { accept_url: string }).accept_url);
      await page.getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('heading', { name: 'Invitation declined' }).waitFor();
      expect(await (await signedIn.send('GET', '/api/console/worlds')).text()).not.toContain(other);
      // Chromium logs the refusal of the used link, which the page handles.
      expect(problems.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([]);
    },
  );
});
