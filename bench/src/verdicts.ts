import { makeInspector, type PageVerdict } from '@bridge/publisher';
import { silentLogger } from '@bridge/kernel';
import { CORPUS_ADDRESS, corpusPages, unnamedRequests, type TestCorpusPage } from '@bridge/testing';
import { type ProgressPrinter, row, type BenchComparisonRow } from './table.ts';

/**
 * A page of the test corpus with two verdicts of the publisher's analysis on it (mode, readiness, warnings) and the CPU time of
 * the first analysis.
 */
interface AnalyzedCorpusPage extends TestCorpusPage {
  readonly verdict: PageVerdict;
  readonly again: PageVerdict;
  readonly cpuMs: number;
}

const MODES = ['portable/ready', 'portable/not ready', 'online/not ready', 'either/not ready'];

const called = (mode: string, ready: boolean): string => `${mode}/${ready ? 'ready' : 'not ready'}`;
const said = ({ verdict }: AnalyzedCorpusPage): string =>
  called(verdict.publication_mode, verdict.offline_ready);
const expected = ({ expected: e }: AnalyzedCorpusPage): string =>
  called(e.publication_mode, e.offline_ready);

/** Returns the URLs that the page's markup and CSS request and that no warning of the publisher's verdict names. */
function unnamed(page: AnalyzedCorpusPage): readonly string[] {
  return unnamedRequests(page, page.verdict.warnings);
}

async function judge(): Promise<readonly AnalyzedCorpusPage[]> {
  const inspector = makeInspector({ log: silentLogger });
  const judged: AnalyzedCorpusPage[] = [];
  for (const label of corpusPages().filter(({ utf8 }) => utf8)) {
    const from = process.cpuUsage();
    const page = { html: label.html, title: label.id, address: CORPUS_ADDRESS };
    const verdict = await inspector.inspect(page).verdict;
    const { user, system } = process.cpuUsage(from);
    const again = await inspector.inspect(page).verdict;
    judged.push({ ...label, verdict, again, cpuMs: (user + system) / 1_000 });
  }
  await inspector.close();
  return judged;
}

function confusion(pages: readonly AnalyzedCorpusPage[]): string {
  const columns = MODES.slice(0, 3);
  const cell = (text: string | number): string => String(text).padStart(20);
  const lines = MODES.map((mode) => {
    const of = pages.filter((page) => expected(page) === mode);
    return (
      mode.padEnd(20) + columns.map((c) => cell(of.filter((p) => said(p) === c).length)).join('')
    );
  });
  return [`${'browser \\ product'.padEnd(20)}${columns.map(cell).join('')}`, ...lines].join('\n');
}

function disagreements(pages: readonly AnalyzedCorpusPage[]): readonly string[] {
  return pages.flatMap((page) => {
    const missing = unnamed(page).map((url) => `${page.id}: not named: ${url}`);
    const { publication_mode: mode } = page.expected;
    const agrees = page.verdict.offline_ready === page.expected.offline_ready;
    const sameMode = mode === 'either' || mode === page.verdict.publication_mode;
    if (agrees && sameMode) return missing;
    const codes = page.verdict.warnings.filter(({ severity }) => severity !== 'info');
    const why = codes.map(
      ({ code, line, url }) =>
        `${code}${line === undefined ? '' : `:${line}`}${url === undefined ? '' : ` ${url.slice(0, 80)}`}`,
    );
    return [
      ...missing,
      `${page.id}: browser ${expected(page)}, product ${said(page)} (${why.slice(0, 4).join('; ')})`,
    ];
  });
}

/**
 * Bench suite of the publisher's analysis: compares its verdicts (mode, readiness, warnings) on the test corpus with the
 * requests that a browser sends, and lists all disagreements.
 */
export async function verdicts(say: ProgressPrinter): Promise<readonly BenchComparisonRow[]> {
  const pages = await judge();
  const share = (part: readonly unknown[], of: readonly unknown[]): number =>
    (100 * part.length) / of.length;
  const statics = pages.flatMap(({ external }) => external.filter(({ how }) => how === 'static'));
  const whole = pages.filter(({ expected: e }) => e.publication_mode === 'portable');
  const ready = pages.filter(({ expected: e }) => e.offline_ready);
  const falseReady = pages.filter((p) => p.verdict.offline_ready && !p.expected.offline_ready);
  const differs = pages.filter((p) => JSON.stringify(p.verdict) !== JSON.stringify(p.again));
  say(`${pages.length} pages\n\n${confusion(pages)}\n`);
  for (const line of disagreements(pages)) say(line);
  const slowest = pages.reduce((a, b) => (a.cpuMs > b.cpuMs ? a : b));
  return [
    row(
      'called ready, and the browser asked for more',
      [falseReady.length, 'pages'],
      [1, 'page'],
      ['<=', 0],
    ),
    row(
      'static requests named in warnings',
      [statics.length - pages.flatMap(unnamed).length, 'urls'],
      [statics.length, 'urls'],
      ['>=', 0.97],
    ),
    row(
      'whole pages called online',
      [
        share(
          whole.filter((p) => p.verdict.publication_mode === 'online'),
          whole,
        ),
        '%',
      ],
      [100, '%'],
      ['<=', 0.03],
    ),
    row(
      'ready pages called ready',
      [
        share(
          ready.filter((p) => p.verdict.offline_ready),
          ready,
        ),
        '%',
      ],
      [100, '%'],
      ['>=', 0.9],
    ),
    row('another answer the second time', [differs.length, 'pages'], [1, 'page'], ['<=', 0]),
    row(`CPU of the slowest page (${slowest.id})`, [slowest.cpuMs, 'ms'], [3_000, 'ms'], ['<=', 1]),
  ];
}
