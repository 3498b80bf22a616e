import { describeWith, startRecordingBrowser, type RecordedRequests } from '@bridge/testing';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { analyse } from '../analyse.ts';
import { pageOf, type GeneratedTestPage } from './program.fixture.ts';

const ADDRESS = { liveUrl: 'http://pages.test/', ownHosts: ['localhost:4000', 'localhost:4001'] };
/** Number of programs in one test case. The browser opens them one after the other in one tab. */
const PROGRAMS_PER_CASE = 30;
/**
 * Cost of one test case in units of `--runs`: `--runs 334000` runs 334 cases (10,020 programs). The daily run has 10 cases (300
 * programs).
 */
const COST = 1_000;
/** Number of seeds to choose from. Each gives different programs. */
const SEEDS_MAX = 2 ** 25;

const hasRequests = ({ elsewhere, beside }: RecordedRequests): boolean =>
  elsewhere.length + beside.length > 0;
const isReady = ({ html }: GeneratedTestPage): boolean => analyse(html, ADDRESS).offline_ready;

describeWith(
  'verdict: generated programs',
  startRecordingBrowser,
  (browser) => browser.close(),
  (browser) => {
    // Verifies: publishing.ready-proven.
    fuzz(
      'verdict',
      'no program is called ready that loads anything in Chromium',
      () =>
        fc.asyncProperty(fc.noShrink(fc.integer({ min: 0, max: SEEDS_MAX })), async (seed) => {
          const pages = Array.from({ length: PROGRAMS_PER_CASE }, (_, n) => pageOf(seed * 64 + n));
          // Only a page that is offline ready promises to send no request, so the browser opens only these pages.
          const ready = pages.filter(isReady);
          const asked = await browser().requestsOfAll(ready.map(({ html }) => html));
          const wrong = ready.filter((_, at) =>
            hasRequests(asked[at] ?? { elsewhere: [], beside: [] }),
          );
          if (wrong.length > 0)
            throw new Error(wrong.map((page) => `program ${page.seed}\n${page.html}`).join('\n\n'));
        }),
      { cost: COST },
    );
  },
);
