import { attachOrStart, connectDb, type Db, sql } from '@bridge/db';
import { startProduct, testBase, type Product } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buffersOf, countFromNextStart } from './growth/buffers.ts';
import { cases, type GrowthCase } from './growth/calls.ts';
import { grow, growCrowd, type FilledAccount, type AccountScale } from './growth/grown.ts';
import { row, type BenchRow } from './table.ts';

/** Size of the small account: enough for a full page of each list, so that both accounts return equally much. */
const SMALL: AccountScale = { websites: 100, revisions: 100, snapshots: 100 };
const LARGE: AccountScale = { websites: 1_000_000, revisions: 10_000, snapshots: 1_000 };
/** Size of a World that fills its dashboard (500 websites), for comparison with a larger World. */
const FULL_WORLD: AccountScale = { websites: 500, revisions: 100, snapshots: 100 };
const CROWD = { accounts: 10_000, each: 20 };
/** Divisor of the number of websites with --short. */
const SHORT = 10;
const ROUNDS = 200;
const BUFFER_ROUNDS = 20;
/**
 * Number of rounds for a call whose answer the content origin caches for a second; they are far apart, so there are
 * fewer.
 */
const KEPT_ROUNDS = 10;
const KEPT_MS = 1_100;
const TIME_GOAL = ['<=', 1.2] as const;
/** Buffers that a call may read in addition to twice those of the small account, because indexes are deeper. */
const BUFFERS_SPARE = 8;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** The small and the large account, on which calls alternate. */
interface AccountPair {
  readonly few: FilledAccount;
  readonly many: FilledAccount;
}

function bufferRow(name: string, many: number, few: number): BenchRow {
  return {
    case: `${name}: buffers`,
    ours: `${many}`,
    peer: `${few}`,
    ratio: Math.round((many / Math.max(1, few)) * 100) / 100,
    goal: `<= 2 × + ${BUFFERS_SPARE}`,
    met: many <= 2 * few + BUFFERS_SPARE,
  };
}

/** Times a call on both accounts and counts the buffers that its statements read. */
async function measure(
  db: Db,
  { name, call, kept }: GrowthCase,
  pair: AccountPair,
): Promise<readonly BenchRow[]> {
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

/** Fills the database and returns the compared accounts. */
async function fill(product: Product, db: Db, short: boolean, say: (text: string) => void) {
  const part = short ? SHORT : 1;
  const size = { ...LARGE, websites: LARGE.websites / part };
  const accounts = CROWD.accounts / part;
  say(`filling an account with ${size.websites} websites, and ${accounts} with ${CROWD.each}`);
  const few = await grow(product, db, 'few', SMALL, 0);
  const world = await grow(product, db, 'world', FULL_WORLD, SMALL.websites);
  const from = SMALL.websites + FULL_WORLD.websites;
  const many = await grow(product, db, 'many', size, from);
  await growCrowd(product, db, { accounts, each: CROWD.each, from: from + size.websites });
  // The copies exceed the quota, so the stored count of websites is lowered; else every create would be refused.
  await db.rows(sql`update builder.tally set websites = 1`);
  await db.rows(sql`vacuum analyze`);
  return { few, world, many };
}

/**
 * Bench suite of growth: times calls on an account of 10^6 websites (10^5 with --short) and on one of 10^2, and counts the
 * buffers that their statements read. `statement-plans.test.ts` checks the query plans.
 */
export async function growth(
  say: (text: string) => void,
  args: readonly string[],
): Promise<readonly BenchRow[]> {
  const data = mkdtempSync(join(tmpdir(), 'bridge-growth-'));
  const folder = join(data, 'db');
  const env = { BRIDGE_LIMITS: 'off' };
  const first = await startProduct({ env, data });
  const opened = async () => {
    const { url, stop } = await attachOrStart(folder);
    // Connections of a tool have no statement timeout, which filling the database would exceed.
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
    const rows: BenchRow[] = [];
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
