import type { WebsiteRecord } from '@bridge/contracts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create, done, patchOf, website } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { codeOf, openEditor, readDraft, saveDraft, typeAtEnd, waitKept } from './editor-page.ts';
import { picture } from './picture.ts';

/** Text with every character that an editor is likely to change. */
const ODD =
  '\uFEFF<!doctype html>\r\n<p>one\0</p>\r\n<p>two\u2028</p>\r\n<p>a lone\rreturn</p>\n<p>last</p>';
const LINES = [
  '<!doctype html>',
  '<title>t</title>',
  '<h1>Moonlit</h1>',
  '<p>first</p>',
  '<p>second</p>',
];

describeConsole('the editor, in a browser', (at) => {
  const open = (made: WebsiteRecord, path = ''): Promise<Page> =>
    at.open(`/pages/${made.page_id}${path}`);
  const storedHtml = async (made: WebsiteRecord): Promise<string> =>
    String((await readDraft(at, made))['raw_html']);
  /** Moves the cursor to the end of a line with the keyboard only. */
  const toEndOfLine = async (page: Page, line: number): Promise<void> => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    for (let step = 1; step < line; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
  };

  // Verifies: drafts.editor.
  it(
    'opens at the editor_url that an agent was given, and a save there is what the agent reads next',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, LINES.join('\n'));
      const page = await at.open('/');
      await page.goto(made.editor_url);
      await codeOf(page).getByText('Moonlit').waitFor();
      await typeAtEnd(page, '<p>by the owner</p>');
      await saveDraft(page, 2);
      expect(await storedHtml(made)).toBe(`${LINES.join('\n')}<p>by the owner</p>`);
    },
  );

  // Verifies: console.exact-bytes, console.typed-line-ends.
  it(
    'types, pastes and deletes in a draft of odd bytes, and an agent reads exactly the expected ones',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, ODD);
      const page = await openEditor(at, made);
      await toEndOfLine(page, 2);
      await page.keyboard.type('!');
      await page.keyboard.press('Enter');
      await page.keyboard.type('<p>new</p>');
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      // Delete removes the two characters of the line end between lines 2 and 3 together, and undo restores them.
      await page.keyboard.press('Delete');
      await page.keyboard.press('Control+z');
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text/plain', ' pasted\\nlines');
        const content = document.querySelector('code-view').shadowRoot.querySelector('.cm-content');
        content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      })()`);
      // Inserts line breaks after the first line and before the U+2028 of the fifth line.
      await toEndOfLine(page, 5);
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Enter');
      const typed = `\r\n${ODD}`
        .replace('</p>\r\n<p>two', '</p>!\r\n<p>new</p> pasted\r\nlines\r\n<p>two')
        .replace('two', 'two\r\n');
      await page.getByText('Line 2, column 1', { exact: true }).waitFor();
      const lineEnds = page.getByLabel('Line ends');
      await lineEnds.selectOption('LF');
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+z');
      await saveDraft(page, 2);
      expect(await storedHtml(made)).toBe(typed);
      await lineEnds.selectOption('LF');
      await saveDraft(page, 3);
      expect(await storedHtml(made)).toBe(typed.replaceAll('\r\n', '\n'));
      await picture(page, 'editor');
    },
  );

  // Verifies: console.unsaved.
  it(
    'keeps unsaved edits when the browser is closed: another one shows them, and no agent sees them',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const html = LINES.join('\n');
      const made = await create(at.owner.on('act'), at.owner.word, html);
      const first = await openEditor(at, made);
      await toEndOfLine(first, 3);
      await first.keyboard.type(' by night');
      await waitKept(first);
      await first.context().close();
      const second = await openEditor(at, made);
      await second.getByText('Moonlit</h1> by night').waitFor();
      expect(await storedHtml(made)).toBe(html);
      await second.getByText(/These are edits of/).waitFor();
      await second.getByRole('button', { name: 'Drop them' }).click();
      await second.getByText('same as r1').waitFor();
      await second.getByRole('button', { name: 'Undo' }).click();
      await second.getByText('Moonlit</h1> by night').waitFor();
      await waitKept(second);
      const third = await openEditor(at, made);
      await third.getByText('Moonlit</h1> by night').waitFor();
    },
  );

  // Verifies: console.unsaved.
  it(
    'keeps what was typed just before another tab was opened, and shows it again on the way back',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, LINES.join('\n'));
      const page = await openEditor(at, made);
      await toEndOfLine(page, 3);
      const put = page.waitForRequest((request) => request.method() === 'PUT');
      await page.keyboard.type(' at once');
      await page.getByRole('link', { name: 'Revisions' }).click();
      expect((await put).postDataJSON()).toMatchObject({
        raw_html: LINES.join('\n').replace('Moonlit</h1>', 'Moonlit</h1> at once'),
      });
      await page.locator('.cm-content').waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByText('Moonlit</h1> at once').waitFor();
      await page.getByText('<p>second</p>').waitFor();
    },
  );

  // Verifies: console.agent-faster.
  it(
    'takes in what an agent changed elsewhere, and lets the person decide the same line',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, LINES.join('\n'));
      const page = await openEditor(at, made);
      await toEndOfLine(page, 3);
      await page.keyboard.type(' mine');
      const elsewhere = website(
        await at.owner.on('act')('builder.patch', patchOf(made, 'second', 'agent')),
      );
      // Waits for the notice that the agent's patch causes through the event stream. A click on Save could come before it.
      await page.getByText(/1 line, none of them yours/).waitFor();
      await page.getByRole('button', { name: 'Take in' }).click();
      await saveDraft(page, 3);
      const both = [...LINES.slice(0, 2), '<h1>Moonlit</h1> mine', '<p>first</p>', '<p>agent</p>'];
      expect(await storedHtml(made)).toBe(both.join('\n'));

      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' person');
      const now = { ...elsewhere, draft_revision: 3 };
      done(await at.owner.on('act')('builder.patch', patchOf(now, '<p>agent</p>', '<p>robot</p>')));
      await page.getByRole('button', { name: 'Bring together' }).click();
      await page.getByRole('heading', { name: /Bring together r4/ }).waitFor();
      await picture(page, 'merge');
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(false);
      await page.getByRole('button', { name: 'Both' }).click();
      await page.getByRole('button', { name: 'Take the result' }).click();
      await saveDraft(page, 5);
      expect(await storedHtml(made)).toBe(
        [...both.slice(0, 4), '<p>agent</p> person', '<p>robot</p>'].join('\n'),
      );
    },
  );

  // Verifies: console.widgets.
  it(
    'puts a widget into the draft by a form, while unsaved edits stay',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const html = '<!doctype html>\n<body>\n<h1>Moonlit</h1>\n<h2>Prints</h2>\n</body>';
      const made = await create(at.owner.on('act'), at.owner.word, html);
      const page = await openEditor(at, made);
      await toEndOfLine(page, 3);
      await page.keyboard.type(' mine');
      await page.getByRole('button', { name: 'Insert…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Insert a widget' });
      await dialog
        .getByLabel('Widget', { exact: true })
        .selectOption({ label: 'Table of contents' });
      await dialog.getByLabel('title (optional)').fill('On this <page>');
      await picture(page, 'widget');
      await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
      await page.getByRole('button', { name: 'Take in' }).click();
      await saveDraft(page, 3);
      const stored = await storedHtml(made);
      expect(stored).toContain('<h1>Moonlit</h1> mine');
      expect(stored).toContain('On this &lt;page&gt;');
      expect(stored).toContain('<!-- widget:contents v1.0.0 #');
    },
  );

  // Verifies: console.revisions.
  it(
    'folds the revisions of one agent that follow each other',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      let made = await create(at.owner.on('act'), at.owner.word, LINES.join('\n'));
      for (const [old, next] of ['first', 'a', 'b', 'c', 'd'].map((text, index, all) => [
        text,
        all[index + 1],
      ]))
        if (next !== undefined)
          made = website(
            await at.owner.on('act')(
              'builder.patch',
              patchOf(made, `<p>${old}</p>`, `<p>${next}</p>`),
            ),
          );
      const page = await open(made, '/revisions');
      const burst = page.getByText(/made 4 revisions, r1 to r4/);
      await burst.waitFor();
      await picture(page, 'revisions-folded');
      await burst.click();
      await page.getByRole('button', { name: 'Restore revision 2' }).waitFor();
    },
  );

  // Verifies: console.revisions.
  it(
    'lists the revisions, compares two of them and restores one, which can be undone',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, LINES.join('\n'));
      const next = website(
        await at.owner.on('act')('builder.patch', patchOf(made, 'first', '1st')),
      );
      const page = await open(made, '/revisions');
      await page.getByText('changed the HTML').waitFor();
      await picture(page, 'revisions');
      await page.getByRole('button', { name: 'Restore revision 1' }).click();
      await page.getByText('r1 is restored as r3').waitFor();
      expect(await storedHtml(made)).toBe(LINES.join('\n'));
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('restored r2').waitFor();
      expect(await storedHtml(made)).toBe(LINES.join('\n').replace('first', '1st'));
      expect(next.draft_revision).toBe(2);
      await page.getByRole('button', { name: /^Compare r/ }).click();
      await page.getByRole('tab', { name: 'List' }).click();
      await page.goto(`${page.url().split('?')[0]}?a=1&b=4`);
      await page.locator('diff-view .cm-content').first().waitFor();
      await picture(page, 'compare');
      await page.getByRole('tab', { name: 'List' }).click();
      await page.getByText('Change 1 of 1: line 4 became line 4').waitFor();
      await page.getByRole('tab', { name: 'Rendered' }).click();
      for (const name of ['Preview of revision 1', 'Preview of revision 4'])
        await page
          .frameLocator(`iframe[title="${name}"]`)
          .getByRole('heading', { name: 'Moonlit' })
          .waitFor();
    },
  );
});
