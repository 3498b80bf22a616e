import { expect, it } from 'vitest';
import { create } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

describeConsole('the palette, in a browser', (at) => {
  // Verifies: console.palette.
  it(
    'lists what was opened last first, and is read and operated by its accessibility tree and the keyboard',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const { key } = await at.owner.owner.makeKey({ scopes: ['builder.list'], name: 'lantern' });
      const [one, other] = [await create(act, at.owner.word), await create(act, at.owner.word)];
      const page = await at.open(`/pages/${one.page_id}/revisions`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const opened = [`/pages/${other.page_id}/public`, `/worlds/${at.owner.word}`];
      for (const path of [...opened, `/keys/${key.key_id}`, '/account']) {
        await page.goto(new URL(`/console${path}`, page.url()).href);
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Find' });
      const options = dialog.getByRole('option');
      // The names of keys, Worlds and websites arrive in three answers.
      await expect
        .poll(async () => (await options.allInnerTexts()).slice(0, 5))
        .toEqual([
          'lantern recent key',
          `${at.owner.word} recent World`,
          `${other.title} recent website`,
          `${one.title} recent website`,
          'Home go to',
        ]);
      await picture(page, 'palette-recent');

      // The focus stays in the text field; `aria-activedescendant` names the option that Enter opens.
      const field = dialog.getByRole('combobox');
      const current = async (): Promise<string> =>
        page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`).innerText();
      expect(await current()).toContain('lantern');
      await page.keyboard.press('ArrowDown');
      expect(await current()).toContain(at.owner.word);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await current()).toContain('Sign out');
      await page.keyboard.type(other.title);
      await dialog
        .getByRole('status')
        .filter({ hasText: /^1 result$/ })
        .waitFor();
      const tree = await dialog.ariaSnapshot();
      expect(tree).toContain(`- option "${other.title} recent website" [selected]`);
      expect(tree).toMatch(
        /- combobox "Find a screen, an action, a website or a key" \[expanded\]/,
      );
      expect(tree).toContain('- listbox "Results"');
      await page.keyboard.press('Enter');
      await page.locator('.cm-content').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console/pages/${other.page_id}`);
    },
  );

  // Verifies: console.palette.
  it(
    'recent things of the owner are gone after the sign-out',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open(`/worlds/${at.owner.word}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const stored = () => page.evaluate(`localStorage.getItem('recent')`);
      await expect.poll(stored).toContain(at.owner.word);
      // The sign-out is answered by the test: a real one would end the session that other tests use.
      await page.route('**/api/auth/sign-out', (route) =>
        route.fulfill({ json: { success: true } }),
      );
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect.poll(stored).toBeNull();
    },
  );

  // Verifies: console.palette.
  it(
    'the keys of an input method that composes a word select and open nothing',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/account');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox');
      await field.waitFor();
      const input = await page.context().newCDPSession(page);
      await input.send('Input.imeSetComposition', {
        text: 'o',
        selectionStart: 1,
        selectionEnd: 1,
      });
      const selected = await field.getAttribute('aria-activedescendant');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await field.getAttribute('aria-activedescendant')).toBe(selected);
      expect(new URL(page.url()).pathname).toBe('/console/account');
      await input.send('Input.insertText', { text: 'Worlds' });
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Worlds', level: 1 }).waitFor();
    },
  );
});
