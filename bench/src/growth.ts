import { attachOrStart, connectDb, type Db, sql } from '@bridge/db';
import { startProduct, testBase, type Product } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buffersOf, countFromNextStart } from './growth/buffers.ts';
import { cases, type Case } from './growth/calls.ts';
import { grow, growCrowd, type Grown, type Size } from './growth/grown.ts';
import { row, type Row } from './table.ts';

/** Enough for a full page of every answer (30 websites of a list, 100 newest snapshots), so that both accounts return as much. */
const SMALL: Size = { websites: 100, revisions: 100, snapshots: 100 };
const LARGE: Size = { websites: 1_000_000, revisions: 10_000, snapshots: 1_000 };
/** A dashboard shows up to 500 websites, so a large World is compared with one of 500. */
const FULL_WORLD: Size = { websites: 500, revisions: 100, snapshots: 100 };
const CROWD = { accounts: 10_000, each: 20 };
/** With --short a tenth of the websites. */
const SHORT = 10;
const ROUNDS = 200;
const BUFFER_ROUNDS = 20;
/** Rounds of a call whose answer the content origin caches for a second. */
const KEPT_ROUNDS = 10;
const KEPT_MS = 1_100;
const TIME_GOAL = ['<=', 1.2] as const;
/** Buffers that a large account may read beyond twice those of a small one: its indexes have up to two levels more. */
const BUFFERS_SPARE = 8;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** The two accounts on which a call alternates. */
interface Pair {
  readonly few: Grown;
  readonly many: Grown;
}

function bufferRow(name: string, many: number, few: number): Row {
  return {
    case: `${name}: buffers`,
    ours: `${many}`,
    peer: `${few}`,
    ratio: Math.round((many / Math.max(1, few)) * 100) / 100,
    goal: `<= 2 × + ${BUFFERS_SPARE}`,
    met: many <= 2 * few + BUFFERS_SPARE,
  };
}

/** Times a call on both accounts, then counts what its statements read there. */
async function measure(db: Db, { name, call, kept }: Case, pair: Pair): Promise<readonly Row[]> {
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

/** Fills the product and returns the accounts that are compared. */
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
  // The copies exceed the quota of an account, so the tally is lowered; else no create could be measured.
  await db.rows(sql`update builder.tally set websites = 1`);
  await db.rows(sql`vacuum analyze`);
  return { few, world, many };
}

/**
 * Makes each call on an account of 10^6 websites (10^5 with --short), with a website of 10^4 revisions and 10^3 snapshots,
 * and on one of 10^2, in turn: the time, and the buffers that its statements read. The plans of the statements are checked
 * by `statement-plans.test.ts`.
 */
export async function growth(
  say: (text: string) => void,
  args: readonly string[],
): Promise<readonly Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'bridge-growth-'));
  const folder = join(data, 'db');
  const env = { BRIDGE_LIMITS: 'off' };
  const first = await startProduct({ env, data });
  const opened = async () => {
    const { url, stop } = await attachOrStart(folder);
    // A command's connection has no time limit for an answer.
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
    const rows: Row[] = [];
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
