import { ACCOUNT, type CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { agentCtx, atStep, newKey, startTestServices, type TestServices } from '@bridge/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountModule } from '../module.ts';
import { sweepHolds } from './sweep-holds.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([accountModule]);
});
afterAll(() => services.stop());

const STEPS = [
  'credits-grant',
  'credits-refund',
  'credits-hold',
  'credits-release',
  'credits-sweep',
].flatMap((name) => [`${name}.before-commit`, `${name}.after-commit`]);

/** An operation on the credits of an account that the test performs at random. */
type LedgerOperation = 'grant' | 'hold' | 'capture' | 'release' | 'refund' | 'sweep';
const operation = fc.constantFrom<LedgerOperation>(
  'grant',
  'hold',
  'hold',
  'hold',
  'capture',
  'capture',
  'release',
  'refund',
  'sweep',
);

async function holdsOf(accountId: string) {
  return services.db.rows(
    sql<{
      hold_id: string;
      attempt: number;
    }>`select hold_id, attempt from account.hold where account_id = ${accountId}`,
  );
}

async function operate(ctx: CallPrincipal, what: LedgerOperation, pick: number): Promise<unknown> {
  const account_id = ctx.account_id ?? '';
  if (what === 'grant')
    return services.call(ACCOUNT.creditsGrant, ctx, { account_id, amount: 7, ref: `r${pick % 3}` });
  if (what === 'hold')
    return services.call(ACCOUNT.creditsHold, ctx, {
      action: 'pages.generate',
      idempotency_key: newKey(),
    });
  if (what === 'sweep') return sweepHolds(services.db);
  const holds = await holdsOf(account_id);
  const hold = holds[pick % Math.max(1, holds.length)];
  if (hold === undefined) return undefined;
  if (what === 'release') return services.call(ACCOUNT.creditsRelease, ctx, hold);
  if (what === 'refund')
    return services.call(ACCOUNT.creditsRefund, ctx, { account_id, hold_id: hold.hold_id });
  return services.db.rows(
    sql`select state from account.capture_v1(${account_id}, ${hold.hold_id}, ${hold.attempt})`,
  );
}

/** Returns the sums of an account’s ledger entries, its stored balance and the sum of its holds. They must be equal. */
async function sums(accountId: string) {
  const [row] = await services.db.rows(
    sql<Record<string, number>>`select
        coalesce(sum(case kind when 'grant' then amount when 'release' then amount when 'refund' then amount
          when 'hold' then -amount else 0 end), 0)::bigint as balance,
        coalesce(sum(case kind when 'hold' then amount when 'grant' then 0 when 'refund' then 0 else -amount end), 0)::bigint as held,
        coalesce(sum(case kind when 'capture' then amount when 'refund' then -amount else 0 end), 0)::bigint as spent,
        count(*) as entries
      from account.ledger where account_id = ${accountId}`,
  );
  const [kept] = await services.db.rows(
    sql<
      Record<string, number>
    >`select balance, held, spent, entries from account.balance where account_id = ${accountId}`,
  );
  const [held] = await services.db.rows(
    sql<{ held: number }>`select coalesce(sum(amount), 0)::bigint as held from account.hold
      where account_id = ${accountId} and state = 'held'`,
  );
  return { row, kept: kept ?? { balance: 0, held: 0, spent: 0, entries: 0 }, held: held?.held };
}

// Verifies: credits.sum, credits.never-negative.
test('the entries add up to the balance under concurrent operations that die at any step', async () => {
  const ops = fc.array(fc.tuple(operation, fc.nat(20)), { minLength: 4, maxLength: 12 });
  const crashes = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.integer({ min: 1, max: 3 })), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(ops, crashes, async (operations, died) => {
      const ctx = agentCtx();
      const accountId = ctx.account_id ?? '';
      await services.call(ACCOUNT.creditsGrant, ctx, {
        account_id: accountId,
        amount: 25,
        ref: 'first',
      });
      const disarms = died.map(([step, at]) =>
        atStep(step, (hit) => {
          if (hit === at) throw new Error('crash');
        }),
      );
      await Promise.allSettled(operations.map(([what, pick]) => operate(ctx, what, pick)));
      for (const disarm of disarms) disarm();
      const { row, kept, held } = await sums(accountId);
      expect(row).toEqual(kept);
      expect(held).toBe(kept['held']);
      expect(Math.min(...Object.values(kept))).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 40 },
  );
}, 120_000);

// Verifies: credits.hold.
test('a hold whose lease ended is given back with its key, and a late capture is refused', async () => {
  const ctx = agentCtx();
  const account_id = ctx.account_id ?? '';
  await services.call(ACCOUNT.creditsGrant, ctx, { account_id, amount: 10, ref: 'first' });
  const input = { action: 'pages.generate' as const, idempotency_key: newKey() };
  const { result } = await services.call(ACCOUNT.creditsHold, ctx, input);
  if (result.state !== 'go') throw new Error('replayed');
  await sweepHolds(services.db);
  expect((await services.call(ACCOUNT.creditsBalance, ctx, {})).result).toMatchObject({ held: 10 });
  await services.db.rows(
    sql`update account.hold set lease_until = now() - interval '1 second' where account_id = ${account_id}`,
  );
  await sweepHolds(services.db);
  expect((await services.call(ACCOUNT.creditsBalance, ctx, {})).result).toMatchObject({
    balance: 10,
    held: 0,
  });
  const late = await services.db.rows(
    sql<{
      state: string;
    }>`select state from account.capture_v1(${account_id}, ${result.hold_id}, 1)`,
  );
  expect(late).toEqual([{ state: 'gone' }]);
  expect((await services.call(ACCOUNT.creditsHold, ctx, input)).result.state).toBe('go');
});

// Verifies: credits.grant.
test('the same reference grants once, also when it is sent twice at once', async () => {
  const ctx = agentCtx();
  const account_id = ctx.account_id ?? '';
  const grant = () =>
    services.call(ACCOUNT.creditsGrant, ctx, { account_id, amount: 5, ref: 'inv-1' });
  const both = await Promise.all([grant(), grant(), grant()]);
  expect(both.filter(({ result }) => !result.unchanged)).toHaveLength(1);
  expect((await services.call(ACCOUNT.creditsBalance, ctx, {})).result.balance).toBe(5);
});

// Verifies: credits.hold.
test('a hold waits while another transaction has locked the balance, and is then placed', async () => {
  const ctx = agentCtx();
  const account_id = ctx.account_id ?? '';
  await services.call(ACCOUNT.creditsGrant, ctx, { account_id, amount: 10, ref: 'first' });
  const tries = Promise.withResolvers<undefined>();
  const disarm = atStep('credits-hold.after-claim', (hit) => {
    if (hit === 2) tries.resolve(undefined);
  });
  const input = { action: 'pages.generate' as const, idempotency_key: newKey() };
  const hold = await services.db.transaction({}, async (tx) => {
    await tx.rows(sql`select 1 from account.balance where account_id = ${account_id} for update`);
    const waiting = services.call(ACCOUNT.creditsHold, ctx, input);
    // The first try has ended by its lock timeout when the second one begins.
    await Promise.race([tries.promise, waiting]);
    return { waiting };
  });
  expect((await hold.waiting).result).toMatchObject({ state: 'go', amount: 10 });
  disarm();
});
