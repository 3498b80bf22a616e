import type { WebsiteRecord } from '@bridge/contracts';
import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create } from '../stage.ts';
import {
  describeConsole,
  JOURNEY_MS_MAX,
  openConsole,
  type ConsoleTestContext,
} from './console-page.ts';
import { codeOf, readDraft, saveDraft, typeAtEnd } from './editor-page.ts';
import { picture } from './picture.ts';

/** Maximum number of typed keys that the previewed page may receive before the editor stops it. */
const LOST_KEYS_MAX = 5;
const EVIL = 'https://evil.example/';

/** Scripts of hostile pages that repeat an action every few milliseconds after they are loaded. */
const NUISANCES: Readonly<Record<string, string>> = {
  'opens dialogs': `
    onbeforeunload = (event) => { event.preventDefault(); return 'stay'; };
    setInterval(() => { alert('a'); confirm('b'); prompt('c'); print(); }, 5);`,
  'opens windows': `
    setInterval(() => { open('about:blank'); open('${EVIL}', '_blank'); document.forms[0].submit(); }, 5);`,
  'downloads files': `
    setInterval(() => { const link = document.createElement('a'); link.download = 'x.bin'; link.href = 'data:application/octet-stream,x'; link.click(); }, 20);`,
  'navigates its top window': `
    const attempts = [() => top.location = '${EVIL}', () => parent.location.replace('${EVIL}'), () => parent.location.hash = 'x', () => open('${EVIL}', '_top'),
      () => open('${EVIL}', '_parent'), () => document.links[0].click(), () => history.go(-1), () => history.back(), () => top.close(), () => parent.stop()];
    setInterval(() => { for (const attempt of attempts) try { attempt(); } catch { /* refused */ } }, 20);`,
  'sends messages of odd shapes': `
    const cyclic = { bridge: 'preview' }; cyclic.self = cyclic;
    let deep = {}; for (let at = 0; at < 1000; at += 1) deep = { deep };
    const odd = ['', '{', 'null', '[]', '{"bridge":"preview","kind":"__proto__"}', '{"bridge":"preview","kind":"scroll","x":-1,"y":"1e999"}', '[' .repeat(4000),
      JSON.stringify({ bridge: 'preview', kind: 'error', text: { toString: 1 } }), cyclic, deep, new ArrayBuffer(100000), new Map([[1, cyclic]]), 1n, null, undefined,
      { isAsking: true }, { what: 'event', name: 'resync', data: null }, new Error('x'), 'x'.repeat(100000)];
    setInterval(() => { for (const message of odd) parent.postMessage(message, '*'); parent.postMessage('port', '*', [new MessageChannel().port1]); }, 100);`,
};

const LOOP_AT_ONCE = '<script>while (true);</script>';
const LOOP_LATER = '<script>onload = () => setTimeout(() => { while (true); }, 300);</script>';
const FLOOD = `<script>onload = () => setInterval(() => {
  for (let at = 0; at < 2000; at += 1) parent.postMessage('{"bridge":"preview","kind":"error","text":"flood"}', '*');
}, 1);</script>`;
const HUGE_MESSAGES = `<script>onload = () => { const text = 'x'.repeat(20000000); setInterval(() => parent.postMessage(text, '*'), 20); };</script>`;
/** A hostile page that takes the focus every 20 ms and so receives what a person types. */
const THIEF = `<input><script>const input = document.querySelector('input'); setInterval(() => { window.focus(); input.focus(); }, 20);</script>`;

function hostilePage(html: string): string {
  return `<!doctype html><base target="_top"><title>t</title><h1>Hostile</h1><a href="${EVIL}">x</a><form action="${EVIL}" target="_blank"></form>${html}`;
}

/** An editor with a hostile page in its preview, and the dialogs and requests that the page caused. */
interface AttackedEditor {
  readonly page: Page;
  readonly made: WebsiteRecord;
  readonly dialogs: readonly string[];
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

async function openAttacked(at: ConsoleTestContext, html: string): Promise<AttackedEditor> {
  const made = await create(at.owner.on('act'), at.owner.word, hostilePage(html));
  // The errors that the hostile page logs are not errors of the console, so this page is not checked for them.
  const { page, close } = await openConsole(at.browser, at.owner.owner, '/websites');
  const dialogs: string[] = [];
  const requests: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss().catch(() => undefined);
  });
  page.context().on('request', (request) => requests.push(request.url()));
  // The list of websites is in the browser history, so that the hostile page could navigate back to it.
  await page.getByRole('link', { name: made.title }).click();
  await codeOf(page).waitFor();
  return { page, made, dialogs, requests, close };
}

function previewOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Preview"]:not(.coming)');
}

/** Expects that the browser has only one tab, that it still shows the editor, and that a person can type and save. */
async function expectUsable(at: ConsoleTestContext, { page, made }: AttackedEditor): Promise<void> {
  expect(new URL(page.url()).pathname).toBe(`/console/pages/${made.page_id}`);
  expect(page.context().pages()).toHaveLength(1);
  const before = await readDraft(at, made);
  const typed = ' <p>typed all the same</p>';
  await typeAtEnd(page, typed);
  await saveDraft(page, Number((before['website'] as WebsiteRecord).draft_revision) + 1);
  expect((await readDraft(at, made))['raw_html']).toBe(`${String(before['raw_html'])}${typed}`);
}

