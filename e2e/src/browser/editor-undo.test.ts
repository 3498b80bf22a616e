import type { WebsiteRecord } from '@bridge/contracts';
import { expect, it } from 'vitest';
import { create, done, patchOf, unique, website } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { codeOf, openEditor, readDraft, saveDraft, typeAtEnd, waitKept } from './editor-page.ts';
import { picture } from './picture.ts';

const HTML = '<!doctype html>\n<title>t</title>\n\n<p>two</p>\n\n<p>last</p>';
/** Number of revisions that the test restores. */
const REVISIONS = 40;
/** Number of times that a restore and a patch are sent concurrently. */
const RACES = 8;

describeConsole('saves, restores and sessions that end, in a browser', (at) => {
  const make = (html = HTML): Promise<WebsiteRecord> =>
    create(at.owner.on('act'), at.owner.word, html);
  const readHtml = async (made: WebsiteRecord): Promise<unknown> =>
    (await readDraft(at, made))['raw_html'];
  const restore = (made: WebsiteRecord, revision: number, expected: number): Promise<Response> =>
    at.owner.owner.send(
      'POST',
      `/api/console/pages/${made.page_id}/revisions/${revision}/restore`,
      { expected_revision: expected, idempotency_key: unique('restore') },
    );

  // Verifies: console.undo-save.
  it(
    'a save is undone by its toast, as a new revision; once an agent went on, the toast compares instead',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      const toast = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
      await typeAtEnd(page, '<!-- undone -->');
      await saveDraft(page, 2);
      await toast.filter({ hasText: 'Saved as r2' }).getByRole('button', { name: 'Undo' }).focus();
      await picture(page, 'editor-saved');
      await page.keyboard.press('Enter');
      await page.getByText('same as r3').waitFor();
      expect(await readHtml(made)).toBe(HTML);
      await codeOf(page).getByText('undone').waitFor({ state: 'detached' });

      await typeAtEnd(page, '<!-- kept -->');
      await saveDraft(page, 4);
      const saved = toast.filter({ hasText: 'Saved as r4' });
      await saved.getByRole('button', { name: 'Undo' }).focus();
      const now = { ...made, draft_revision: 4 };
      done(await at.owner.on('act')('builder.patch', patchOf(now, 'two', 'TWO')));
      await saved.getByRole('link', { name: 'Compare r3 with r4' }).waitFor();
      expect(await saved.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      await saved.getByRole('link', { name: 'Compare r3 with r4' }).click();
      await page.locator('diff-view .cm-content').first().waitFor();
      expect(await readHtml(made)).toBe(`${HTML.replace('two', 'TWO')}<!-- kept -->`);
    },
  );

  // Verifies: console.undo-save.
  it(
    'an undo that an agent was faster than changes nothing, says so and offers the comparison',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '<!-- kept -->');
      await saveDraft(page, 2);
      const toast = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
      await page.route('**/restore', async (route) => {
        const now = { ...made, draft_revision: 2 };
        done(await at.owner.on('act')('builder.patch', patchOf(now, 'two', 'TWO')));
        await route.continue();
      });
      await toast.getByRole('button', { name: 'Undo' }).click();
      await toast.getByRole('link', { name: 'Compare r1 with r2' }).waitFor();
      await toast.getByText('revision_conflict').waitFor();
      expect(await readHtml(made)).toBe(`${HTML.replace('two', 'TWO')}<!-- kept -->`);
    },
  );

  // Verifies: editor.restore, editor.restore-race.
  it(
    `${REVISIONS} revisions by two agents are each restored byte for byte; of a restore and a patch one wins, the other is told`,
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const odd = (n: number): string => `<p>${n}\0\uFEFF\r\n\u2028\rrevision ${n}\r\n</p>\n`;
      const made = await make(odd(1));
      const agents = [at.owner.on('act'), at.owner.on('mcp')] as const;
      for (let n = 1; n < REVISIONS; n += 1) {
        const now = { ...made, draft_revision: n };
        const agent = agents[n % 2] ?? agents[0];
        done(await agent('builder.patch', patchOf(now, odd(n), odd(n + 1))));
      }
      for (let n = 1; n <= REVISIONS; n += 1) {
        const answer = await restore(made, n, REVISIONS + n - 1);
        expect(answer.status, await answer.text()).toBe(200);
        expect(await readHtml(made), `r${n}`).toBe(odd(n));
      }
      for (let race = 0; race < RACES; race += 1) {
        const now = website({ ok: true, replayed: false, result: await readDraft(at, made) });
        const html = String(await readHtml(made));
        const [restored, patched] = await Promise.all([
          restore(made, 1, now.draft_revision),
          agents[race % 2]?.('builder.patch', patchOf(now, html, odd(100 + race))),
        ]);
        const after = await readHtml(made);
        if (patched?.ok === true) {
          expect(restored.status).toBe(409);
          expect(after).toBe(odd(100 + race));
        } else {
          expect(restored.status).toBe(200);
          expect(patched).toMatchObject({ error: { code: 'revision_conflict' } });
          expect(after).toBe(odd(1));
          // The next round needs a draft that differs from the restored revision.
          const next = { ...now, draft_revision: now.draft_revision + 1 };
          done(await agents[0]('builder.patch', patchOf(next, odd(1), odd(200 + race))));
        }
      }
    },
  );

  // Verifies: console.agent-faster, console.revisions.
  it(
    'unsaved edits survive a restore as a conflict that the person decides',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'last', 'final')));
      const page = await openEditor(at, made);
      await typeAtEnd(page, '<!-- mine -->');
      await waitKept(page);
      await page.getByRole('link', { name: 'Revisions', exact: true }).click();
      await page.getByText(/Unsaved edits of .* on r2/).waitFor();
      await page.getByRole('button', { name: 'Restore revision 1' }).click();
      await page.getByText('r1 is restored as r3').waitFor();
      expect(await readHtml(made)).toBe(HTML);
      await page.getByRole('link', { name: 'Continue editing' }).click();
      await page.getByText(/1 place you changed too/).waitFor();
      await page.getByRole('button', { name: 'Bring together' }).click();
      await page.getByRole('button', { name: 'Take mine' }).click();
      await page.getByRole('button', { name: 'Take the result' }).click();
      await saveDraft(page, 4);
      expect(await readHtml(made)).toBe(`${HTML.replace('last', 'final')}<!-- mine -->`);
    },
  );

  // Verifies: console.unsaved.
  it(
    'two windows that type on one line: the second one is told, decides, and the first one gets the result',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const first = await openEditor(at, made);
      const second = await openEditor(at, made);
      await typeAtEnd(first, '<!-- first -->');
      await waitKept(first);
      await typeAtEnd(second, '<!-- second -->');
      await second.getByText(/Another window .*: 1 place you changed too/).waitFor();
      await second.keyboard.type('<!-- more -->');
      await second.getByRole('button', { name: 'Bring together' }).click();
      await second.getByRole('button', { name: 'Both' }).click();
      await second.getByRole('button', { name: 'Take the result' }).click();
      await waitKept(second);
      await saveDraft(second, 2);
      const all = `${HTML}<!-- second --><!-- more -->\n<p>last</p><!-- first -->`;
      expect(await readHtml(made)).toBe(all);
      await first.getByRole('button', { name: 'Bring together' }).click();
      await first.getByRole('button', { name: 'Take theirs' }).click();
      await first.getByRole('button', { name: 'Take the result' }).click();
      await first.getByText('same as r2').waitFor();
    },
  );

  // Verifies: console.account, console.unsaved.
  it(
    'a session that ends in the middle of typing: the sign-in opens above the text, which stays and is saved after it',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await make();
      const page = await openEditor(at, made);
      await typeAtEnd(page, '<!-- before');
      await waitKept(page);
      await page.context().clearCookies();
      await page.keyboard.type(' and after');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.waitFor();
      await codeOf(page).getByText('<!-- before and after').waitFor();
      await picture(page, 'editor-session-ended');
      await dialog.getByLabel('E-mail').fill(at.owner.owner.email);
      await dialog.getByLabel('Password').fill(at.owner.owner.password);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await waitKept(page);
      await typeAtEnd(page, ' -->');
      await saveDraft(page, 2);
      expect(await readHtml(made)).toBe(`${HTML}<!-- before and after -->`);
    },
  );
});
