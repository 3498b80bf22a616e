import type { WebsiteRecord } from '@bridge/contracts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX, loseAnswer } from './console-page.ts';
import {
  codeOf,
  holdRequests,
  openEditor,
  readDraft,
  saveDraft,
  typeAtEnd,
  typeAtStart,
  waitKept,
  type InterceptedRequest,
} from './editor-page.ts';

const HTML = '<!doctype html>\n<title>t</title>\n\n<p>last</p>';
const MINE = '<!-- mine -->';
/** A time in ms that is longer than the editor waits for the answer to any request. */
const AFTER_LIMIT_MS = 120_000;

/**
 * Waits until the edits of a website that this browser has in IndexedDB have the HTML `html`. Empty: the user took the edits
 * back, so they have no HTML. Null: no edits are stored.
 */
async function waitStoredHere(page: Page, pageId: number, html: string | null): Promise<void> {
  const stored = `new Promise((resolve) => {
    const opening = indexedDB.open('bridge-console');
    opening.onsuccess = () => {
      const read = opening.result.transaction('edits').objectStore('edits').get(${pageId});
      read.onsuccess = () => {
        opening.result.close();
        resolve(read.result === undefined ? null : (read.result.raw_html ?? ''));
      };
    };
  })`;
  await expect.poll(() => page.evaluate(stored)).toBe(html);
}

