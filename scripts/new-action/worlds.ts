import type { ActionTemplate } from './sample.ts';

const SETUP = `import { WORLDS, type CallPrincipal } from '@bridge/contracts';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worldsModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule]);
});
afterAll(() => services.stop());

/** Creates a new account with a World. */
async function world(): Promise<{ readonly ctx: CallPrincipal; readonly word: string }> {
  const ctx = agentCtx();
  const word = \`w\${ctx.account_id?.slice(4)}\`;
  await services.call(WORLDS.found, ctx, { word, idempotency_key: 'found-0001' });
  return { ctx, word };
}`;

/** Templates for new actions of the worlds service. */
export const WORLDS: Readonly<Record<'read' | 'change', ActionTemplate>> = {
  read: {
    common: ['word'],
    records: ['worldRole'],
    input: 'word',
    output: 'word, role: worldRole',
    example: "word: 'moonlit-press'",
    errors: "'world_not_found', 'key_world_not_allowed'",
    effect: 'Tells the role of the account in a World. Likely errors: world_not_found.',
    imports: `import { accountOf } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { findWorldRight } from '../member.store.ts';
import { keyAllows } from '../permissions.ts';`,
    handler: `({ db }: WorldsDeps): ServiceCallHandler<typeof CONTRACT> {
  return async ({ word }, call) => {
    if (!keyAllows(call.ctx, word)) throw new BridgeError('key_world_not_allowed', { word });
    const role = (await findWorldRight(db, word, accountOf(call)))?.role ?? null;
    if (role === null) throw new BridgeError('world_not_found', { word });
    return { word, role };
  };
}`,
    setup: SETUP,
    test: `test('tells the role of the account, and a stranger nothing', async () => {
  const { ctx, word } = await world();
  expect((await services.call(CONTRACT, ctx, { word })).result).toEqual({ word, role: 'founder' });
  await expect(services.call(CONTRACT, agentCtx(), { word })).rejects.toMatchObject({
    code: 'world_not_found',
  });
});`,
  },
  change: {
    common: ['idempotencyKey', 'word'],
    records: [],
    input: 'word, idempotency_key: idempotencyKey',
    output: 'word',
    example: "word: 'moonlit-press', idempotency_key: 'KEY'",
    errors: "'world_not_found', 'world_forbidden', 'key_world_not_allowed'",
    effect: 'Changes a World of its founder. Likely errors: world_not_found, world_forbidden.',
    imports: `import { accountOf } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandFounder } from '../world-change.ts';
import { lockWorld } from '../member.store.ts';
import { keyAllows } from '../permissions.ts';`,
    handler: `({ db }: WorldsDeps): ServiceCallHandler<typeof CONTRACT> {
  return async ({ word, idempotency_key }, call) =>
    db.change({
      callable: CONTRACT,
      call,
      idempotencyKey: idempotency_key,
      // Reads and computes, before the transaction.
      plan: async () => {
        if (!keyAllows(call.ctx, word)) throw new BridgeError('key_world_not_allowed', { word });
      },
      // Writes in the transaction that also stores the idempotency key and the journal row.
      apply: async (tx) => {
        const standing = await lockWorld(tx, word, accountOf(call));
        if (standing === undefined) throw new BridgeError('world_not_found', { word });
        if (standing.suspended) throw new BridgeError('suspended', {});
        demandFounder(standing.role, word);
        return { result: { word }, words: [word], word };
      },
    });
}`,
    setup: SETUP,
    test: `test('is done once, however often it is sent', async () => {
  const { ctx, word } = await world();
  const input = { word, idempotency_key: 'again-0001' };
  const first = await services.call(CONTRACT, ctx, input);
  expect(first).toEqual({ result: { word }, replayed: false });
  expect(await services.call(CONTRACT, ctx, input)).toEqual({ ...first, replayed: true });
});

test('is refused to everybody but the founder', async () => {
  const { word } = await world();
  const input = { word, idempotency_key: 'stranger-0001' };
  await expect(services.call(CONTRACT, agentCtx(), input)).rejects.toMatchObject({
    code: 'world_forbidden',
  });
});`,
  },
};