describeConsole('a page that attacks its preview, in a browser', (at) => {
  // Verifies: console.preview-attacks.
  it.each(Object.entries(NUISANCES))(
    'a page that %s again and again disturbs nothing',
    { timeout: JOURNEY_MS_MAX },
    async (_, script) => {
      const attacked = await openAttacked(at, `<script>onload = () => { ${script} };</script>`);
      const { page, dialogs, requests, close } = attacked;
      // The test runs no script inside the frame, because Chromium would treat it as a click of the user in the frame.
      await page.locator('iframe[title="Preview"]:not(.coming)').waitFor();
      await expectUsable(at, attacked);
      await expectUsable(at, attacked);
      expect(dialogs).toEqual([]);
      expect(requests.filter((url) => url.startsWith(EVIL))).toEqual([]);
      await page.getByRole('link', { name: 'Websites' }).click();
      await page.getByRole('heading', { level: 1, name: 'Websites' }).waitFor();
      await close();
    },
  );

  // Verifies: console.preview-attacks.
  it(
    'a page that loops before it is loaded is named, can be stopped, and comes back when it is mended',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const attacked = await openAttacked(at, LOOP_AT_ONCE);
      const { page, close } = attacked;
      await expectUsable(at, attacked);
      await page.getByText('The preview does not appear.').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('The preview is stopped.').waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
      await codeOf(page).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('<h1>Mended</h1>');
      await saveDraft(page);
      await page.getByRole('button', { name: 'Reload' }).click();
      await previewOf(page).getByRole('heading', { name: 'Mended' }).waitFor();
      await close();
    },
  );

  // Verifies: console.preview-attacks.
  it(
    'a page that loops after it was loaded is named, while the editor types and saves',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const attacked = await openAttacked(at, LOOP_LATER);
      const { page, close } = attacked;
      await page.getByText('The preview does not answer.').waitFor();
      await expectUsable(at, attacked);
      await page.getByText('The preview does not answer.').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('The preview is stopped.').waitFor();
      await expectUsable(at, attacked);
      await close();
    },
  );

  // Verifies: console.preview-attacks.
  it.each([
    ['many messages', FLOOD],
    ['huge messages', HUGE_MESSAGES],
  ])(
    'a page that sends %s is stopped, and the editor types and saves',
    { timeout: JOURNEY_MS_MAX },
    async (_, html) => {
      const attacked = await openAttacked(at, html);
      const { page, close } = attacked;
      await page.getByText(/^The preview was stopped: its page sent more/).waitFor();
      await expectUsable(at, attacked);
      expect(await page.locator('iframe').count()).toBe(0);
      await picture(page, 'preview-stopped');
      await close();
    },
  );

  // Verifies: console.preview-attacks.
  it(
    'a page that takes the keyboard while a person types is stopped, and reads a few keys at most',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const attacked = await openAttacked(at, THIEF);
      const { page, close } = attacked;
      await page.locator('iframe[title="Preview"]:not(.coming)').waitFor();
      await codeOf(page).click();
      const stopped = page.getByText(/^The preview was stopped: its page took the keyboard/);
      let typed = 0;
      await expect
        .poll(async () => {
          await page.keyboard.type('~');
          typed += 1;
          return stopped.isVisible();
        })
        .toBe(true);
      await saveDraft(page, 2);
      const kept = String((await readDraft(at, attacked.made))['raw_html']).split('~').length - 1;
      expect(kept).toBeGreaterThanOrEqual(typed - LOST_KEYS_MAX);
      await expectUsable(at, attacked);
      await close();
    },
  );

  // Verifies: console.preview-attacks.
  it(
    'the preview takes the keyboard from a person who presses Tab or points at it',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const { page, close } = await openAttacked(at, '<input aria-label="Field of the page">');
      const field = previewOf(page).getByLabel('Field of the page');
      await field.waitFor();
      await typeAtEnd(page, '<p>typed</p>');
      // A preview that is loaded anew later would take the keyboard from the field again.
      await previewOf(page).getByText('typed', { exact: true }).waitFor();
      await codeOf(page).press('End');
      const isInPreview = async (): Promise<boolean> => {
        await field.click();
        return (await page.evaluate('document.activeElement.tagName')) === 'IFRAME';
      };
      await expect.poll(isInPreview, { interval: 1_500 }).toBe(true);
      await page.keyboard.type('by pointer');
      await expect.poll(() => field.inputValue()).toContain('by pointer');
      await codeOf(page).click();
      await page.getByLabel('exact').focus();
      // The frame is a process of its own: it has the focus some time after the key.
      for (const tag of ['A', 'INPUT']) {
        await page.keyboard.press('Tab');
        const hasFocus = `document.hasFocus() && document.activeElement.tagName === '${tag}'`;
        await expect.poll(() => field.evaluate(hasFocus)).toBe(true);
      }
      await page.keyboard.type('!');
      await expect.poll(() => field.inputValue()).toContain('!');
      await close();
    },
  );
});
