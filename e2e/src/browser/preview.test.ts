import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create, patchOf, website } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX, openConsole } from './console-page.ts';
import { picture } from './picture.ts';

const TALL =
  '<!doctype html>\n<title>t</title>\n<h1>Moonlit</h1>\n<p style="height:4000px">tall</p>\n<p>last</p>';
/** A page that tries to read the console's data, and writes the results into its own text. */
const HOSTILE = `<!doctype html><title>t</title><h1>Hostile</h1><pre id="found"></pre><script>
const found = [];
const attempt = (name, work) => { try { const value = work(); if (value) found.push(name + ': ' + value); } catch { /* refused */ } };
attempt('cookie', () => document.cookie);
attempt('storage', () => localStorage.length + 1);
attempt('database', () => indexedDB.open('x') && 'opened');
attempt('opener', () => opener);
attempt('top', () => top.location.href);
attempt('parent', () => parent.document.title);
attempt('top navigation', () => { top.location = 'https://evil.example/'; });
{
  const send = (data) => parent.postMessage(data, '*');
  send('{"bridge":"preview","kind":"error","text":"<img src=x onerror=alert(1)>"}');
  send('{"bridge":"preview","kind":"scroll","x":1e300,"y":{}}');
  send(JSON.stringify({ bridge: 'preview', kind: 'error', text: 'x'.repeat(100000) }));
  send({ bridge: 'preview', kind: 'error', text: 'an object' });
  send({ what: 'event', name: 'resync', data: null });
  for (let at = 0; at < 200; at += 1) send('{"bridge":"preview","kind":"error","text":"flood"}');
}
document.getElementById('found').textContent = 'found ' + JSON.stringify(found);
</script>`;

describeConsole('previews, in a browser', (at) => {
  const previewOf = (page: Page): FrameLocator =>
    page.frameLocator('iframe[title="Preview"]:not(.coming)');
  const scrollOf = async (frame: FrameLocator): Promise<number> =>
    Number(await frame.locator('body').evaluate('scrollY'));

  // Verifies: console.preview.
  it(
    'keeps its scroll when edits load it anew, counts script errors, and is exact on demand',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, TALL);
      // This hostile page logs errors, so it is not checked for them.
      const { page, close } = await openConsole(
        at.browser,
        at.owner.owner,
        `/pages/${made.page_id}`,
      );
      await page.locator('.pane.code .cm-content').waitFor();
      await previewOf(page).getByText('tall').waitFor();
      await previewOf(page).locator('body').evaluate('scrollTo(0, 900)');
      await page.locator('.pane.code .cm-content').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('<script>setTimeout(() => missing(), 50)</script><h2>edited</h2>');
      await previewOf(page).getByRole('heading', { name: 'edited' }).waitFor();
      await expect.poll(() => scrollOf(previewOf(page))).toBe(900);
      await page.getByText('1 script error').click();
      await page.getByText(/missing is not defined/).waitFor();
      await picture(page, 'preview-errors');
      expect(await previewOf(page).locator('script').count()).toBe(2);
      await page.getByLabel('exact').check();
      await expect.poll(() => previewOf(page).locator('script').count()).toBe(1);
      await close();
    },
  );

  // Verifies: console.preview.
  it(
    'a hostile page finds nothing, and its messages are dropped or shown as text',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HOSTILE);
      const { page, close } = await openConsole(
        at.browser,
        at.owner.owner,
        `/pages/${made.page_id}`,
      );
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await previewOf(page)
        .getByText(/^found /)
        .waitFor();
      expect(await previewOf(page).locator('#found').innerText()).toBe('found []');
      expect(new URL(page.url()).pathname).toBe(`/console/pages/${made.page_id}`);
      await page.getByRole('heading', { name: made.title }).waitFor();
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(dialogs).toEqual([]);
      await picture(page, 'preview-hostile');
      await close();
    },
  );

  // Verifies: console.preview, console.accessible.
  it(
    'a preview that a revision by an agent loads anew keeps the keyboard of a person who uses its page',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const html = '<!doctype html><title>t</title><p>first</p><input aria-label="Field">';
      const act = at.owner.on('act');
      const made = await create(act, at.owner.word, html);
      const page = await at.open(`/pages/${made.page_id}`);
      const field = previewOf(page).getByLabel('Field');
      await field.click();
      await page.keyboard.type('typed');
      await expect.poll(() => field.inputValue()).toBe('typed');
      website(await act('builder.patch', patchOf(made, 'first', 'second')));
      await previewOf(page).getByText('second').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
      await expect.poll(() => field.evaluate('document.hasFocus()')).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.type('again');
      await expect.poll(() => field.inputValue()).toBe('again');
    },
  );

  // Verifies: console.preview.
  it('two rendered revisions scroll together', { timeout: JOURNEY_MS_MAX }, async () => {
    const made = await create(at.owner.on('act'), at.owner.word, TALL);
    website(await at.owner.on('act')('builder.patch', patchOf(made, 'last', 'end')));
    const page = await at.open(`/pages/${made.page_id}/compare?a=1&b=2`);
    await page.getByRole('tab', { name: 'Rendered' }).click();
    const frameOf = (revision: number): FrameLocator =>
      page.frameLocator(`iframe[title="Preview of revision ${revision}"]`);
    await frameOf(1).getByText('tall').waitFor();
    await frameOf(2).getByText('tall').waitFor();
    await frameOf(1).locator('body').evaluate('scrollTo(0, 700)');
    await expect.poll(() => scrollOf(frameOf(2))).toBe(700);
    await frameOf(2).locator('body').evaluate('scrollTo(0, 100)');
    await expect.poll(() => scrollOf(frameOf(1))).toBe(100);
  });
});
