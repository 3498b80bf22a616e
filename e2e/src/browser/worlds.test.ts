import { ALL_TOOL_SCOPES, type TestOwner } from '@bridge/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callOn } from '../call.ts';
import { ownerHere } from '../owner-here.ts';
import { create, product, publish, unique, visit } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

describeConsole('Worlds, in a browser', (at) => {
  /**
   * Invites an e-mail address with the form on the screen of the open World. Returns the invitation link, which the founder
   * would send to the invited person.
   */
  const invite = async (page: Page, email: string): Promise<string> => {
    await page.getByRole('form', { name: 'Invite' }).getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    return page.getByLabel('the link', { exact: true }).innerText();
  };

  /** Accepts an invitation as `owner`, with the token in its link. */
  const accept = async (owner: TestOwner, word: string, link: string): Promise<void> => {
    const body = { token: new URL(link).hash.slice(1), accept: true };
    const answer = await owner.send('POST', `/api/console/invitations/${word}`, body);
    expect(answer.status).toBe(200);
  };

  // Verifies: console.worlds.
  it(
    'a person founds a World by keyboard, is told whether the word is free, and writes its dashboard',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/worlds');
      await page.getByRole('link', { name: at.owner.word }).waitFor();
      await picture(page, 'worlds');
      await page.getByRole('button', { name: 'Found a World' }).click();
      const word = unique('harbour');
      for (const [typed, answer] of [
        ['admin', 'It is reserved'],
        [at.owner.word, 'You founded it already'],
        ['Not A Word', 'A word has small letters'],
        [word, 'is free'],
      ] as const) {
        await page.getByLabel('Word', { exact: true }).fill(typed);
        await page.getByRole('status').filter({ hasText: answer }).waitFor();
      }
      await picture(page, 'found-world');
      await page.getByLabel('Word', { exact: true }).press('Enter');
      await page.getByRole('heading', { name: word, level: 1 }).waitFor();
      await page.getByLabel('Title').fill('Harbour Lights');
      await page.getByLabel('Text').fill('Drawings of\nthe harbour.');
      // The first request that changes the dashboard fails in the browser.
      await page.route(`**/api/agent-bridge/worlds/${word}`, (route) => route.abort(), {
        times: 1,
      });
      await page.getByRole('button', { name: 'Change the dashboard' }).click();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Harbour Lights', level: 1 }).waitFor();
      const dashboard = page.frameLocator(`iframe[title="Dashboard of ${word}"]`);
      await dashboard.getByText('Drawings of').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: word, level: 1 }).waitFor();
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(word);
    },
  );

  // Verifies: console.worlds.
  it(
    'a guest accepts the link and publishes, is taken off and put back, and leaves',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const guest = await ownerHere();
      const page = await at.open(`/worlds/${at.owner.word}`);
      const link = await invite(page, guest.email);
      await page.getByText(guest.email).first().waitFor();
      const theirs = await at.openAs(guest, new URL(link).pathname.replace('/console', ''));
      await theirs.goto(link);
      await theirs.reload();
      await theirs.getByRole('button', { name: 'Accept' }).click();
      await theirs.getByRole('link', { name: 'Open the World' }).click();
      await theirs.getByText('you are its contributor').waitFor();
      const { secret } = await guest.makeKey({ scopes: ALL_TOOL_SCOPES });
      const act = callOn('act', product().baseUrl, secret);
      const made = await create(act, at.owner.word);
      const { live_url: address } = await publish(act, made);
      await theirs.getByText('yours, published').waitFor();
      await picture(theirs, 'world-contributor');

      await page.getByRole('button', { name: `Take off ${made.title}` }).click();
      await page.getByText(`“${made.title}” is off`).waitFor();
      const worldUrl = new URL(product().contentUrl);
      const dashboard = `${worldUrl.protocol}//${at.owner.word}.${worldUrl.host}/`;
      const isListed = async (): Promise<boolean> =>
        (await visit(dashboard)).text.includes(made.title);
      await expect.poll(isListed, { interval: 50 }).toBe(false);
      expect((await visit(address ?? '')).status).toBe(200);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(isListed).toBe(true);
      await picture(page, 'world-founder');

      await theirs.getByRole('button', { name: 'Leave this World' }).click();
      await theirs.getByLabel(`Type “${at.owner.word}” to go on`).fill(at.owner.word);
      await theirs.getByRole('button', { name: 'Leave', exact: true }).click();
      await theirs.getByRole('heading', { name: 'Worlds' }).waitFor();
      await theirs.getByText('No World yet').waitFor();
      await expect.poll(isListed).toBe(false);
      expect((await visit(address ?? '')).status).toBe(200);
      await page.getByText('No website is public here yet.').waitFor();
    },
  );

  // Verifies: console.worlds.
  it(
    'a founder changes the role of a member with an undo, removes the member, and withdraws an invitation',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const word = unique('guests');
      const act = at.owner.on('act');
      await act('worlds.found', { word, idempotency_key: unique('found') });
      const guest = await ownerHere();
      const page = await at.open(`/worlds/${word}`);
      await accept(guest, word, await invite(page, guest.email));
      const role = page.getByLabel('Role of Test Owner');
      await role.selectOption('viewer');
      await page.getByText('Test Owner is a viewer now').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => role.inputValue()).toBe('contributor');
      await page.getByRole('button', { name: 'Remove Test Owner' }).click();
      await page.getByLabel('Type “Test Owner” to go on').fill('Test Owner');
      await page.getByRole('button', { name: 'Remove member' }).click();
      await role.waitFor({ state: 'detached' });
      await invite(page, 'friend@example.org');
      await page.getByRole('button', { name: 'Withdraw the invitation of' }).click();
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await page.getByText('Open invitations').waitFor({ state: 'detached' });
    },
  );

  // Verifies: console.worlds, worlds.handed-over.
  it(
    'a founder hands a World over to a member, who reads of it at home and accepts',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const word = unique('heirs');
      await at.owner.on('act')('worlds.found', { word, idempotency_key: unique('found') });
      const heir = await ownerHere();
      const page = await at.open(`/worlds/${word}`);
      await page.getByText('There is no other member yet').waitFor();
      await accept(heir, word, await invite(page, heir.email));
      await page.getByRole('button', { name: 'Offer the World' }).click();
      await page.getByText('You stay the founder until this member accepts').waitFor();
      const theirs = await at.openAs(heir, '/');
      await theirs.getByText(`offers you the World ${word}`).first().waitFor();
      await picture(theirs, 'home-new');
      await theirs.getByRole('link', { name: 'Look' }).click();
      await theirs.getByRole('heading', { name: 'This World is offered to you' }).waitFor();
      await picture(theirs, 'world-offer');
      await theirs.getByRole('button', { name: 'Accept' }).click();
      await theirs.getByText('you are its founder').waitFor();
      await page.getByText('you are its contributor').waitFor();
      await page.getByRole('button', { name: 'Leave this World' }).waitFor();
      await page.goto(`${product().baseUrl}/console/activity?word=${word}`);
      await page.getByText('the new founder').waitFor();
    },
  );

  // Verifies: console.worlds.
  it(
    'the button that copies an address says to select it where the browser has no clipboard, as at a plain HTTP address',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/');
      await page.addInitScript('delete Navigator.prototype.clipboard');
      await page.goto(new URL(`/console/worlds/${at.owner.word}`, page.url()).href);
      await page.getByRole('button', { name: 'Copy the address of the feed' }).click();
      await page.getByText('Select the text and copy it').waitFor();
    },
  );
});
