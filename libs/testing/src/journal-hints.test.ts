import { onHint } from '@bridge/bus';
import { hintJournal, WORLDS } from '@bridge/contracts';
import { append, sql } from '@bridge/db';
import { builderModule } from '@bridge/builder';
import { silentLogger } from '@bridge/kernel';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWebsite } from './builder.ts';
import { agentCtx, ownerCtx, startTestServices, type TestServices } from './test-services.ts';
import { worldsModule } from './worlds.ts';

let services: TestServices;
const hints: { account_id: string; seq: number }[] = [];
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
  onHint(services.driver, hintJournal, silentLogger, (hint) => hints.push(hint));
});
afterAll(() => services.stop());

/**
 * Returns the numbers of the journal rows that the hints on the bus name for an account, after all hints sent so far have
 * arrived.
 */
async function hintsOf(accountId: string | null): Promise<readonly number[]> {
  await services.driver.flush();
  return hints.filter((hint) => hint.account_id === accountId).map((hint) => hint.seq);
}

// Verifies: storage.journal-hint.
test('each change of a key or an owner is broadcast once, with the number of its journal row', async () => {
  const ctx = agentCtx();
  const word = 'hints-of-journal';
  await services.call(WORLDS.found, ctx, { word, idempotency_key: 'found-hints-1' });
  await makeWebsite(services, ctx, { word });
  const board = { word, title: 'Hints', text: 'Welcome' };
  await services.call(WORLDS.dashboardSet, ownerCtx(ctx.account_id ?? ''), board);
  expect(await hintsOf(ctx.account_id)).toEqual([1, 2, 3]);
  const rows = await services.db.rows(
    sql<{
      seq: number;
    }>`select seq from effect.journal where account_id = ${ctx.account_id} order by seq`,
  );
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

// Verifies: storage.journal-hint.
test('a replay, a refusal and a transaction that is rolled back are not broadcast', async () => {
  const [ctx, other] = [agentCtx(), agentCtx()];
  const found = { word: 'silent-hints', idempotency_key: 'found-hints-2' };
  await services.call(WORLDS.found, ctx, found);
  await services.call(WORLDS.found, ctx, found);
  await expect(services.call(WORLDS.found, other, found)).rejects.toMatchObject({
    code: 'word_unavailable',
  });
  const nothing = { keyId: null, pageId: null, word: null, revBefore: null, revAfter: null };
  const leave = { action: 'worlds.leave', actor: 'owner', surface: 'console', requestId: 'req_1' };
  const undo = new Error('undo');
  const rolledBack = services.db.transaction({}, async (tx) => {
    await append(tx, { ...nothing, ...leave, accountId: ctx.account_id ?? '' });
    throw undo;
  });
  await expect(rolledBack).rejects.toBe(undo);
  expect(await hintsOf(ctx.account_id)).toEqual([1]);
  expect(await hintsOf(other.account_id)).toEqual([]);
});
