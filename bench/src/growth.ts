import { attachOrStart, connectDb, type Db } from '@bridge/db';
import {
  ALL_TOOL_SCOPES,
  fillAccount,
  getFrom,
  newOwner,
  startProduct,
  testBase,
  type Product,
} from '@bridge/testing';
import { join } from 'node:path';
import { sql } from 'kysely';
import { act } from './act.ts';
import { row, type Row } from './table.ts';

const SMALL = 100;
const LARGE = 1_000_000;
const LARGE_SHORT = 100_000;
/** Websites that one statement copies. */
const BATCH = 50_000;
const ROUNDS = 200;
const GOAL = ['<=', 1.2] as const;

/** An account with websites, all published in one World. */
interface Grown {
  readonly key: string;
  /** A key limited to a World without a website. */
  readonly limitedKey: string;
  readonly word: string;
  readonly firstId: number;
  readonly count: number;
}

interface Made {
  readonly result: { readonly website: { readonly page_id: number } };
}

async function grow(product: Product, db: Db, count: number, from: number): Promise<Grown> {
  const owner = await newOwner(product.baseUrl, product.env);
  const { secret: key } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const [word, empty] = [`grown-${count}-w`, `empty-${count}-w`];
  for (const one of [word, empty])
    await act(product.baseUrl, key, 'worlds.found', {
      word: one,
      idempotency_key: `found-${one}`,
    });
  const { secret: limitedKey } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES, worlds: [empty] });
  const made = (await act(product.baseUrl, key, 'builder.create', {
    title: 'Template',
    word,
    idempotency_key: `create-${word}`,
  })) as Made;
  const pageId = made.result.website.page_id;
  const publish = { page_id: pageId, expected_revision: 1, idempotency_key: `publish-${word}` };
  await act(product.baseUrl, key, 'builder.publish', publish);
  const [account] = await db.rows(
    sql<{ account_id: string }>`select account_id from builder.live where page_id = ${pageId}`,
  );
  const template = { accountId: account?.account_id ?? '', pageId };
  for (let done = 0; done < count; done += BATCH)
    await fillAccount(db, template, Math.min(BATCH, count - done), from + done);
  return { key, limitedKey, word, firstId: 1_000_000 + from + 1, count };
}

type Call = (grown: Grown, n: number) => Promise<unknown>;

/** Every call whose work could depend on how much there is. */
function calls({ baseUrl, contentUrl }: Product): Readonly<Record<string, Call>> {
  const list = (at: number): Call => {
    return ({ key, firstId, count }) =>
      act(baseUrl, key, 'builder.list', { after_id: firstId + Math.floor(at * count) - 35 });
  };
  const middle = ({ firstId, count }: Grown, n: number): number => {
    return firstId + Math.floor(count / 2) + (n % 40);
  };
  const { port, host } = new URL(contentUrl);
  return {
    'list, begin': ({ key }) => act(baseUrl, key, 'builder.list', {}),
    'list, middle': list(0.5),
    'list, end': list(1),
    'list, key of an empty World': ({ limitedKey }) => act(baseUrl, limitedKey, 'builder.list', {}),
    get: (grown, n) => act(baseUrl, grown.key, 'builder.get', { page_id: middle(grown, n) }),
    create: ({ key, word }, n) =>
      act(baseUrl, key, 'builder.create', {
        title: 'Grown',
        word,
        raw_html: '<p>grown</p>',
        idempotency_key: `grown-${word}-${n}`,
      }),
    'a World’s dashboard': ({ word }) => getFrom(Number(port), `${word}.${host}`, '/'),
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Times each call on an account of 10^6 websites (10^5 with --short) against the same call on one of 10^2, in turn. What the
 * statements read is checked by `statement-plans.test.ts`.
 */
export async function growth(
  say: (text: string) => void,
  args: readonly string[],
): Promise<readonly Row[]> {
  const large = args.includes('--short') ? LARGE_SHORT : LARGE;
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off' } });
  const { url, stop } = await attachOrStart(join(product.data, 'db'));
  // A command's connection has no time limit for an answer.
  const db = connectDb(url, 'tool', testBase());
  try {
    say(`filling an account with ${large} websites`);
    const many = await grow(product, db, large, SMALL);
    const few = await grow(product, db, SMALL, 0);
    // The copies are beyond the quota of an account; creates are timed all the same.
    await db.rows(sql`update builder.tally set websites = 1`);
    await db.rows(sql`vacuum analyze`);
    const rows: Row[] = [];
    for (const [name, call] of Object.entries(calls(product))) {
      say(name);
      const times: { few: number[]; many: number[] } = { few: [], many: [] };
      for (let n = 0; n < ROUNDS; n += 1) {
        times.few.push(await timeOf(() => call(few, n)));
        times.many.push(await timeOf(() => call(many, n)));
      }
      rows.push(row(name, [median(times.many), 'ms'], [median(times.few), 'ms'], GOAL));
    }
    return rows;
  } finally {
    await db.close();
    await stop();
    await product.stop();
  }
}
