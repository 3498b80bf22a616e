import { onHint } from '@bridge/bus';
import { hintJournal, WORLDS } from '@bridge/contracts';
import { append, sql } from '@bridge/db';
import { builderModule } from '@bridge/builder';
import { silentLogger } from '@bridge/kernel';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWebsite } from './builder.ts';
import { agentCtx, ownerCtx, startRooms, type Rooms } from './rooms.ts';
import { worldsModule } from './worlds.ts';

let rooms: Rooms;
const hints: { account_id: string; seq: number }[] = [];
beforeAll(async () => {
  rooms = await startRooms([worldsModule, builderModule]);
  onHint(rooms.driver, hintJournal, silentLogger, (hint) => hints.push(hint));
});
afterAll(() => rooms.stop());

/** Returns the journal numbers in the hints received for an account, after all sent hints have arrived. */
async function hintsOf(accountId: string | null): Promise<readonly number[]> {
  await rooms.driver.flush();
  return hints.filter((hint) => hint.account_id === accountId).map((hint) => hint.seq);
}

// Verifies: storage.journal-hint.
test('each change of a key or an owner is broadcast once, with the number of its journal row', async () => {
  const ctx = agentCtx();
  const word = 'hints-of-journal';
  await rooms.call(WORLDS.found, ctx, { word, idempotency_key: 'found-hints-1' });
  await makeWebsite(rooms, ctx, { word });
  const board = { word, title: 'Hints', text: 'Welcome' };
  await rooms.call(WORLDS.dashboardSet, ownerCtx(ctx.account_id ?? ''), board);
  expect(await hintsOf(ctx.account_id)).toEqual([1, 2, 3]);
  const rows = await rooms.db.rows(
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
  await rooms.call(WORLDS.found, ctx, found);
  await rooms.call(WORLDS.found, ctx, found);
  await expect(rooms.call(WORLDS.found, other, found)).rejects.toMatchObject({
    code: 'word_unavailable',
  });
  const nothing = { keyId: null, pageId: null, word: null, revBefore: null, revAfter: null };
  const leave = { action: 'worlds.leave', actor: 'owner', surface: 'console', requestId: 'req_1' };
  const undo = new Error('undo');
  const rolledBack = rooms.db.transaction({}, async (tx) => {
    await append(tx, { ...nothing, ...leave, accountId: ctx.account_id ?? '' });
    throw undo;
  });
  await expect(rolledBack).rejects.toBe(undo);
  expect(await hintsOf(ctx.account_id)).toEqual([1]);
  expect(await hintsOf(other.account_id)).toEqual([]);
});
