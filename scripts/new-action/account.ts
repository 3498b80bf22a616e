import type { ActionTemplate } from './sample.ts';

const SETUP = `import { ACCOUNT } from '@bridge/contracts';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([accountModule]);
});
afterAll(() => services.stop());`;

/** Templates for new actions of the account service. */
export const ACCOUNT: Readonly<Record<'read' | 'change', ActionTemplate>> = {
  read: {
    common: [],
    records: [],
    input: '',
    output: 'waiting: z.int().nonnegative()',
    example: '',
    errors: '',
    effect: 'Returns the number of messages that wait for this key. Likely errors: rate_limited.',
    imports: `import { accountOf } from '@bridge/bus';
import { callerParty } from '../message-record.ts';
import { countWaiting } from '../message.store.ts';`,
    handler: `({ db }: AccountDeps): ServiceCallHandler<typeof CONTRACT> {
  return async (_input, call) => ({
    waiting: await countWaiting(db, {
      accountId: accountOf(call),
      reader: callerParty(call.ctx),
    }),
  });
}`,
    setup: SETUP,
    test: `test('no message waits for a new key', async () => {
  expect((await services.call(CONTRACT, agentCtx(), {})).result).toEqual({ waiting: 0 });
});`,
  },
  change: {
    common: ['idempotencyKey'],
    records: [],
    input: 'idempotency_key: idempotencyKey',
    output: 'done: z.boolean()',
    example: "idempotency_key: 'KEY'",
    errors: '',
    effect: 'Changes the account of the key. Likely errors: rate_limited.',
    imports: `import { lockGate } from '../gate.store.ts';
import { accountOf } from '@bridge/bus';`,
    handler: `({ db }: AccountDeps): ServiceCallHandler<typeof CONTRACT> {
  return async ({ idempotency_key }, call) =>
    db.change({
      callable: CONTRACT,
      call,
      idempotencyKey: idempotency_key,
      // Reads and computes, before the transaction.
      plan: async () => {},
      // Writes in the transaction that also stores the idempotency key and the journal row.
      apply: async (tx) => {
        await lockGate(tx, accountOf(call));
        return { result: { done: true }, words: [] };
      },
    });
}`,
    setup: SETUP,
    test: `test('a repeated call has one effect and the same result', async () => {
  const ctx = agentCtx();
  const input = { idempotency_key: 'again-0001' };
  const first = await services.call(CONTRACT, ctx, input);
  expect(first).toEqual({ result: { done: true }, replayed: false });
  expect(await services.call(CONTRACT, ctx, input)).toEqual({ ...first, replayed: true });
});`,
  },
};