describeConsole('what reaches the service late or never, in a browser', (at) => {
  const make = (): Promise<WebsiteRecord> => create(at.owner.on('act'), at.owner.word, HTML);
  const readHtml = async (made: WebsiteRecord): Promise<unknown> =>
    (await readDraft(at, made))['raw_html'];
  const expectNoOthers = async (page: Page): Promise<void> => {
    expect(await page.getByText(/Another window|This browser also has edits/).count()).toBe(0);
    expect(await page.getByRole('heading', { name: /Bring together/ }).count()).toBe(0);
  };

  /**
   * Waits until the service has stored the edits, expects no notice about edits from elsewhere, saves, and expects that the
   * draft is HTML followed by MINE.
   */
  const expectMineSaved = async (page: Page, made: WebsiteRecord): Promise<void> => {
    await waitKept(page);
    await expectNoOthers(page);
    await saveDraft(page, 2);
    expect(await readHtml(made)).toBe(`${HTML}${MINE}`);
  };
  /** Types the first part of MINE and holds back the PUT request that would store it. */
  const holdFirstPart = async (made: WebsiteRecord) => {
    const page = await openEditor(at, made);
    const puts = await holdRequests(page, 'PUT', '/unsaved');
    await typeAtEnd(page, '<!-- mi');
    const late = await puts.next();
    await waitStoredHere(page, made.page_id, `${HTML}<!-- mi`);
    return { page, puts, late };
  };
  /** Sends the body of a held request to the service, as if the request arrived only now. */
  const deliver = async ({ page_id: pageId }: WebsiteRecord, { body }: InterceptedRequest) => {
    const answer = await at.owner.owner.send('PUT', `/api/console/pages/${pageId}/unsaved`, body);
    expect(answer.status, await answer.text()).toBe(200);
  };
  /** Aborts every PUT request that stores unsaved edits, so that it never reaches the service. */
  const losePuts = (page: Page): Promise<unknown> =>
    page.route('**/unsaved', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );

  // Verifies: console.own-edits.
  it(
    'edits that a closed editor sent and that arrive after it was opened again are no edits of another window',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const { page, puts, late } = await holdFirstPart(made);
      await page.reload();
      await codeOf(page).getByText('<!-- mi').waitFor();
      await typeAtEnd(page, 'ne');
      await deliver(made, late);
      await puts.stop();
      await typeAtEnd(page, ' -->');
      await expectMineSaved(page, made);
    },
  );

  // Verifies: console.own-edits.
  it(
    'a save finds edits of this browser that arrived late: it saves the newer ones',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const { page, late } = await holdFirstPart(made);
      await losePuts(page);
      await page.reload();
      await codeOf(page).getByText('<!-- mi').waitFor();
      await typeAtEnd(page, 'ne -->');
      await deliver(made, late);
      await page.getByText('not saved, kept in this browser only').waitFor();
      await saveDraft(page, 2);
      await expectNoOthers(page);
      expect(await readHtml(made)).toBe(`${HTML}${MINE}`);
    },
  );

  // Verifies: console.own-edits.
  it(
    'edits whose answer was lost, and newer ones of this browser, are one text when the editor is opened again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await page.route('**/unsaved', (route) => route.abort());
      await loseAnswer(page, '**/unsaved');
      const lost = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/unsaved'),
      );
      await typeAtEnd(page, '<!-- mi');
      await lost;
      await page.keyboard.type('ne -->');
      await waitStoredHere(page, made.page_id, `${HTML}${MINE}`);
      await page.unroute('**/unsaved');
      await page.reload();
      await codeOf(page).getByText(MINE).waitFor();
      await expectMineSaved(page, made);
    },
  );

  // Verifies: console.own-edits.
  it(
    'edits that were taken back do not return with the editor that is opened again before the service knew',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '!');
      await waitKept(page);
      await page.route('**/unsaved/drop', (route) => route.abort());
      await page.keyboard.press('Backspace');
      await waitStoredHere(page, made.page_id, '');
      await page.reload();
      await page.unroute('**/unsaved/drop');
      await page.getByText('same as r1').waitFor();
      const path = `/api/console/pages/${made.page_id}/unsaved`;
      const read = async (): Promise<unknown> => (await at.owner.owner.send('GET', path)).json();
      await expect.poll(read).toMatchObject({ edits: null });
      expect(await page.getByText(/These are edits of/).count()).toBe(0);
    },
  );

  // Verifies: console.own-edits.
  it(
    'an editor that is opened while the closed one still sends shows what it sent',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      const puts = await holdRequests(page, 'PUT', '/unsaved');
      await typeAtEnd(page, MINE);
      const put = await puts.next();
      await page.getByRole('link', { name: 'Revisions', exact: true }).click();
      await page.getByRole('heading', { name: /^Revisions of/ }).waitFor();
      await waitStoredHere(page, made.page_id, `${HTML}${MINE}`);
      let arrival: Promise<void> | undefined;
      const arrive = async (): Promise<void> => {
        await put.release();
        await waitStoredHere(page, made.page_id, null);
      };
      // The service reads the draft before it receives the unsaved edits. The browser receives the answer to this read only
      // after the service has stored the edits.
      await page.route(`**/api/console/pages/${made.page_id}`, async (route) => {
        const response = await route.fetch();
        await (arrival ??= arrive());
        await route.fulfill({ response });
      });
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await codeOf(page).getByText(MINE).waitFor();
      await puts.stop();
      await expectMineSaved(page, made);
    },
  );

  // Verifies: console.own-edits.
  it(
    'edits that were typed while older ones are taken back are there when the editor is opened again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '!');
      await waitKept(page);
      const drops = await holdRequests(page, 'POST', '/unsaved/drop');
      await page.keyboard.press('Backspace');
      const drop = await drops.next();
      await typeAtEnd(page, MINE);
      await losePuts(page);
      await page.getByRole('link', { name: 'Revisions', exact: true }).click();
      await waitStoredHere(page, made.page_id, `${HTML}${MINE}`);
      let dropped: Promise<void> | undefined;
      const releaseDrop = async (): Promise<void> => {
        const answered = page.waitForResponse('**/unsaved/drop');
        await drop.release();
        await answered;
      };
      // The service drops the older unsaved edits after the editor has read the edits in this browser's storage, and before the
      // editor reads the draft.
      await page.route(`**/api/console/pages/${made.page_id}`, async (route) => {
        await (dropped ??= releaseDrop());
        await route.continue();
      });
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await codeOf(page).getByText(MINE).waitFor();
      await page.unroute('**/unsaved');
      await expectMineSaved(page, made);
    },
  );

  // Verifies: console.own-edits.
  it(
    'edits that the service has are removed from this browser, also while they are still written here',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      // Delays the events that end an IndexedDB write until the test calls `endWrites`.
      await page.evaluate(`(() => {
        const written = Promise.withResolvers();
        window.endWrites = written.resolve;
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...given) {
          const request = put.apply(this, given);
          const listen = request.addEventListener.bind(request);
          request.addEventListener = (type, listener) =>
            listen(type, (event) => void written.promise.then(() => listener(event)));
          return request;
        };
      })()`);
      const puts = await holdRequests(page, 'PUT', '/unsaved');
      await typeAtEnd(page, MINE);
      const put = await puts.next();
      await waitStoredHere(page, made.page_id, `${HTML}${MINE}`);
      await put.release();
      await puts.stop();
      await waitKept(page);
      await waitStoredHere(page, made.page_id, null);
      await page.evaluate('window.endWrites()');
    },
  );

  // Verifies: console.own-edits.
  it(
    'edits of this browser that are sent when the editor is opened again are removed here then',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await page.route('**/unsaved', (route) => route.abort());
      await typeAtEnd(page, MINE);
      await waitStoredHere(page, made.page_id, `${HTML}${MINE}`);
      await page.unroute('**/unsaved');
      await page.reload();
      await codeOf(page).getByText(MINE).waitFor();
      await waitKept(page);
      await waitStoredHere(page, made.page_id, null);
    },
  );

  // Verifies: console.unsaved.
  it(
    'a line that only the other window changed since both had it is no conflict',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const first = await openEditor(at, made);
      await typeAtEnd(first, '<!-- both -->');
      await waitKept(first);
      const second = await openEditor(at, made);
      await codeOf(second).getByText('<!-- both -->').waitFor();
      await typeAtEnd(second, '<!-- second -->');
      await waitKept(second);
      await second.context().close();
      await typeAtStart(first, '<!-- first -->');
      await codeOf(first).getByText('<!-- second -->').waitFor();
      await waitKept(first);
      await expectNoOthers(first);
      await saveDraft(first, 2);
      expect(await readHtml(made)).toBe(`<!-- first -->${HTML}<!-- both --><!-- second -->`);
    },
  );

  // Verifies: console.same-key.
  it(
    'a request that is never answered ends: the same edits are sent again, and then saved',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await page.clock.install();
      const puts = await holdRequests(page, 'PUT', '/unsaved');
      await typeAtEnd(page, MINE);
      const { body } = await puts.next();
      await page.clock.fastForward(AFTER_LIMIT_MS);
      const again = await puts.next();
      expect(again.body).toEqual(body);
      await again.release();
      await puts.stop();
      await waitKept(page);
      await saveDraft(page, 2);
      expect(await readHtml(made)).toBe(`${HTML}${MINE}`);
    },
  );
});
