import type { DatabaseClient } from '@bridge/db';
import { sql } from '@bridge/db';
import type { AllInOneProcess } from '@bridge/testing';
import { act } from '../act.ts';
import { grow } from '../growth/grown.ts';
import { median } from '../load.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';

const CALLS = 200;
const WEBSITES = 1_000_000;
/** The option --short divides the number of websites by this. */
const SHORT = 10;
const GOAL_MS = 5;

/** Times the action `mall.overview` (counts and newest public websites) in a product with 10^6 websites (10^5 with --short). */
export async function overviewRows(
  product: AllInOneProcess,
  db: DatabaseClient,
  short: boolean,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const websites = short ? WEBSITES / SHORT : WEBSITES;
  say(`mall.overview: filling an account with ${websites} websites`);
  const size = { websites, revisions: 1, snapshots: 1 };
  const { owner } = await grow(product, db, 'overview', size, 0);
  await db.rows(sql`vacuum analyze`);
  const { secret } = await owner.makeKey({ scopes: ['mall.overview'] });
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const from = performance.now();
    await act(product.baseUrl, secret, 'mall.overview', {});
    times.push(performance.now() - from);
  }
  const name = `mall.overview at ${websites} websites, p50 / ${GOAL_MS} ms`;
  return [row(name, [median(times), 'ms'], [GOAL_MS, 'ms'], ['<=', 1])];
}
