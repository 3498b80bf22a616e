import { expect, it } from 'vitest';
import { create } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';

describeConsole('the filters of the activity, in a browser', (at) => {
  // Verifies: console.activity, console.accessible.
  it(
    'a day that is typed by keyboard, key by key, filters the list',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const page = await at.open('/activity');
      const from = page.getByLabel('From');
      await from.focus();
      for (const key of '11272020') await page.keyboard.press(key);
      expect(await from.inputValue()).toBe('2020-11-27');
      expect(new URL(page.url()).searchParams.get('from')).toMatch(/^2020-11-2[678]T/);
      // A year of five digits has no time in the address: the filter stays, and nothing fails.
      await page.keyboard.press('5');
      expect(new URL(page.url()).searchParams.get('from')).toMatch(/^2020-11-2[678]T/);
    },
  );

  // Verifies: console.activity, console.addresses.
  it(
    'the field for a website follows the address, and does not filter again after all activity was shown',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const made = await create(at.owner.on('act'), at.owner.word);
      const page = await at.open('/activity?kind=messages');
      const website = page.getByLabel('Website', { exact: true });
      await website.fill(String(made.page_id));
      await website.press('Enter');
      await expect.poll(() => new URL(page.url()).searchParams.get('page_id')).not.toBe(null);
      await page.getByRole('link', { name: 'Show all activity' }).click();
      await page.getByText(made.title).first().waitFor();
      expect(await website.inputValue()).toBe('');
      await website.focus();
      await website.blur();
      expect(new URL(page.url()).search).toBe('');
    },
  );
});
