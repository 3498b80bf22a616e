import { attachOrStart, connectDb } from '@bridge/db';
import { startProduct, testBase } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillLarge } from './console/fill-large.ts';
import { browserRows } from './console/in-browser.ts';
import { screenRoutes, type LargeAccount, type ConsoleScreenRequest } from './console/screens.ts';
import { watcherRows } from './console/watchers.ts';
import { median } from './load.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from './table.ts';

const SIZE = { websites: 10_000, worlds: 990, revisions: 10_000, journal: 1_000_000 };
/** The option --short divides the number of journal rows (audit log) by this. */
const SHORT = 10;
const ROUNDS = 15;
/** Maximum time of a request of a console screen, ms. */
const SCREEN_MS_MAX = 300;

/** Returns the time of a GET request until the last byte, in ms; throws when it fails. */
async function timeOf({ owner }: LargeAccount, { path }: ConsoleScreenRequest): Promise<number> {
  const from = performance.now();
  const response = await owner.send('GET', path);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return performance.now() - from;
}

async function measureRoute(
  account: LargeAccount,
  route: ConsoleScreenRequest,
): Promise<BenchComparisonRow> {
  const times: number[] = [];
  // The first request fills database caches and counts too, because a person also makes a first request.
  const first = await timeOf(account, route);
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(account, route));
  const slowest = Math.max(first, ...times);
  return row(
    `${route.name}: slowest, median ${median(times).toFixed(1)} ms`,
    [slowest, 'ms'],
    [SCREEN_MS_MAX, 'ms'],
    ['<=', 1],
  );
}

/**
 * Bench suite of the console. Times all requests of its screens in an account with 10,000 websites, 1,000 Worlds (public
 * identities) and 10^6 rows in the journal, its audit log (goal 300 ms), then the gateway's CPU time for open consoles, and the
 * console in a browser. `--browser` runs only the browser part.
 */
export async function consoleScreens(
  say: ProgressPrinter,
  args: readonly string[],
): Promise<readonly BenchComparisonRow[]> {
  if (args.includes('--browser')) return browserRows(say);
  const data = mkdtempSync(join(tmpdir(), 'bridge-console-bench-'));
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off' }, data });
  const rows: BenchComparisonRow[] = [];
  try {
    const { url, stop } = await attachOrStart(join(data, 'db'));
    const db = connectDb(url, 'tool', testBase());
    const journal = args.includes('--short') ? SIZE.journal / SHORT : SIZE.journal;
    say(`filling an account with ${SIZE.websites} websites and ${journal} journal rows`);
    const account = await fillLarge(product, db, { ...SIZE, journal });
    for (const route of screenRoutes(account)) rows.push(await measureRoute(account, route));
    await db.close();
    await stop();
  } finally {
    await product.stop();
    rmSync(data, { recursive: true, force: true });
  }
  return [...rows, ...(await watcherRows(say)), ...(await browserRows(say))];
}
