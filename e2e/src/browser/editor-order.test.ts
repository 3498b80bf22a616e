import type { WebsiteRecord } from '@bridge/contracts';
import { expect, it } from 'vitest';
import { create, done, patchOf } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import {
  codeOf,
  collectChanges,
  holdRequests,
  openEditor,
  readDraft,
  saveDraft,
  typeAtEnd,
  typeAtStart,
  waitKept,
  type SentRequest,
} from './editor-page.ts';

/** Blank lines separate the lines that the tests change, because adjacent changes are a conflict. */
const HTML = '<!doctype html>\n<title>t</title>\n\n<p>two</p>\n\n<p>three</p>\n\n<p>last</p>';
const changed = (from: string, to: string): string => HTML.replace(from, to);
const puts = (sent: readonly SentRequest[]): readonly SentRequest[] =>
  sent.filter(({ name }) => name === 'PUT unsaved');

describeConsole('the order of what the editor sends, in a browser', (at) => {
  const make = (): Promise<WebsiteRecord> => create(at.owner.on('act'), at.owner.word, HTML);
  const readHtml = async (made: WebsiteRecord): Promise<unknown> =>
    (await readDraft(at, made))['raw_html'];
  const readUnsaved = async ({ page_id: pageId }: WebsiteRecord): Promise<unknown> =>
    (await at.owner.owner.send('GET', `/api/console/pages/${pageId}/unsaved`)).json();

  // Verifies: console.palette.
  it(
    'Ctrl-Shift-K deletes a line and opens no palette: the next keys go to the code',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '<!-- gone -->');
      await page.keyboard.press('Control+Shift+K');
      await page.keyboard.type('<!-- typed -->');
      await saveDraft(page, 2);
      expect(await readHtml(made)).toBe(HTML.replace('\n<p>last</p>', '<!-- typed -->'));
    },
  );

  // Verifies: console.unsaved.
  it(
    'a window that is behind another one without edits is refused once, and keeps its edits then',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      const other = await openEditor(at, made);
      await typeAtEnd(other, '!');
      await waitKept(other);
      await other.keyboard.press('Backspace');
      const dropped = other.waitForResponse((response) => response.url().endsWith('/unsaved/drop'));
      expect((await dropped).status()).toBe(200);
      await other.close();

      const sent = collectChanges(page);
      await typeAtEnd(page, '?');
      await waitKept(page);
      expect(await readUnsaved(made)).toMatchObject({ raw_html: `${HTML}?` });
      expect(puts(sent)).toHaveLength(2);
      await page.keyboard.press('Backspace');
      await page.getByText('same as r1').waitFor();
      await expect.poll(() => readUnsaved(made)).toMatchObject({ edits: null });
      expect(puts(sent)).toHaveLength(2);
    },
  );

  // Verifies: console.unsaved, console.agent-faster.
  it(
    'edits of another window on an older revision are merged through that revision, and nothing of the newer one is undone',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      const other = await openEditor(at, made);
      await typeAtStart(other, '<!-- other -->');
      await waitKept(other);
      await other.context().close();
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'two', 'TWO')));
      await page.getByText('same as r2').waitFor();
      await typeAtEnd(page, '<!-- mine -->');
      await waitKept(page);
      const all = `<!-- other -->${changed('two', 'TWO')}<!-- mine -->`;
      expect(await readUnsaved(made)).toMatchObject({ edits: { base_revision: 2 }, raw_html: all });
      await saveDraft(page, 3);
      expect(await readHtml(made)).toBe(all);
    },
  );

  // Verifies: console.agent-faster.
  it(
    'keys that are typed while a newer revision is read and merged stay',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      const reads = await holdRequests(page, 'GET', `/pages/${made.page_id}`);
      await typeAtEnd(page, '<!-- m');
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'two', 'TWO')));
      const read = await reads.next();
      await page.keyboard.type('in');
      await read.release();
      await reads.stop();
      await page.getByText(/1 line, none of them yours/).waitFor();
      await typeAtEnd(page, 'e -->');
      await page.getByRole('button', { name: 'Take in' }).click();
      await saveDraft(page, 3);
      expect(await readHtml(made)).toBe(`${changed('two', 'TWO')}<!-- mine -->`);
    },
  );

  // Verifies: console.kept-words, console.unsaved.
  it(
    'keys that follow a sending wait for it: the preview shows what was sent, the state says that not all is kept, and no two are sent at once',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      const sent = collectChanges(page);
      const kept = await holdRequests(page, 'PUT', '/unsaved');
      await typeAtEnd(page, '<h1>first</h1>');
      const first = await kept.next();
      await page.keyboard.type('<h2>second</h2>');
      // The page becomes hidden. Two further PUT requests, the scheduled one and the one that a hidden page sends at once, must
      // wait for the first request.
      await page.evaluate(`(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        delete document.visibilityState;
      })()`);
      await first.release();
      const second = await kept.next();
      expect(second.body['raw_html']).toBe(`${HTML}<h1>first</h1><h2>second</h2>`);
      const preview = page.frameLocator('iframe[title="Preview"]:not(.coming)');
      await preview.getByRole('heading', { name: 'first' }).waitFor();
      expect(await preview.getByRole('heading', { name: 'second' }).count()).toBe(0);
      expect(await page.locator('.edit-state').innerText()).toBe('not saved');
      await second.release();
      await kept.stop();
      await saveDraft(page, 2);
      const seqs = puts(sent).map(({ body }) => Number(body['seq']));
      expect(seqs).toEqual([...new Set(seqs)].sort((one, next) => one - next));
      expect(await readHtml(made)).toBe(`${HTML}<h1>first</h1><h2>second</h2>`);
    },
  );

  // Verifies: console.unsaved.
  it(
    'an editor that was left sends its last edits and plans nothing more when they are refused: this browser has them',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await page.clock.install();
      await page.reload();
      await codeOf(page).waitFor();
      const sent = collectChanges(page);
      await page.route('**/unsaved', (route) => route.abort());
      let failed = 0;
      page.on('requestfailed', (request) => (failed += Number(request.method() === 'PUT')));
      await typeAtEnd(page, '<!-- left -->');
      await page.getByRole('link', { name: 'Revisions' }).click();
      await codeOf(page).waitFor({ state: 'detached' });
      const last = (): unknown => puts(sent).at(-1)?.body['raw_html'];
      await expect.poll(last).toBe(`${HTML}<!-- left -->`);
      // The closed editor sends its edits with keepalive, and once more without it. Both requests have ended then.
      const isDone = (): boolean => puts(sent).length >= 2 && puts(sent).length === failed;
      await expect.poll(isDone).toBe(true);
      const { length } = puts(sent);
      await page.clock.fastForward(60_000);
      await page.unroute('**/unsaved');
      await page.goBack();
      await codeOf(page).getByText('<!-- left -->').waitFor();
      await waitKept(page);
      // The reopened editor has sent one PUT request since `length` was read; the closed editor has sent none.
      expect(puts(sent)).toHaveLength(length + 1);
    },
  );

  // Verifies: console.unsaved.
  it(
    'dropped edits are taken back after the editor was left, and nothing is written over them',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const first = await openEditor(at, made);
      await typeAtEnd(first, '<!-- dropped -->');
      await waitKept(first);
      await first.context().close();
      const page = await openEditor(at, made);
      const sent = collectChanges(page);
      await page.getByRole('button', { name: 'Drop them' }).click();
      await page.getByText('same as r1').waitFor();
      await page.getByRole('link', { name: 'Revisions' }).click();
      await codeOf(page).waitFor({ state: 'detached' });
      const undone = page.waitForResponse('**/unsaved/undrop');
      await page.getByRole('button', { name: 'Undo' }).click();
      await undone;
      await page.goBack();
      await codeOf(page).getByText('<!-- dropped -->').waitFor();
      expect(puts(sent)).toEqual([]);
    },
  );

  // Verifies: console.exact-bytes, console.unsaved.
  it(
    'a save names every text when the newest edits are not kept, so that no older ones are taken',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '!');
      await waitKept(page);
      await page.route('**/unsaved', (route) => route.abort());
      await page.route('**/unsaved/drop', (route) => route.abort());
      await page.keyboard.press('Backspace');
      await page.getByLabel('Title', { exact: true }).fill('Another title');
      const sent = collectChanges(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const body = (): unknown => sent.find(({ name }) => name === 'POST save')?.body;
      await expect.poll(body).toMatchObject({ title: 'Another title', raw_html: HTML, layers: [] });
      await page.unroute('**/unsaved');
      await page.unroute('**/unsaved/drop');
      await page.getByText(/same as r/).waitFor();
      expect(await readDraft(at, made)).toMatchObject({
        website: { title: 'Another title' },
        raw_html: HTML,
      });
    },
  );
});
