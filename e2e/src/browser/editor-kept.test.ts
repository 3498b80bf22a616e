import type { WebsiteRecord } from '@bridge/contracts';
import { expect, it } from 'vitest';
import { callOn } from '../call.ts';
import { create, done, patchOf, product, unique } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import {
  codeOf,
  holdRequests,
  openEditor,
  readDraft,
  saveDraft,
  typeAtEnd,
  typeAtStart,
  waitKept,
} from './editor-page.ts';
import { picture } from './picture.ts';

const HTML = '<!doctype html>\n<title>t</title>\n<h1>Moonlit</h1>\n<p>first</p>\n<p>last</p>';
/** Content of a CSS layer with line ends (CRLF and CR) that an HTML text area would change. */
const ODD_LAYER = 'p {\r\n  color: red;\rx\n}\r\n';

describeConsole('what the editor keeps, in a browser', (at) => {
  const withLayer = async (made: WebsiteRecord, content: string): Promise<void> => {
    const layer = { layer_id: 'odd', name: 'Odd', kind: 'css', order: 0, visible: true, content };
    const path = `/api/console/pages/${made.page_id}/layers`;
    const body = {
      layers: [layer],
      expected_revision: 1,
      idempotency_key: unique('layer'),
    };
    const answer = await at.owner.owner.send('PUT', path, body);
    expect(answer.status, await answer.text()).toBe(200);
  };

  // Verifies: console.kept-words.
  it(
    'offers edits that only this browser has after another window went on, and takes them in',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const first = await openEditor(at, made);
      await first.route('**/unsaved', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.abort(),
      );
      await typeAtEnd(first, '<!-- here -->');
      await first.getByText('not saved, kept in this browser only').waitFor();
      const other = await openEditor(at, made);
      await typeAtStart(other, '<!-- there -->');
      await other.getByText('not saved, kept').waitFor();
      await other.close();

      await first.reload();
      await first.getByText(/This browser also has edits of/).waitFor();
      await first.locator('.pane.code').getByText('<!-- there -->').waitFor();
      expect(await first.locator('.pane.code').getByText('<!-- here -->').count()).toBe(0);
      await picture(first, 'editor-aside');
      await first.unroute('**/unsaved');
      await first.getByRole('button', { name: 'Take them in' }).click();
      await first.locator('.pane.code').getByText('<!-- here -->').waitFor();
      await saveDraft(first);
      expect((await readDraft(at, made))['raw_html']).toBe(`<!-- there -->${HTML}<!-- here -->`);
      await first.reload();
      await first.getByText('same as r2').waitFor();
      expect(await first.getByText(/This browser also has edits/).count()).toBe(0);
    },
  );

  // Verifies: console.kept-words.
  it(
    'says that edits are kept nowhere when neither the browser nor the service keeps them',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const page = await openEditor(at, made);
      await page.evaluate(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
      );
      await page.route('**/unsaved', (route) => route.abort());
      await typeAtEnd(page, '!');
      await page.getByText('not saved, kept nowhere').waitFor();
      await page.unroute('**/unsaved');
      await page.getByText(/^not saved, kept just now/).waitFor();
    },
  );

  // Verifies: console.unsaved.
  it(
    'asks before the page is closed while edits are only in a request without an answer',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const page = await openEditor(at, made);
      const questions: string[] = [];
      page.on('dialog', (dialog) => questions.push(dialog.type()));
      await page.evaluate(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
      );
      const held = await holdRequests(page, 'PUT', '/unsaved');
      await typeAtEnd(page, '!');
      await held.next();
      await page.reload();
      expect(questions).toEqual(['beforeunload']);
    },
  );

  // Verifies: console.unsaved.
  it(
    'shows kept edits in the preview as soon as the editor is opened again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const first = await openEditor(at, made);
      await typeAtEnd(first, '<h2>Unsaved heading</h2>');
      await first.getByText(/^not saved, kept/).waitFor();
      await first.close();
      const second = await openEditor(at, made);
      await second
        .frameLocator('iframe[title="Preview"]')
        .getByRole('heading', { name: 'Unsaved heading' })
        .waitFor();
    },
  );

  // Verifies: console.look.
  it(
    'unsaved edits are compared with their revision, and with one that an agent saved meanwhile, and are there afterwards',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const page = await openEditor(at, made);
      await typeAtEnd(page, '<!-- mine -->');
      await waitKept(page);
      await page.reload();
      await page.getByText(/These are edits of/).waitFor();
      await page.getByRole('link', { name: 'Look' }).click();
      await page.getByRole('tab', { name: 'List' }).click();
      await page.getByText('Change 1 of 1: line 5 became line 5').waitFor();
      await page.getByText('+ <p>last</p><!-- mine -->').waitFor();
      await page.getByRole('tab', { name: 'Rendered' }).click();
      await page
        .frameLocator('iframe[title="Preview of your unsaved edits"]')
        .getByRole('heading', { name: 'Moonlit' })
        .waitFor();
      await picture(page, 'compare-unsaved');
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      done(await at.owner.on('act')('builder.patch', patchOf(made, '<title>t', '<title>T')));
      await page.getByText(/1 line, none of them yours/).waitFor();
      await picture(page, 'editor-notice');
      await page.getByRole('link', { name: 'Look' }).click();
      await page.getByRole('tab', { name: 'List' }).click();
      await page.getByText('Change 1 of 1: line 2 became line 2').waitFor();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('button', { name: 'Take in' }).click();
      await saveDraft(page, 3);
      expect((await readDraft(at, made))['raw_html']).toBe(
        `${HTML.replace('<title>t', '<title>T')}<!-- mine -->`,
      );
    },
  );

  // Verifies: console.online.
  it('the editor names the agents that are online', { timeout: JOURNEY_MS_MAX }, async () => {
    const made = await create(at.owner.on('act'), at.owner.word, HTML);
    const { secret } = await at.owner.owner.makeKey({
      name: 'laptop',
      scopes: ['node.heartbeat'],
    });
    const page = await openEditor(at, made);
    const heartbeat = callOn('act', product().baseUrl, secret);
    done(
      await heartbeat('node.heartbeat', { node_id: 'laptop-1', idempotency_key: unique('beat') }),
    );
    await page.locator('.online-agents').getByText('laptop').waitFor();
  });

  // Verifies: console.exact-bytes.
  it(
    'keeps every byte of a layer that is edited, and a link leads to its line',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      await withLayer(made, ODD_LAYER);
      const page = await openEditor(at, made, '?layer=odd&line=2&column=3');
      const layer = page.getByRole('textbox', { name: 'Content of layer Odd' });
      await layer.waitFor();
      // The link to line 2 and column 3 placed the cursor in the second line, before the word `color`.
      const isInLayer = "document.activeElement?.closest('.layer-fields') !== null";
      await expect.poll(() => page.evaluate(isInLayer)).toBe(true);
      await page.keyboard.type('/* in */');
      await page.keyboard.press('Enter');
      await picture(page, 'editor-layer');
      // The content typed into the layer stays when another field of the layer changes and when the layer is closed.
      await page.getByLabel('Name', { exact: true }).fill('Even');
      await page.getByRole('button', { name: 'Edit Even' }).click();
      await layer.waitFor({ state: 'detached' });
      await saveDraft(page);
      const content = ODD_LAYER.replace('  color', '  /* in */\r\n  color');
      expect(await readDraft(at, made)).toMatchObject({ layers: [{ name: 'Even', content }] });
    },
  );

  // Verifies: console.problems.
  it(
    'lists the problems of unsaved edits, leads to the line of each, and F8 goes to the next one',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const page = await openEditor(at, made);
      await typeAtEnd(page, '\n<img src="moon.jpg" alt="moon">');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('button', { name: 'Go to line 6' }).click();
      await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('CODE-VIEW');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('F8');
      await page.keyboard.type('<!-- at -->');
      await picture(page, 'editor-problems');
      await saveDraft(page);
      expect((await readDraft(at, made))['raw_html']).toMatch(
        /\n<img src="<!-- at -->moon\.jpg"|\n<!-- at --><img/,
      );
    },
  );

  // Verifies: console.unsaved.
  it(
    'a sign-out, which ends the session of these tests, first keeps the edits, or lets the person stay, and leaves none in the browser',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word, HTML);
      const page = await at.open(`/pages/${made.page_id}`);
      const code = codeOf(page);
      const signOut = () => page.getByRole('button', { name: 'Sign out' }).click();
      const signIn = async (): Promise<void> => {
        await page.getByLabel('E-mail').fill(at.owner.owner.email);
        await page.getByLabel('Password').fill(at.owner.owner.password);
        await page.keyboard.press('Enter');
      };
      await code.waitFor();
      await typeAtEnd(page, '<!-- kept -->');
      await signOut();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await signIn();
      await code.getByText('<!-- kept -->').waitFor();

      await page.route('**/unsaved', (route) => route.abort());
      await typeAtEnd(page, '<!-- lost -->');
      const questions: string[] = [];
      page.once('dialog', (dialog) => {
        questions.push(dialog.message());
        void dialog.dismiss();
      });
      await signOut();
      await expect.poll(() => questions).toEqual([expect.stringContaining('signing out removes')]);
      await code.getByText('<!-- lost -->').waitFor();
      page.once('dialog', (dialog) => void dialog.accept());
      await signOut();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await page.unroute('**/unsaved');
      await signIn();
      await code.getByText('<!-- kept -->').waitFor();
      expect(await code.getByText('<!-- lost -->').count()).toBe(0);
    },
  );
});
