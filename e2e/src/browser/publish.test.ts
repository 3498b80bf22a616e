import { expect, it } from 'vitest';
import { create, done, guarded, patchOf, visit, website } from '../stage.ts';
import { collectKeys, describeConsole, JOURNEY_MS_MAX, loseAnswer } from './console-page.ts';
import { picture } from './picture.ts';

describeConsole('publishing, in a browser', (at) => {
  // Verifies: console.publish-dialog.
  it(
    'judges before it publishes, leads from a warning to its line, and publishes',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const html =
        '<!doctype html>\n<title>t</title>\n<h1>Moonlit</h1>\n<img src="moon.jpg" alt="moon">';
      const made = await create(at.owner.on('act'), at.owner.word, html);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      await page
        .getByText(/moon\.jpg/)
        .first()
        .waitFor();
      await picture(page, 'publish');
      await page.getByRole('link', { name: 'Go to line 4' }).click();
      await page.locator('.cm-content').waitFor();
      await expect.poll(() => page.evaluate(`document.activeElement?.tagName`)).toBe('CODE-VIEW');
      await page.getByRole('link', { name: 'Publish…' }).click();
      await page.getByRole('dialog').getByLabel('Anyone with the link').check();
      await page.getByRole('button', { name: 'Publish r1' }).click();
      await page.getByText('r1 is published').waitFor();
      const live = await page.getByLabel('the address').innerText();
      expect((await visit(live)).status).toBe(200);
      await picture(page, 'public');
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByLabel('Title').fill('Renamed by its owner');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Renamed by its owner' }).waitFor();
      await picture(page, 'settings');
    },
  );

  // Verifies: console.publish-dialog.
  it(
    'says that the draft was changed while the dialog is open, and publishes only what the person looked at',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/works offline/).waitFor();
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'first', 'agent')));
      await dialog.getByText('r2 of this draft was saved meanwhile').waitFor();
      await dialog.getByRole('heading', { name: /revision 1$/ }).waitFor();
      expect(await dialog.getByRole('button', { name: 'Publish r1' }).isEnabled()).toBe(false);
      await picture(page, 'publish-newer');
      await dialog.getByRole('button', { name: 'Check r2' }).click();
      await dialog.getByRole('heading', { name: /revision 2$/ }).waitFor();
      await dialog.getByText(/works offline/).waitFor();
      await dialog.getByRole('button', { name: 'Publish r2' }).click();
      await page.getByText('r2 is published').waitFor();
    },
  );

  // Verifies: console.share, console.qr.
  it(
    'an older snapshot is restored and published again, and the HTML of a frame is shown',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const act = at.owner.on('act');
      const first = website(await act('builder.publish', guarded(made)));
      const { live_url: live } = first;
      const next = website(await act('builder.patch', patchOf(first, 'first', 'wrong')));
      done(await act('builder.publish', guarded(next)));
      expect((await visit(live ?? '')).text).toContain('wrong');
      const page = await at.open(`/pages/${made.page_id}/public`);
      await page.getByText('Show it in another page').click();
      await page
        .getByLabel('the HTML of the frame')
        .getByText(live ?? '')
        .waitFor();
      await page.getByText('QR code', { exact: true }).click();
      await page.getByRole('img', { name: `QR code of ${live ?? ''}` }).waitFor();
      await picture(page, 'public-snapshots');
      await page.getByRole('button', { name: 'Restore and publish… revision 1' }).click();
      await page
        .getByRole('dialog')
        .getByText(/works offline/)
        .waitFor();
      await page
        .getByRole('dialog')
        .getByText(/Now live: r2/)
        .waitFor();
      await page.getByRole('button', { name: 'Publish r3' }).click();
      await page.getByText('r3 is published').waitFor();
      expect((await visit(live ?? '')).text).toContain('<p>first</p>');
    },
  );

  // Verifies: console.same-key.
  it(
    'a publication whose answer is lost is sent again under its key, also by a dialog that was opened again',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open(`/pages/${made.page_id}/public?publish`);
      const dialog = page.getByRole('dialog');
      const keys = collectKeys(page, '/publish');
      await loseAnswer(page, '**/publish');
      await dialog.getByLabel('Anyone with the link').check();
      await dialog.getByRole('button', { name: 'Publish r1' }).click();
      await dialog.getByText(/It may have happened/).waitFor();
      done(await at.owner.on('act')('builder.patch', patchOf(made, 'first', 'agent')));
      await dialog.getByText('r2 of this draft was saved meanwhile').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Publish…' }).click();
      expect(await dialog.getByLabel('Anyone with the link').isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('r1 is published').waitFor();
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect(await page.locator('.snapshots li').count()).toBe(1);
    },
  );
});
