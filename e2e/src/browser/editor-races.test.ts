import type { WebsiteRecord } from '@bridge/contracts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create, done, patchOf } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX, loseAnswer, refuseOnce } from './console-page.ts';
import {
  codeOf,
  holdRequests,
  openEditor,
  readDraft,
  saveDraft,
  typeAtEnd,
  waitKept,
} from './editor-page.ts';

/** Blank lines separate the lines that the tests change, because adjacent changes are a conflict. */
const HTML = '<!doctype html>\n<title>t</title>\n\n<p>two</p>\n\n<p>three</p>\n\n<p>last</p>';
const MINE = '<!-- mine -->';

/** Makes the page believe that it is hidden, so that the editor sends its unsaved edits at once. */
async function hidePage(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    delete document.visibilityState;
  })()`);
}

const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save', exact: true }).click();

describeConsole('the editor while others write, in a browser', (at) => {
  const make = (): Promise<WebsiteRecord> => create(at.owner.on('act'), at.owner.word, HTML);
  const readHtml = async (made: WebsiteRecord): Promise<unknown> =>
    (await readDraft(at, made))['raw_html'];
  /** Patches the draft with an agent's key, replacing the text `old` of this revision by `next`. */
  const patch = async (made: WebsiteRecord, revision: number, [old, next]: [string, string]) =>
    done(
      await at.owner.on('mcp')(
        'builder.patch',
        patchOf({ ...made, draft_revision: revision }, old, next),
      ),
    );
  const agentPatches = (made: WebsiteRecord, revision: number) =>
    patch(made, revision, ['two', 'TWO']);
  /**
   * Presses the button that merges the agent's revision into the edits, and saves. The new revision must have exactly
   * the HTML `html`.
   */
  const expectTakenIn = async (
    page: Page,
    made: WebsiteRecord,
    revision: number,
    html: string,
  ): Promise<void> => {
    await page.getByRole('button', { name: 'Take in' }).click();
    await saveDraft(page, revision);
    expect(await readHtml(made)).toBe(html);
  };
  const both = `${HTML.replace('two', 'TWO')}${MINE}`;

  // Verifies: console.own-edits.
  it(
    'edits whose answer was lost are not taken for those of another window',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await loseAnswer(page, '**/unsaved');
      const lost = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/unsaved'),
      );
      await typeAtEnd(page, '<!-- mi');
      await lost;
      await page.keyboard.type('ne -->');
      await waitKept(page);
      expect(await page.getByText(/Another window/).count()).toBe(0);
      await saveDraft(page, 2);
      expect(await readHtml(made)).toBe(`${HTML}${MINE}`);
    },
  );

  // Verifies: console.own-edits.
  it(
    'keys that are typed while a save is sent wait for its answer, and are unsaved edits on its revision then',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '<!-- mi');
      await waitKept(page);
      const saves = await holdRequests(page, 'POST', '/save');
      await pressSave(page);
      const save = await saves.next();
      await typeAtEnd(page, 'ne -->');
      await hidePage(page);
      await page.keyboard.type('<!-- more -->');
      await save.release();
      await saves.stop();
      await page.getByText('r2', { exact: true }).waitFor();
      await waitKept(page);
      expect(await readHtml(made)).toBe(`${HTML}<!-- mi`);
      await saveDraft(page, 3);
      expect(await readHtml(made)).toBe(`${HTML}${MINE}<!-- more -->`);
    },
  );

  // Verifies: console.own-edits, console.same-key.
  it(
    'a save whose answer was lost is the base of what was typed since, and no conflict with itself',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await loseAnswer(page, '**/save');
      await typeAtEnd(page, '<!-- mi');
      await waitKept(page);
      const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/save'));
      await pressSave(page);
      await lost;
      await typeAtEnd(page, 'ne -->');
      await agentPatches(made, 2);
      await page.getByText(/1 line, none of them yours/).waitFor();
      await expectTakenIn(page, made, 4, both);
    },
  );

  // Verifies: console.own-edits, console.same-key.
  it(
    'a save whose answer was lost, and whose repetition an unavailable service refused, is no change by another author',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await refuseOnce(page, '**/save');
      await loseAnswer(page, '**/save');
      await typeAtEnd(page, '<!-- mi');
      await waitKept(page);
      // The live event of the new revision repeats the save.
      const refused = page.waitForResponse((response) => response.status() === 503);
      await pressSave(page);
      await refused;
      await typeAtEnd(page, 'ne -->');
      await saveDraft(page, 3);
      expect(await readHtml(made)).toBe(`${HTML}${MINE}`);
    },
  );

  // Verifies: console.agent-faster.
  it(
    'a merge that is being decided stays while agents write on, and what they wrote is told after it',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, MINE);
      await patch(made, 1, ['last', 'final']);
      await page.getByRole('button', { name: 'Bring together' }).click();
      await page.getByRole('button', { name: 'Take mine' }).click();
      const reads = page.waitForResponse((response) =>
        response.url().endsWith(`/pages/${made.page_id}`),
      );
      await agentPatches(made, 2);
      await (await reads).finished();
      await page.getByRole('button', { name: 'Take the result' }).click();
      await page.getByText(/1 line, none of them yours/).waitFor();
      await expectTakenIn(page, made, 4, both);
    },
  );

  // Verifies: console.agent-faster.
  it(
    '“Take in” takes the newest revision in, also one that is read when it is pressed',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, MINE);
      await agentPatches(made, 1);
      await page.getByText(/saved r2: 1 line/).waitFor();
      const reads = await holdRequests(page, 'GET', `/pages/${made.page_id}`);
      await patch(made, 2, ['three', 'THREE']);
      const read = await reads.next();
      await page.getByRole('button', { name: 'Take in' }).click();
      await read.release();
      await reads.stop();
      await page.getByText('r3', { exact: true }).waitFor();
      await saveDraft(page, 4);
      expect(await readHtml(made)).toBe(both.replace('three', 'THREE'));
    },
  );

  // Verifies: console.agent-faster.
  it(
    'one read answers every report that waited for it, so that “Take in” does not wait for a read of each revision',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, MINE);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(`/pages/${made.page_id}`)) sent.push(request.method());
      });
      const reads = await holdRequests(page, 'GET', `/pages/${made.page_id}`);
      await agentPatches(made, 1);
      const read = await reads.next();
      await patch(made, 2, ['three', '3']);
      await patch(made, 3, ['<title>t', '<title>T']);
      await read.release();
      await reads.stop();
      await page.getByText(/saved r4/).waitFor();
      await page.getByRole('button', { name: 'Take in' }).click();
      await saveDraft(page, 5);
      expect(sent).toEqual(['GET']);
    },
  );

  // Verifies: console.agent-faster, console.unsaved.
  it(
    '“Take in” also takes a revision in whose notice went away while edits of another window were merged',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, MINE);
      await waitKept(page);
      await agentPatches(made, 1);
      await page.getByText(/saved r2: 1 line/).waitFor();
      const path = `/api/console/pages/${made.page_id}/unsaved`;
      const { owner } = at.owner;
      const { seq } = (await (await owner.send('GET', path)).json()) as { readonly seq: number };
      const other = { base_revision: 1, seq, raw_html: `<!-- other -->${HTML}${MINE}` };
      expect((await owner.send('PUT', path, other)).status).toBe(200);
      const reads = await holdRequests(page, 'GET', '/unsaved');
      await page.keyboard.type('!');
      const read = await reads.next();
      await page.getByRole('button', { name: 'Take in' }).click();
      await read.release();
      await reads.stop();
      await page.getByText('r2', { exact: true }).waitFor();
      await saveDraft(page, 3);
      expect(await readHtml(made)).toBe(`<!-- other -->${both}!`);
    },
  );

  /**
   * Functions, by the moment of the patch, in which an agent patches the draft just before the person's save would succeed, so
   * that the save is refused.
   */
  const REFUSED: Readonly<Record<string, (page: Page, made: WebsiteRecord) => Promise<void>>> = {
    'before it, while the editor reads it': async (page, made) => {
      const reads = await holdRequests(page, 'GET', `/pages/${made.page_id}`);
      await agentPatches(made, 1);
      const read = await reads.next();
      await pressSave(page);
      await read.release();
      await reads.stop();
    },
    'while the unsaved edits are kept for it': async (page, made) => {
      const puts = await holdRequests(page, 'PUT', '/unsaved');
      await page.keyboard.type('!');
      await pressSave(page);
      const put = await puts.next();
      await agentPatches(made, 1);
      await put.release();
      await puts.stop();
    },
    'when its request was sent': async (page, made) => {
      const saves = await holdRequests(page, 'POST', '/save');
      await pressSave(page);
      const save = await saves.next();
      await agentPatches(made, 1);
      const refusal = page.waitForResponse('**/save');
      await save.release();
      await saves.stop();
      expect((await refusal).status()).toBe(409);
    },
  };
  for (const [moment, race] of Object.entries(REFUSED))
    // Verifies: console.agent-faster.
    it(
      `an agent's patch ${moment}: nothing is saved, the person is told, and both are kept`,
      { timeout: JOURNEY_MS_MAX },
      async () => {
        const made = await make();
        const page = await openEditor(at, made);
        await typeAtEnd(page, MINE);
        await waitKept(page);
        await race(page, made);
        await page.getByText(/saved r2: 1 line, none of them yours/).waitFor();
        expect(await readHtml(made)).toBe(HTML.replace('two', 'TWO'));
        const text = await codeOf(page).innerText();
        await expectTakenIn(page, made, 3, text.endsWith('!') ? `${both}!` : both);
      },
    );

  /** Functions, by the moment of the patch, in which an agent patches the draft after the person's save has succeeded. */
  const DONE: Readonly<Record<string, (page: Page, made: WebsiteRecord) => Promise<void>>> = {
    'before its answer arrived': async (page, made) => {
      const patched = Promise.withResolvers<void>();
      await page.route('**/save', async (route) => {
        const response = await route.fetch();
        await agentPatches(made, 2).then(() => patched.resolve(), patched.reject);
        await route.fulfill({ response });
      });
      await pressSave(page);
      await patched.promise;
    },
    'after its answer': async (page, made) => {
      await saveDraft(page, 2);
      await agentPatches(made, 2);
    },
  };
  for (const [moment, race] of Object.entries(DONE))
    // Verifies: console.agent-faster.
    it(
      `an agent's patch of the saved revision ${moment}: the editor shows it, with what was saved`,
      { timeout: JOURNEY_MS_MAX },
      async () => {
        const made = await make();
        const page = await openEditor(at, made);
        await typeAtEnd(page, MINE);
        await waitKept(page);
        await race(page, made);
        await page.getByText('same as r3').waitFor();
        await codeOf(page).getByText('TWO').waitFor();
        await codeOf(page).getByText('mine').waitFor();
        expect(await readHtml(made)).toBe(both);
      },
    );
});
