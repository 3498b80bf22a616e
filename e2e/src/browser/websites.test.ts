import { expect, it } from 'vitest';
import { create, done, publish, unique, visit } from '../stage.ts';
import { collectKeys, describeConsole, JOURNEY_MS_MAX, loseAnswer } from './console-page.ts';
import { picture } from './picture.ts';

describeConsole('websites and account, in a browser', (at) => {
  // Verifies: console.delete.
  it(
    'a deleted website answers 410 and is brought back by the toast, and later from the list',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const { live_url: live } = await publish(at.owner.on('act'), made);
      const statusOf = async (): Promise<number> => (await visit(live ?? '')).status;
      const before = (await visit(live ?? '')).bytes;
      const page = await at.open(`/pages/${made.page_id}/settings`);
      const remove = () => page.getByRole('button', { name: 'Delete this website' }).click();
      await remove();
      await page.getByRole('button', { name: `Bring back ${made.title}` }).waitFor();
      await expect.poll(statusOf).toBe(410);
      await picture(page, 'deleted');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(statusOf).toBe(200);
      expect((await visit(live ?? '')).bytes).toEqual(before);
      await page.getByRole('link', { name: made.title }).click();
      await page.getByRole('link', { name: 'Settings' }).click();
      await remove();
      await page.getByRole('button', { name: `Bring back ${made.title}` }).click();
      await page.getByRole('link', { name: made.title }).waitFor();
      await expect.poll(statusOf).toBe(200);
      expect((await visit(live ?? '')).bytes).toEqual(before);
    },
  );

  // Verifies: console.palette.
  it(
    'the palette makes the way to a new website by keyboard alone',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/websites');
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

  // Verifies: console.shortcuts, console.palette.
  it(
    '? lists the keys but types a question mark in a field, and can be switched off',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/websites');
      const list = page.getByRole('dialog', { name: 'Keyboard' });
      await page.getByRole('heading', { name: 'Websites' }).waitFor();
      await page.keyboard.press('?');
      await list.getByText('find a screen, a website or a key').waitFor();
      await picture(page, 'shortcuts');
      await list.getByLabel('“?” opens this list').uncheck();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('key?');
      expect(await page.getByRole('dialog').getByRole('combobox').inputValue()).toBe('key?');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('board');
      await page.getByText('1 result', { exact: true }).waitFor();
      expect(await list.count()).toBe(0);
      await page.keyboard.press('Enter');
      await list.getByLabel('“?” opens this list').check();
      await list.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('?');
      await list.waitFor();
    },
  );

  // Verifies: console.same-key.
  it(
    'a website whose answer was lost is made once, whatever the person presses then',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/websites');
      const title = unique('Once');
      const keys = collectKeys(page, '/pages');
      await loseAnswer(page, '**/api/console/pages');
      const openDialog = () => page.getByRole('button', { name: 'New website' }).click();
      await openDialog();
      await page.getByLabel('Title').fill(title);
      await page.getByRole('button', { name: 'Make website' }).click();
      await page.getByText(/It may have happened/).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await openDialog();
      expect(await page.getByLabel('Title').inputValue()).toBe(title);
      await picture(page, 'new-website-unknown');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.cm-content').waitFor();
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      const { websites } = done(await at.owner.on('act')('builder.list', {}));
      const made = (websites as readonly { readonly title: string }[]).filter(
        (one) => one.title === title,
      );
      expect(made).toHaveLength(1);
    },
  );

  // Verifies: console.new-from-file.
  it(
    'a website is made from an HTML file byte for byte, and a file that is not UTF-8 is refused',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/websites?new');
      const file = page.getByLabel('HTML file');
      const html = '\uFEFF<!doctype html>\r\n<title>t</title>\n<p>lone\rreturn\u2028</p>';
      const chosen = (name: string, buffer: Buffer) =>
        file.setInputFiles({ name, mimeType: 'text/html', buffer });
      await chosen('latin.html', Buffer.from('<p>caf\xe9</p>', 'latin1'));
      await page.getByText(/latin\.html is not text in UTF-8/).waitFor();
      await picture(page, 'new-website');
      await chosen('Moonlit.html', Buffer.from(html));
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Moonlit');
      await page.getByRole('button', { name: 'Make website' }).click();
      await page.locator('.cm-content').waitFor();
      const id = Number(/pages\/(\d+)/.exec(page.url())?.[1]);
      const read = done(await at.owner.on('act')('builder.get', { page_id: id }));
      expect(read['raw_html']).toBe(html);
    },
  );

  // Verifies: console.new-from-file.
  it(
    'a new website has the HTML of the file that was chosen last, even if the browser reads an earlier one after it',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/websites?new');
      // The browser reads a file only when the test releases it.
      await page.evaluate(`(() => {
        const read = File.prototype.arrayBuffer;
        window.released = new Map();
        File.prototype.arrayBuffer = async function () {
          await new Promise((resolve) => window.released.set(this.name, resolve));
          return read.call(this);
        };
      })()`);
      const release = (name: string) => page.evaluate(`window.released.get('${name}')()`);
      const file = page.getByLabel('HTML file');
      const choose = (name: string) =>
        file.setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(`<p>${name}</p>`) });
      await page.getByLabel('Title').fill(unique('Chosen'));
      const make = page.getByRole('button', { name: 'Make website' });
      await choose('first.html');
      await choose('second.html');
      await release('second.html');
      await expect.poll(() => make.isEnabled()).toBe(true);
      await release('first.html');
      await choose('third.html');
      expect(await make.isEnabled()).toBe(false);
      await choose('second.html');
      await release('second.html');
      await release('third.html');
      await make.click();
      await page.locator('.cm-content').waitFor();
      const id = Number(/pages\/(\d+)/.exec(page.url())?.[1]);
      const read = done(await at.owner.on('act')('builder.get', { page_id: id }));
      expect(read['raw_html']).toBe('<p>second.html</p>');
    },
  );

  // Verifies: console.account.
  it(
    'the account shows its browsers and credits, and another browser is signed out from there',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/account');
      const other = await at.browser.newPage();
      await other.goto(page.url());
      await other.getByLabel('E-mail').fill(at.owner.owner.email);
      await other.getByLabel('Password').fill(at.owner.owner.password);
      await other.keyboard.press('Enter');
      await other.getByRole('heading', { name: 'Account' }).waitFor();
      await page.reload();
      await page
        .getByRole('button', { name: /Sign out there/ })
        .first()
        .waitFor();
      await picture(page, 'account');
      await page
        .getByRole('button', { name: /Sign out there Chrome on/ })
        .first()
        .click();
      // The session of the other browser has ended, so the sign-in dialog opens above its next screen.
      await other.getByRole('link', { name: 'Activity' }).click();
      await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await picture(other, 'session-ended');
      // A browser closes every modal dialog at the second Escape, even if the page prevents that. The sign-in dialog must be
      // shown all the same.
      await other.keyboard.press('Escape');
      await other.keyboard.press('Escape');
      expect(await other.getByRole('dialog').getByLabel('Password').isVisible()).toBe(true);
      await other.getByLabel('Password').fill(at.owner.owner.password);
      await other.keyboard.press('Enter');
      await other.getByText('founded').waitFor();
      await other.close();
    },
  );
});
