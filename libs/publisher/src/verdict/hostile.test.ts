import { describeWith, ELSEWHERE, startRecordingBrowser } from '@bridge/testing';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';

/**
 * A page that tries to deceive the analysis, with the requests that Chromium sent when it opened the page: to other hosts
 * (`elsewhere`) and to paths beside the page (`beside`).
 */
interface HostilePage {
  readonly name: string;
  readonly html: string;
  readonly elsewhere: readonly string[];
  readonly beside: readonly string[];
}

const ADDRESS = { liveUrl: 'http://pages.test/', ownHosts: ['localhost:4000', 'localhost:4001'] };
const file = new URL('./fixtures/hostile-pages.jsonl', import.meta.url);
const PAGES = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as HostilePage);
const judged = PAGES.map((page) => ({ ...page, verdict: analyse(page.html, ADDRESS) }));
const hasRequests = ({ elsewhere, beside }: HostilePage): boolean =>
  elsewhere.length + beside.length > 0;
/** The test opens every 40th page with recorded requests in a browser again, to verify the recorded requests. */
const SAMPLE_EVERY = 40;

describe('pages made to escape the analysis', () => {
  it('none is called ready when a browser requests anything beside it', () => {
    const wrong = judged.filter((page) => hasRequests(page) && page.verdict.offline_ready);
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(judged.filter(hasRequests).length).toBeGreaterThan(450);
  });

  it('have a warning for each request of markup and CSS to another host', () => {
    const requests = judged
      .filter(({ name }) => !name.startsWith('js '))
      .flatMap(({ name, elsewhere, verdict }) => {
        const named = verdict.warnings.map(({ url }) => url ?? '');
        return elsewhere.map((url) => ({
          name,
          named: named.some((shown) => shown === url || shown.startsWith(`${url}/`)),
        }));
      });
    const unnamed = requests.filter(({ named }) => !named).map(({ name }) => name);
    expect(unnamed.length / requests.length, unnamed.join(', ')).toBeLessThanOrEqual(0.03);
  });
});

describeWith(
  'the record of what they ask for',
  startRecordingBrowser,
  (browser) => browser.close(),
  (browser) => {
    it('matches what a browser requests today', async () => {
      const sample = judged.filter(hasRequests).filter((_, index) => index % SAMPLE_EVERY === 0);
      const asked = await Promise.all(
        sample.map(async ({ name, html }) => {
          const { elsewhere } = await browser().requestsOf(html);
          return { name, elsewhere: elsewhere.toSorted() };
        }),
      );
      expect(asked).toEqual(sample.map(({ name, elsewhere }) => ({ name, elsewhere })));
      expect(ELSEWHERE).toBe('elsewhere.example');
    }, 60_000);
  },
);
