import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create, pageHtml } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';

const LINE = '<p>The lantern at the harbour is lit at dusk, and put out by the keeper at dawn.</p>';
const KEYS = 60;
const KEY_MS = 60;
/**
 * Maximum number of copies of the complete text while 60 keys are typed: the editor copies it once a second to store it, and
 * not for each key.
 */
const COPIES_MAX = Math.ceil((KEYS * KEY_MS) / 1_000) + 4;

/** Returns a draft with `chars` characters in lines of equal length. */
function draftOf(chars: number): string {
  const lines = Array.from({ length: Math.floor(chars / (LINE.length + 1)) }, () => LINE);
  return [pageHtml('Long'), ...lines].join('\n').slice(0, chars);
}

/** Script that counts in `window.copies` how often the complete text is copied out of the code view. */
const NOTE_COPIES = `(() => {
  window.copies = 0;
  const prototype = customElements.get('code-view').prototype;
  const { get } = Object.getOwnPropertyDescriptor(prototype, 'text');
  Object.defineProperty(prototype, 'text', { get() { window.copies += 1; return get.call(this); } });
})()`;

async function numberOf(page: Page, name: string): Promise<number> {
  return Number(await page.evaluate(`window.${name}`));
}

describeConsole('the speed of the editor, in a browser', (at) => {
  // Verifies: console.editor-speed.
  it('a draft of 5 MiB opens with one read of it', { timeout: JOURNEY_MS_MAX }, async () => {
    const made = await create(at.owner.on('act'), at.owner.word, draftOf(5_242_000));
    const page = await at.open('/websites');
    await page.getByRole('link', { name: made.title }).waitFor();
    const address = page.url().replace('/websites', `/pages/${made.page_id}`);
    const path = `/api/console/pages/${made.page_id}`;
    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    await page.goto(address);
    await page.locator('.pane.code .cm-line').first().waitFor();
    expect(reads.filter((read) => read === path)).toHaveLength(1);
  });

  // Verifies: console.editor-speed.
  it('a key in a draft of 1 MiB copies no text', { timeout: JOURNEY_MS_MAX }, async () => {
    const made = await create(at.owner.on('act'), at.owner.word, draftOf(1_048_000));
    const page = await at.open(`/pages/${made.page_id}`);
    const code = page.locator('.pane.code .cm-content');
    await code.waitFor();
    await page.evaluate(NOTE_COPIES);
    await code.focus();
    const previews: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/preview')) previews.push(request.url());
    });
    await page.keyboard.type('x'.repeat(KEYS), { delay: KEY_MS });
    expect(await numberOf(page, 'copies')).toBeLessThanOrEqual(COPIES_MAX);
    expect(previews.length).toBeLessThanOrEqual(1);
    // While a layer is open, the editor stores its content together with the HTML, so each time two texts are copied and the
    // limit doubles.
    await page.getByRole('button', { name: 'Add layer' }).click();
    await page.getByRole('button', { name: 'Edit New layer' }).click();
    await page.getByRole('textbox', { name: 'Content of layer New layer' }).focus();
    await page.evaluate('window.copies = 0');
    await page.keyboard.type('x'.repeat(KEYS), { delay: KEY_MS });
    expect(await numberOf(page, 'copies')).toBeLessThanOrEqual(2 * COPIES_MAX);
  });
});
