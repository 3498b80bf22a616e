import type { SplitProduct } from '@bridge/testing';
import { peakRssMb, rssMb } from '../process.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import {
  createPage,
  LARGE_CHARS,
  pageOf,
  pidOf,
  publishPage,
  SERVED_CHARS,
} from './bench-pages.ts';
import { fillWithPages, readEveryPage } from './many-pages.ts';

const PUBLICATIONS_AT_ONCE = 8;
const TRIES_MAX = 5;

/** Publishes a page. After a timeout it repeats the call with the same idempotency key, as a client does. */
async function publishInTheEnd(baseUrl: string, key: string, pageId: number): Promise<void> {
  for (let left = TRIES_MAX; ; left -= 1) {
    try {
      await publishPage(baseUrl, key, pageId);
      return;
    } catch (error) {
      if (left <= 1 || !/answered 50[34]|idempotency_in_progress/.test(String(error))) throw error;
    }
  }
}

/** Measures the memory of the service sites with many different pages, and of publisher with several large publications. */
export async function memory(
  split: SplitProduct,
  key: string,
  pages: number,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  say(`${pages} different pages through sites`);
  const basis = await createPage(split.baseUrl, key, SERVED_CHARS);
  await publishPage(split.baseUrl, key, basis);
  const hosts = await fillWithPages(split, basis, pages, (n) => pageOf(SERVED_CHARS, `n${n}`));
  const most = await readEveryPage(split, hosts, () => rssMb(pidOf(split, 'sites')));
  say(`${Math.round(most)} MB at most; then 8 publications of 5 MiB at once`);
  const drafts: number[] = [];
  for (let n = 0; n < PUBLICATIONS_AT_ONCE; n += 1)
    drafts.push(await createPage(split.baseUrl, key, LARGE_CHARS));
  await Promise.all(drafts.map((draft) => publishInTheEnd(split.baseUrl, key, draft)));
  return [
    row(`RSS of sites, ${pages} pages`, [most, 'MB'], [150, 'MB'], ['<=', 1]),
    row(
      'peak RSS of publisher, 8 × 5 MiB',
      [peakRssMb(pidOf(split, 'publisher')), 'MB'],
      [512, 'MB'],
      ['<=', 1],
    ),
  ];
}
