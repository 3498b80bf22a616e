import { ACCOUNT, webhookEventOf } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantCredits } from '../credits/operate-credits.ts';
import { accountModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([accountModule]);
});
afterAll(() => services.stop());

/** The kind of an entry in the ledger of credits. */
type LedgerKind = 'grant' | 'hold' | 'capture' | 'release' | 'refund';
const book = (accountId: string, kind: LedgerKind, amount: number, ref = randomIds.make('ref')) =>
  services.db.rows(
    sql`insert into account.ledger (account_id, kind, amount, ref) values (${accountId}, ${kind}, ${amount}, ${ref})`,
  );
const balanceOf = async (accountId: string) =>
  (await services.call(ACCOUNT.creditsBalance, agentCtx(accountId), {})).result;
const CHECK = { code: '23514' };
const UNIQUE = { code: '23505' };

// Verifies: credits.balance.
test('an account that was never granted credits has none, and its balance is low', async () => {
  expect(await balanceOf(randomIds.make('acc'))).toEqual({
    balance: 0,
    held: 0,
    unit: 'credit',
    owner: 'account',
    spent_30d: 0,
    costs: { 'pages.generate': 10 },
    low: true,
  });
});

// Verifies: credits.balance, credits.double-entry.
test('a hold leaves the balance, a capture spends it, a release and a refund give it back', async () => {
  const accountId = randomIds.make('acc');
  await book(accountId, 'grant', 100);
  await book(accountId, 'hold', 10, 'one');
  await book(accountId, 'hold', 20, 'two');
  expect(await balanceOf(accountId)).toMatchObject({ balance: 70, held: 30, spent_30d: 0 });
  await book(accountId, 'capture', 10, 'one');
  await book(accountId, 'release', 20, 'two');
  expect(await balanceOf(accountId)).toMatchObject({
    balance: 90,
    held: 0,
    spent_30d: 10,
    low: false,
  });
  await book(accountId, 'refund', 10, 'one');
  expect(await balanceOf(accountId)).toMatchObject({ balance: 100, held: 0, spent_30d: 0 });
});

test('what was spent more than 30 days ago is not in spent_30d', async () => {
  const accountId = randomIds.make('acc');
  await book(accountId, 'grant', 100);
  for (const [ref, days] of [
    ['old', 30],
    ['new', 29],
  ] as const) {
    await book(accountId, 'hold', 10, ref);
    await services.db.rows(
      sql`insert into account.ledger (account_id, kind, amount, ref, at)
        values (${accountId}, 'capture', 10, ${ref}, now() - make_interval(days => ${days}))`,
    );
  }
  expect(await balanceOf(accountId)).toMatchObject({ balance: 80, spent_30d: 10 });
});

describe('the database itself', () => {
  const granted = async (): Promise<string> => {
    const accountId = randomIds.make('acc');
    await book(accountId, 'grant', 10);
    return accountId;
  };

  // Verifies: credits.never-negative.
  test('refuses an entry that the balance or the held credits do not cover, and books nothing of it', async () => {
    const accountId = await granted();
    await expect(book(accountId, 'hold', 11)).rejects.toMatchObject(CHECK);
    for (const kind of ['capture', 'release', 'refund'] as const)
      await expect(book(accountId, kind, 1)).rejects.toMatchObject(CHECK);
    await expect(book(randomIds.make('acc'), 'hold', 1)).rejects.toMatchObject(CHECK);
    expect(await balanceOf(accountId)).toMatchObject({ balance: 10, held: 0, spent_30d: 0 });
  });

  // Verifies: credits.never-negative.
  test('of twenty concurrent holds accepts those that the balance covers', async () => {
    const accountId = await granted();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => book(accountId, 'hold', 3)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await balanceOf(accountId)).toMatchObject({ balance: 1, held: 9 });
    const entries = await services.db.rows(
      sql<{
        entry: number;
      }>`select entry from account.ledger where account_id = ${accountId} order by entry`,
    );
    expect(entries.map(({ entry }) => entry)).toEqual([1, 2, 3, 4]);
  });

  // Verifies: credits.once.
  test('refuses a second entry of one kind and reference, and a second end of a hold', async () => {
    const accountId = await granted();
    await book(accountId, 'hold', 5, 'one');
    await expect(book(accountId, 'hold', 5, 'one')).rejects.toMatchObject(UNIQUE);
    await book(accountId, 'hold', 5, 'two');
    await book(accountId, 'capture', 5, 'one');
    await expect(book(accountId, 'capture', 5, 'one')).rejects.toMatchObject(UNIQUE);
    await expect(book(accountId, 'release', 5, 'one')).rejects.toMatchObject(UNIQUE);
  });

  // Verifies: credits.double-entry.
  test.each([
    `update account.ledger set amount = 1`,
    `delete from account.ledger`,
    `truncate account.ledger`,
    `update account.balance set balance = 1000000, granted = 1000000`,
    `delete from account.balance`,
    `insert into account.balance (account_id, granted, balance) values ('acc_1', 5, 5)`,
    `update account.spent_day set amount = 0`,
  ])('refuses: %s', async (statement) => {
    const accountId = await granted();
    await book(accountId, 'hold', 5, 'one');
    await book(accountId, 'capture', 5, 'one');
    await expect(services.db.rows(sql.raw(statement))).rejects.toThrow();
    expect(await balanceOf(accountId)).toMatchObject({ balance: 5, held: 0, spent_30d: 5 });
  });
});

// Verifies: webhooks.credits-low.
test('a hold by which the balance becomes low is an event, and a further one is not', async () => {
  const ctx = agentCtx();
  const accountId = ctx.account_id ?? '';
  await book(accountId, 'grant', 65);
  const hold = () =>
    services.call(ACCOUNT.creditsHold, ctx, {
      action: 'pages.generate',
      idempotency_key: randomIds.make('idem'),
    });
  const events = () =>
    services.db.rows(
      sql`select seq, action, actor from effect.journal where account_id = ${accountId} order by seq`,
    );
  await hold();
  expect(await events()).toEqual([]);
  await hold();
  expect(await events()).toEqual([{ seq: 1, action: 'credits.low', actor: 'system' }]);
  await hold();
  expect(await events()).toHaveLength(1);
  expect(webhookEventOf('credits.low')).toBe('credits.low');
});

// Verifies: webhooks.credits-low.
test('a low balance is told once, however often a hold is released and placed again, until credits are added', async () => {
  const ctx = agentCtx();
  const accountId = ctx.account_id ?? '';
  await book(accountId, 'grant', 55);
  const holdAndRelease = async (): Promise<void> => {
    const call = { action: 'pages.generate' as const, idempotency_key: randomIds.make('idem') };
    const { result } = await services.call(ACCOUNT.creditsHold, ctx, call);
    if (result.state !== 'go') expect.fail(result.state);
    const { hold_id, attempt } = result;
    await services.call(ACCOUNT.creditsRelease, ctx, { hold_id, attempt });
  };
  const events = async () =>
    services.db.rows(
      sql`select seq from effect.journal where account_id = ${accountId} and action = 'credits.low'`,
    );
  for (let round = 0; round < 3; round += 1) await holdAndRelease();
  expect(await events()).toHaveLength(1);
  const operator = { surface: 'ctl', requestId: randomIds.make('req') };
  await grantCredits(services.db, accountId, { amount: 1, ref: 'more' }, operator);
  for (let round = 0; round < 3; round += 1) await holdAndRelease();
  expect(await events()).toHaveLength(2);
});
