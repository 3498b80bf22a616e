import { expect, it } from 'vitest';
import { done, guarded, pageHtml, unique, website } from '../stage.ts';
import { describeConsole, JOURNEY_MS_MAX } from './console-page.ts';
import { picture } from './picture.ts';

/** Titles that could break a list: right to left with an override, nothing visible, one long word, 120 emoji. */
const TITLES = [
  '\u202Egnippots \u05E9\u05DC\u05D5\u05DD\u202C (1)',
  '\u200B\u200D\u2060',
  'W'.repeat(120),
  '🌙'.repeat(120),
] as const;

describeConsole('titles of odd characters, in a browser', (at) => {
  // Verifies: console.odd-titles.
  it(
    'every list shows them by a visible name, in its width, and accessibly',
    { timeout: JOURNEY_MS_MAX },
    async () => {
      const act = at.owner.on('act');
      const { word } = at.owner;
      for (const title of TITLES) {
        const raw_html = pageHtml('Odd');
        const made = website(
          await act('builder.create', { title, word, raw_html, idempotency_key: unique('odd') }),
        );
        done(await act('builder.publish', guarded(made)));
      }
      const dashboard = { title: TITLES[1], text: TITLES[0] };
      await at.owner.owner.send('POST', `/api/agent-bridge/worlds/${word}`, dashboard);
      const page = await at.open('/websites');
      for (const [path, name] of [
        ['/websites', 'odd-websites'],
        ['/', 'odd-home'],
        ['/worlds', 'odd-worlds'],
        [`/worlds/${word}`, 'odd-world'],
      ] as const) {
        await page.goto(new URL(`/console${path}`, page.url()).href);
        await page
          .getByRole('link', { name: word })
          .or(page.getByText(/^Untitled/))
          .first()
          .waitFor();
        // The picture expects no sideways scroll and no violation: a link without a visible name is one.
        await picture(page, name);
      }
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(word);
    },
  );
});
