import { LIMITS } from '@bridge/contracts';
import { expect, it } from 'vitest';
import { create, patchOf, unique, website } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

describeConsole('the comparison of revisions, in a browser', (at) => {
  // Verifies: console.revisions.
  it('lists the layers that differ, with their contents', { timeout: JOURNEY_MS_MAX }, async () => {
    const made = await create(at.owner.on('act'), at.owner.word);
    const put = async (revision: number, content: string): Promise<void> => {
      const layer = { layer_id: 'theme', name: 'Theme', kind: 'html', order: 0, visible: true };
      const answer = await at.owner.owner.send('PUT', `/api/console/pages/${made.page_id}/layers`, {
        expected_revision: revision,
        idempotency_key: unique('layers'),
        layers: [{ ...layer, content }],
      });
      expect(answer.status).toBe(200);
    };
    await put(1, '<p>lantern</p>');
    await put(2, '<p>moon</p>');
    const page = await at.open(`/pages/${made.page_id}/compare?a=1&b=2`);
    const layers = page.getByRole('region', { name: 'Layers' });
    await layers.getByText('Layer “Theme” (html) was added.').waitFor();
    await page.goto(page.url().replace('a=1&b=2', 'a=2&b=3'));
    await layers.getByText('Layer “Theme”: its content was changed.').waitFor();
    await layers.getByText('Changes of the content').click();
    await layers.getByText('− <p>lantern</p>').waitFor();
    await layers.getByText('+ <p>moon</p>').waitFor();
    await picture(page, 'compare-layers');
  });

  // Verifies: console.revisions.
  it(
    'offers the nearest kept revision instead of one whose text is no longer kept',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      let last = await create(act, at.owner.word);
      for (let n = 0; n < LIMITS.revisionBodiesKept + 2; n += 1) {
        const [from, to] = n % 2 === 0 ? ['first', 'lantern'] : ['lantern', 'first'];
        last = website(await act('builder.patch', patchOf(last, from, to)));
      }
      const nearest = last.draft_revision - LIMITS.revisionBodiesKept + 1;
      const page = await at.open(`/pages/${last.page_id}/compare?a=1`);
      await page.getByText('The text of r1 is no longer kept').waitFor();
      await picture(page, 'compare-not-kept');
      await page.getByRole('link', { name: `Compare r${nearest}, the nearest one` }).click();
      await page.getByRole('tab', { name: 'List' }).click();
      await page.getByText(/^Change 1 of 1|same, byte for byte/).waitFor();
    },
  );
});
