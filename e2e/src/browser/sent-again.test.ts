import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownerHere } from '../owner-here.ts';
import { create, done, patchOf, publish, unique, website } from '../stage.ts';
import {
  collectKeys,
  describeConsole,
  JOURNEY_MS_MAX,
  loseAnswer,
  refuseOnce,
  UNAVAILABLE_TEXT,
} from './console-page.ts';

describeConsole('a change that a person sends again, in a browser', (at) => {
  /** Presses "Try again" beside the change whose outcome is unknown, and waits until its refusal is gone. */
  const tryAgain = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/It may have happened/).waitFor({ state: 'detached' });
  };

  /** Expects that two requests were sent, both under one idempotency key. */
  const expectSentAgain = (keys: readonly string[]): void => {
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  };

  // Verifies: console.same-key.
  it(
    'leaving a World or website out of overviews, sent again after its answer was lost, leaves it out',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      for (const [path, name] of [
        [`/worlds/${at.owner.word}`, 'Public overviews may list this World'],
        [`/pages/${made.page_id}/settings`, 'Public overviews may list this website'],
      ] as const) {
        const page = await at.open(path);
        const choice = page.getByRole('checkbox', { name });
        expect(await choice.isChecked()).toBe(true);
        const keys = collectKeys(page, '/listed');
        await loseAnswer(page, '**/listed');
        await choice.click();
        await page.getByText(/It may have happened/).waitFor();
        await expect.poll(() => choice.isChecked()).toBe(false);
        await tryAgain(page);
        expectSentAgain(keys);
        await page.reload();
        await choice.waitFor();
        expect(await choice.isChecked()).toBe(false);
      }
    },
  );

  // Verifies: console.same-key.
  it(
    'taking a website off a World, sent again after its answer was lost, leaves it off, and undo puts it back',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const made = await create(act, at.owner.word);
      await publish(act, made);
      const page = await at.open(`/worlds/${at.owner.word}`);
      const keys = collectKeys(page, '/off');
      await loseAnswer(page, '**/off');
      await page.getByRole('button', { name: `Take off ${made.title}` }).click();
      await page.getByRole('button', { name: `Put back ${made.title}` }).waitFor();
      await tryAgain(page);
      await page.getByText(`“${made.title}” is off ${at.owner.word}`).waitFor();
      expectSentAgain(keys);
      await page.getByRole('button', { name: `Put back ${made.title}` }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: `Take off ${made.title}` }).waitFor();
    },
  );

  // Verifies: console.same-key.
  it(
    'an offer of a World and its withdrawal, sent again after their answers were lost, keep their direction and member',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const word = unique('offers');
      const act = at.owner.on('act');
      await act('worlds.found', { word, idempotency_key: unique('found') });
      const page = await at.open(`/worlds/${word}`);
      for (const name of ['First Member', 'Second Member']) {
        const member = await ownerHere();
        await member.send('POST', '/api/console/profile', { name });
        await page.getByRole('form', { name: 'Invite' }).getByLabel('E-mail').fill(member.email);
        await page.keyboard.press('Enter');
        await page.getByText(`Send this link to ${member.email} now`).waitFor();
        const link = await page.getByLabel('the link', { exact: true }).innerText();
        const body = { token: new URL(link).hash.slice(1), accept: true };
        await member.send('POST', `/api/console/invitations/${word}`, body);
        await page.reload();
      }
      const handOver = page.getByRole('region', { name: 'Hand over' });
      const choice = handOver.getByLabel('Member');
      await choice.selectOption({ index: 1 });
      const chosen = await choice.locator('option:checked').innerText();
      const keys = collectKeys(page, '/hand-over');
      await loseAnswer(page, '**/hand-over');
      await handOver.getByRole('button', { name: 'Offer the World' }).click();
      await handOver.getByText(`Offered to ${chosen}.`).waitFor();
      await tryAgain(page);
      await page.getByText(`Offered to ${chosen}`, { exact: true }).waitFor();
      expectSentAgain(keys);
      await handOver.getByText(`Offered to ${chosen}.`).waitFor();
      await loseAnswer(page, '**/hand-over');
      await handOver.getByRole('button', { name: 'Take the offer back' }).click();
      await handOver.getByRole('button', { name: 'Offer the World' }).waitFor();
      await tryAgain(page);
      await page.getByText('The offer is taken back').waitFor();
      expectSentAgain(keys.slice(2));
      await handOver.getByRole('button', { name: 'Offer the World' }).waitFor();
    },
  );

  // Verifies: console.who-sees-it, console.same-key.
  it(
    'a change of who sees a website, sent again after its answer was lost, is undone to who saw it before',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const made = await publish(act, await create(act, at.owner.word));
      const page = await at.open(`/pages/${made.page_id}/public`);
      const keys = collectKeys(page, '/visibility');
      await loseAnswer(page, '**/visibility');
      await page.getByRole('button', { name: 'Take down' }).click();
      await page.getByRole('button', { name: 'Take down' }).waitFor({ state: 'detached' });
      await tryAgain(page);
      await page.getByText('It is taken down').waitFor();
      expectSentAgain(keys);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Take down' }).waitFor();
      const { visibility } = website(await act('builder.get', { page_id: made.page_id }));
      expect(visibility).toBe('public');
    },
  );

  // Verifies: console.same-key.
  it(
    'a new title and a new World of a website, sent again after their answers were lost, are undone to those before',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const word = unique('moved');
      await act('worlds.found', { word, idempotency_key: unique('found') });
      const made = await create(act, at.owner.word);
      const read = async () => website(await act('builder.get', { page_id: made.page_id }));
      const page = await at.open(`/pages/${made.page_id}/settings`);
      const renames = collectKeys(page, '/rename');
      await loseAnswer(page, '**/rename');
      await page.getByLabel('Title').fill('Other title');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Settings of Other title' }).waitFor();
      await tryAgain(page);
      expectSentAgain(renames);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await read()).title).toBe(made.title);
      await page.getByRole('heading', { name: `Settings of ${made.title}` }).waitFor();
      const moves = collectKeys(page, '/attach');
      await loseAnswer(page, '**/attach');
      await page.getByLabel('World', { exact: true }).selectOption(word);
      await page.getByRole('button', { name: 'Move' }).click();
      await page.getByText(/It may have happened/).waitFor();
      await expect.poll(async () => (await read()).word).toBe(word);
      await expect.poll(() => page.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true);
      await tryAgain(page);
      await page.getByText(`It is in ${word} now`).waitFor();
      expectSentAgain(moves);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await read()).word).toBe(at.owner.word);
    },
  );

  // Verifies: console.problem, console.same-key.
  it(
    'a restore or change of who sees a website that an unavailable service refused is sent again by its button',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const first = await publish(act, await create(act, at.owner.word));
      const made = website(await act('builder.patch', patchOf(first, 'first', 'other')));
      await publish(act, made);
      const pressRestore = (page: Page) => page.getByRole('button', { name: /^Restore/ }).first();
      for (const [path, end, press, outcome] of [
        [`/pages/${made.page_id}/public`, '/restore', pressRestore, 'Publish r3'],
        [`/pages/${made.page_id}/revisions`, '/restore', pressRestore, 'r2 is restored as r4'],
        [
          `/pages/${made.page_id}/public`,
          '/visibility',
          (page: Page) => page.getByRole('button', { name: 'Take down' }),
          'It is taken down',
        ],
      ] as const) {
        const page = await at.open(path);
        const keys = collectKeys(page, end);
        await refuseOnce(page, `**${end}`);
        await press(page).click();
        await page.getByText(UNAVAILABLE_TEXT).waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText(outcome).first().waitFor();
        expectSentAgain(keys);
      }
    },
  );

  // Verifies: console.same-key, console.widgets.
  it(
    'a widget whose answer was lost is inserted once, also by a dialog that was closed and opened again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const made = await create(act, at.owner.word);
      const page = await at.open(`/pages/${made.page_id}`);
      const dialog = page.getByRole('dialog', { name: 'Insert a widget' });
      const keys = collectKeys(page, '/widget');
      await loseAnswer(page, '**/widget');
      await page.getByRole('button', { name: 'Insert…' }).click();
      const widget = dialog.getByLabel('Widget', { exact: true });
      await widget.selectOption({ label: 'Table of contents' });
      await dialog.getByLabel('title (optional)').fill('On this page');
      await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
      await dialog.getByText(/It may have happened/).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('r2', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Insert…' }).click();
      await dialog.getByLabel('title (optional)').waitFor();
      expect(await dialog.getByLabel('title (optional)').inputValue()).toBe('On this page');
      await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
      await page.getByText('Table of contents is in the draft').waitFor();
      expectSentAgain(keys);
      const read = done(await act('builder.get', { page_id: made.page_id }));
      expect(String(read['raw_html']).split('<!-- widget:contents').length - 1).toBe(1);
    },
  );

  // Verifies: console.same-key.
  it(
    'a website whose answer was lost, and whose repetition an unavailable service refused, is made once',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/websites?new');
      const title = unique('Once');
      const keys = collectKeys(page, '/pages');
      await refuseOnce(page, '**/api/console/pages');
      await loseAnswer(page, '**/api/console/pages');
      await page.getByLabel('Title').fill(title);
      await page.getByRole('button', { name: 'Make website' }).click();
      await page.getByText(/It may have happened/).waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(UNAVAILABLE_TEXT).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'New website' }).click();
      expect(await page.getByLabel('Title').inputValue()).toBe(title);
      expect(await page.getByLabel('Title').isEditable()).toBe(false);
      await page.getByRole('button', { name: 'Make website' }).click();
      await page.locator('.cm-content').waitFor();
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    },
  );
});
