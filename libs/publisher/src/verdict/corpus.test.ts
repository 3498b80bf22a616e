import {
  CORPUS_ADDRESS,
  corpusPages,
  describeWith,
  unnamedRequests,
  type TestCorpusPage,
} from '@bridge/testing';
import { expect, it } from 'vitest';
import { findSecrets } from '../secrets/find-secrets.ts';
import { analyse } from './analyse.ts';
import type { PageVerdict } from './model/verdict.ts';

/** A recorded page of the test corpus with the verdict that the analysis gives. */
interface AnalysedTestCorpusPage extends TestCorpusPage {
  readonly text: string;
  readonly verdict: PageVerdict;
}

const NAMED_SHARE_MIN = 0.97;
const FALSE_ONLINE_SHARE_MAX = 0.03;

/** Timeout of the analysis of all pages, in ms. The largest pages take seconds each on a busy machine. */
const ALL_MS_MAX = 240_000;

function readLabels(): Promise<() => readonly AnalysedTestCorpusPage[]> {
  const pages = corpusPages();
  let judged: readonly AnalysedTestCorpusPage[] | null = null;
  const judge = (page: TestCorpusPage): AnalysedTestCorpusPage => {
    // Pages that are not UTF-8 are analysed as Latin-1: no bytes may crash the parsers.
    const text = page.html.toString(page.utf8 ? 'utf8' : 'latin1');
    return { ...page, text, verdict: analyse(text, CORPUS_ADDRESS) };
  };
  return Promise.resolve(() => (judged ??= pages.map(judge)));
}

describeWith(
  'pages by other people, against what a browser asked for',
  readLabels,
  () => Promise.resolve(),
  (labels) => {
    const all = (): readonly AnalysedTestCorpusPage[] => labels()();
    const pages = (): readonly AnalysedTestCorpusPage[] => all().filter(({ utf8 }) => utf8);
    const ids = (of: readonly AnalysedTestCorpusPage[]): readonly string[] =>
      of.map(({ id }) => id);

    it(
      'no page is called ready for which the browser requested anything outside of it',
      () => {
        const wrong = pages().filter((p) => p.verdict.offline_ready && !p.expected.offline_ready);
        expect(ids(wrong)).toEqual([]);
      },
      ALL_MS_MAX,
    );

    it('every request of the browser to another host by markup or CSS has a warning', () => {
      const asked = pages().flatMap(({ external }) =>
        external.filter(({ how }) => how === 'static'),
      );
      const missed = pages().flatMap((page) => unnamedRequests(page, page.verdict.warnings));
      expect(asked.length).toBeGreaterThan(40);
      expect(1 - missed.length / asked.length).toBeGreaterThanOrEqual(NAMED_SHARE_MIN);
    });

    it('a self-contained page is not called online', () => {
      const whole = pages().filter(({ expected }) => expected.publication_mode === 'portable');
      const wrong = whole.filter(({ verdict }) => verdict.publication_mode === 'online');
      expect(whole.length).toBeGreaterThan(40);
      expect(wrong.length / whole.length).toBeLessThanOrEqual(FALSE_ONLINE_SHARE_MAX);
    });

    it('a page that requires another host is called online', () => {
      const online = pages().filter(({ expected }) => expected.publication_mode === 'online');
      expect(ids(online.filter(({ verdict }) => verdict.publication_mode !== 'online'))).toEqual(
        [],
      );
    });

    it('most ready pages are called ready', () => {
      const ready = pages().filter(({ expected }) => expected.offline_ready);
      const found = ready.filter(({ verdict }) => verdict.offline_ready);
      expect(found.length / ready.length).toBeGreaterThanOrEqual(0.8);
    });

    it('no page is reported to contain a secret', () => {
      expect(
        ids(all().filter(({ html, id }) => findSecrets({ html, title: id }).length > 0)),
      ).toEqual([]);
    });
  },
);
