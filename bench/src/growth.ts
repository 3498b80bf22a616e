import { attachOrStart, connectDb, type DatabaseClient, sql } from '@bridge/db';
import { startProduct, testBase, type AllInOneProcess } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buffersOf, countFromNextStart } from './growth/buffers.ts';
import { cases, type GrowthCase } from './growth/calls.ts';
import { grow, growCrowd, type FilledAccount, type AccountScale } from './growth/grown.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from './table.ts';

/** Size of the small account: large enough that every list returns a full page, as in the large account. */
const SMALL: AccountScale = { websites: 100, revisions: 100, snapshots: 100 };
const LARGE: AccountScale = { websites: 1_000_000, revisions: 10_000, snapshots: 1_000 };
/**
 * Size of a World (public identity) with as many websites as its public page shows at most (500), for comparison with a larger
 * World.
 */
const FULL_WORLD: AccountScale = { websites: 500, revisions: 100, snapshots: 100 };
const CROWD = { accounts: 10_000, each: 20 };
/** The option --short divides the number of websites by this. */
const SHORT = 10;
const ROUNDS = 200;
const BUFFER_ROUNDS = 20;
/**
 * Number of rounds of a call whose answer the service sites caches for 1 s. Each round waits until the cached answer has
 * expired, so there are fewer rounds.
 */
const KEPT_ROUNDS = 10;
const KEPT_MS = 1_100;
const TIME_GOAL = ['<=', 1.2] as const;
/**
 * A call on the large account may read twice as many database buffers as on the small account, plus this number, because its
 * indexes are deeper.
 */
const BUFFERS_SPARE = 8;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** The small and the large account. Each call is measured on both alternately. */
interface SmallAndLargeAccount {
  readonly few: FilledAccount;
  readonly many: FilledAccount;
}

function bufferRow(name: string, many: number, few: number): BenchComparisonRow {
  return {
    case: `${name}: buffers`,
    ours: `${many}`,
    peer: `${few}`,
    ratio: Math.round((many / Math.max(1, few)) * 100) / 100,
    goal: `<= 2 × + ${BUFFERS_SPARE}`,
    met: many <= 2 * few + BUFFERS_SPARE,
  };
}

/**
 * Times a call on the large account and on the account compared with it, and counts the database buffers that its statements
 * read.
 */
async function measure(
  db: DatabaseClient,
  { name, call, kept }: GrowthCase,
  pair: SmallAndLargeAccount,
): Promise<readonly BenchComparisonRow[]> {
  const figures = async (
    rounds: number,
    from: number,
    of: (work: () => Promise<unknown>) => Promise<number>,
  ) => {
    const found: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let n = from; n < from + rounds; n += 1) {
      if (kept) await delay(KEPT_MS);
      found.few.push(await of(() => call(pair.few, n)));
      found.many.push(await of(() => call(pair.many, n)));
    }
    return { few: median(found.few), many: median(found.many) };
  };
  const rounds = kept ? KEPT_ROUNDS : ROUNDS;
  const ms = await figures(rounds, 0, timeOf);
  const buffers = await figures(kept ? KEPT_ROUNDS : BUFFER_ROUNDS, rounds, (work) =>
    buffersOf(db, work),
  );
  return [
    row(`${name}: time`, [ms.many, 'ms'], [ms.few, 'ms'], TIME_GOAL),
    bufferRow(name, buffers.many, buffers.few),
  ];
}

/** Fills the database with the accounts whose call costs are compared, and returns them. */
async function fill(
  product: AllInOneProcess,
  db: DatabaseClient,
  short: boolean,
  say: ProgressPrinter,
) {
  const part = short ? SHORT : 1;
  const size = { ...LARGE, websites: LARGE.websites / part };
  const accounts = CROWD.accounts / part;
  say(`filling an account with ${size.websites} websites, and ${accounts} with ${CROWD.each}`);
  const few = await grow(product, db, 'few', SMALL, 0);
  const world = await grow(product, db, 'world', FULL_WORLD, SMALL.websites);
  const from = SMALL.websites + FULL_WORLD.websites;
  const many = await grow(product, db, 'many', size, from);
  await growCrowd(product, db, { accounts, each: CROWD.each, from: from + size.websites });
  // The copied websites exceed the quota of `builder.create`; a lowered stored count of websites prevents the refusal.
  await db.rows(sql`update builder.tally set websites = 1`);
  await db.rows(sql`vacuum analyze`);
  return { few, world, many };
}

/**
 * Bench suite of growth: times calls on an account of 10^6 websites (10^5 with --short) and on one of 10^2, and counts the
 * database buffers that their statements read. `statement-plans.test.ts` checks the query plans.
 */
export async function growth(
  say: ProgressPrinter,
  args: readonly string[],
): Promise<readonly BenchComparisonRow[]> {
  const data = mkdtempSync(join(tmpdir(), 'bridge-growth-'));
  const folder = join(data, 'db');
  const env = { BRIDGE_LIMITS: 'off' };
  const first = await startProduct({ env, data });
  const opened = async () => {
    const { url, stop } = await attachOrStart(folder);
    // A connection of the kind `tool` has no statement timeout. Filling takes longer than the timeout of a service.
    const db = connectDb(url, 'tool', testBase());
    return { db, close: () => db.close().then(stop) };
  };
  let closing = first.stop;
  try {
    const before = await opened();
    const filled = await fill(first, before.db, args.includes('--short'), say);
    await countFromNextStart(before.db);
    await before.close();
    await first.stop();

    const product = await startProduct({ env, data, ports: first.ports });
    closing = product.stop;
    const { db, close } = await opened();
    closing = () => close().then(product.stop);
    const rows: BenchComparisonRow[] = [];
    for (const one of cases(product)) {
      say(one.name);
      const few = filled[one.against ?? 'few'];
      rows.push(...(await measure(db, one, { few, many: filled.many })));
    }
    return rows;
  } finally {
    await closing();
    rmSync(data, { recursive: true, force: true });
  }
}
