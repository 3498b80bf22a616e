import type { SplitProduct } from '@bridge/testing';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { createPage, pageOf, pidOf, publishPage, SERVED_CHARS } from './bench-pages.ts';
import { startNginx } from './nginx.ts';
import { reads, type ReadRates, type ServedPage } from './reads.ts';

/**
 * Minimum ratio of the answers per second with and without the fast path (optimised code) for published websites. Below it the
 * fast path is removed. ADR 013.
 */
const FAST_PATH_GAIN = 1.3;
const FAST_PATH_CPU_SHARE = 0.77;

function servingRows(
  what: string,
  ours: ReadRates,
  theirs: ReadRates,
): readonly BenchComparisonRow[] {
  const cpu = 'µs CPU';
  return [
    row(
      `${what}, sites / nginx`,
      [ours.perSecond, 'req/s'],
      [theirs.perSecond, 'req/s'],
      ['>=', 0.5],
    ),
    row(`${what}, CPU per request`, [ours.cpuUs, cpu], [theirs.cpuUs, cpu], ['<=', 2]),
  ];
}

/** Publishes a page of 20 KB. Returns a function that makes its address at the nth replica of the service sites. */
async function servedPage(
  split: SplitProduct,
  key: string,
): Promise<(port: string, nth: number) => ServedPage> {
  const pageId = await createPage(split.baseUrl, key, SERVED_CHARS);
  await publishPage(split.baseUrl, key, pageId);
  const host = `p${pageId}.${new URL(split.contentUrl).host}`;
  return (port, nth) => ({
    url: `http://127.0.0.1:${port}/`,
    host,
    pid: pidOf(split, 'sites', nth),
  });
}

/**
 * Compares the service sites (published websites) with nginx: complete answers (200) and conditional answers (304) for a page
 * of the same size.
 */
export async function serving(
  split: SplitProduct,
  key: string,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const at = await servedPage(split, key);
  const nginx = await startNginx(pageOf(SERVED_CHARS, 'nginx'), say);
  if (nginx === null) return [];
  try {
    const ours = at(new URL(split.contentUrl).port, 0);
    const theirs = { url: nginx.url, host: 'localhost', pid: nginx.pid };
    say('a live page of 20 KB against nginx, whole and by 304');
    const [page, peerPage] = await reads(ours, theirs, false);
    const [same, peerSame] = await reads(ours, theirs, true);
    return [
      ...servingRows('live page of 20 KB', page, peerPage),
      ...servingRows('304 of it', same, peerSame),
    ];
  } finally {
    await nginx.stop();
  }
}

/**
 * Compares reads of a published page through the fast path (optimised code) with reads through node:http. Two replicas, one of
 * each kind, are read alternately. ADR 036.
 */
export async function fastPathRows(
  split: SplitProduct,
  key: string,
  plainPort: number,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const at = await servedPage(split, key);
  const [fast, plain] = [at(new URL(split.contentUrl).port, 0), at(String(plainPort), 1)];
  say('the same page by the fast path and by node:http alone');
  const rows: BenchComparisonRow[] = [];
  for (const [what, isConditional] of [
    ['live page of 20 KB', false],
    ['304 of it', true],
  ] as const) {
    const [ours, theirs] = await reads(fast, plain, isConditional);
    const per = 'req/s';
    rows.push(
      row(
        `${what}, fast path / plain`,
        [ours.perSecond, per],
        [theirs.perSecond, per],
        ['>=', FAST_PATH_GAIN],
      ),
      row(
        '  CPU per request',
        [ours.cpuUs, 'µs CPU'],
        [theirs.cpuUs, 'µs CPU'],
        ['<=', FAST_PATH_CPU_SHARE],
      ),
    );
  }
  return rows;
}
