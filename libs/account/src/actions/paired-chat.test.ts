import { ACCOUNT } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import {
  gatewaySchemaModule,
  makeAgentKey,
  ownerCtx,
  startTestServices,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([gatewaySchemaModule, accountModule]);
});
afterAll(() => services.stop());

/** The identity and rights with which a test calls the account service. */
type TestCaller = Parameters<TestServices['call']>[1];
const agent = (accountId = randomIds.make('acc')) =>
  makeAgentKey(services.db, accountId, ['paired.chat', 'relay.inbox']);
const open = async (accountId: string) =>
  (await services.call(ACCOUNT.pairingOpen, ownerCtx(accountId), {})).result;
const chat = (ctx: TestCaller, where: object, idempotency_key = randomIds.make('idem')) =>
  services.call(ACCOUNT.pairedChat, ctx, { text: 'I am here.', idempotency_key, ...where });
const REFUSED = { code: 'no_paired_session', details: {} };
const WRONG = { code: 'ZZZZ-ZZZZ' };
const move = (sessionId: string, interval: string) =>
  services.db.rows(sql`update account.pairing set expires_at = expires_at - ${interval}::interval
    where session_id = ${sessionId}`);

// Verifies: pairing.join.
test('an agent joins by the code, and both speak in the session', async () => {
  const ctx = await agent();
  const owner = ownerCtx(ctx.account_id);
  const { session_id, code } = await open(ctx.account_id);
  const joined = (await chat(ctx, { code: code.toLowerCase().replace('-', ' ') })).result;
  expect(joined).toMatchObject({ session_id, message: { to: 'owner', session_id } });
  expect((await chat(ctx, { session_id })).result.message).toMatchObject({ session_id });
  const text = 'Look at the draft.';
  const said = { session_id, text, idempotency_key: 'owner-says-1' };
  await services.call(ACCOUNT.ownerMessage, owner, said);
  const read = (await services.call(ACCOUNT.relayInbox, ctx, {})).result;
  expect(read.messages).toMatchObject([{ from: 'owner', session_id, text }]);
  const beat = { node_id: 'one', idempotency_key: 'heartbeat-paired' };
  expect((await services.call(ACCOUNT.nodeHeartbeat, ctx, beat)).result.paired).toEqual([
    session_id,
  ]);
});

// Verifies: pairing.refused.
test('a wrong, used, expired or foreign code and a foreign session are the same 404', async () => {
  const ctx = await agent();
  const sibling = await agent(ctx.account_id);
  const stranger = await agent();
  const [used, foreign, expired] = [
    await open(ctx.account_id),
    await open(stranger.account_id),
    await open(ctx.account_id),
  ];
  await chat(ctx, { code: used.code });
  await move(expired.session_id, '10 minutes');
  const { session_id } = used;
  for (const [who, where] of [
    [ctx, WRONG],
    [ctx, { code: '' }],
    [sibling, { code: used.code }],
    [ctx, { code: expired.code }],
    [ctx, { code: foreign.code }],
    [sibling, { session_id }],
    [stranger, { session_id }],
    [ctx, { session_id: 'none' }],
  ] as const)
    await expect(chat(who, where)).rejects.toMatchObject(REFUSED);
  // Wrong codes sent in one account must not use up the attempts on the codes of another account.
  await chat(stranger, { code: foreign.code });
});

// Verifies: pairing.once.
test('of concurrent calls with one code one joins, and sent again it gets its first result', async () => {
  const ctx = await agent();
  const others = await Promise.all([1, 2, 3].map(() => agent(ctx.account_id)));
  const { code } = await open(ctx.account_id);
  const joins = await Promise.allSettled(
    [ctx, ...others].map((who, n) => chat(who, { code }, `join-once-000${n}`)),
  );
  expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const n = joins.findIndex(({ status }) => status === 'fulfilled');
  const winner = [ctx, ...others][n] ?? ctx;
  const again = await chat(winner, { code }, `join-once-000${n}`);
  expect(again.replayed).toBe(true);
});

describe('guessing', () => {
  // Verifies: pairing.tries.
  test('four wrong codes leave the right one, a fifth takes it away', async () => {
    for (const [wrong, isGone] of [
      [4, false],
      [5, true],
    ] as const) {
      const ctx = await agent();
      const { code } = await open(ctx.account_id);
      for (let n = 0; n < wrong; n += 1)
        await expect(chat(ctx, WRONG)).rejects.toMatchObject(REFUSED);
      if (isGone) await expect(chat(ctx, { code })).rejects.toMatchObject(REFUSED);
      else await chat(ctx, { code });
    }
  });

  // Verifies: pairing.tries.
  test('at once by many keys spends no more than five tries', async () => {
    const ctx = await agent();
    const keys = [ctx, await agent(ctx.account_id)];
    const { code, session_id } = await open(ctx.account_id);
    const guesses = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => chat(keys[n % 2] ?? ctx, { code: `WRONG-${n}` })),
    );
    for (const guess of guesses) expect(guess).toMatchObject({ reason: REFUSED });
    await expect(chat(ctx, { code })).rejects.toMatchObject(REFUSED);
    const rows = await services.db.rows(
      sql`select tries, key_id from account.pairing where session_id = ${session_id}`,
    );
    expect(rows).toEqual([{ tries: 5, key_id: null }]);
  });
});

// Verifies: pairing.times.
test('a session ends after 12 hours, or when its owner ends it', async () => {
  const ctx = await agent();
  const owner = ownerCtx(ctx.account_id);
  const [first, second] = [await open(ctx.account_id), await open(ctx.account_id)];
  for (const { code } of [first, second]) await chat(ctx, { code });
  await move(first.session_id, '11 hours 59 minutes');
  await chat(ctx, { session_id: first.session_id });
  await move(first.session_id, '1 minute');
  const end = { session_id: second.session_id };
  expect((await services.call(ACCOUNT.pairingEnd, owner, end)).result).toEqual({ changed: true });
  expect((await services.call(ACCOUNT.pairingEnd, owner, end)).result).toEqual({ changed: false });
  for (const { session_id } of [first, second]) {
    await expect(chat(ctx, { session_id })).rejects.toMatchObject(REFUSED);
    const said = { session_id, text: 'late', idempotency_key: randomIds.make('idem') };
    await expect(services.call(ACCOUNT.ownerMessage, owner, said)).rejects.toMatchObject(REFUSED);
  }
});

// Verifies: pairing.secret.
test('a code is in no row of the database', async () => {
  const ctx = await agent();
  const { code } = await open(ctx.account_id);
  await chat(ctx, { code });
  const plain = code.replace('-', '');
  for (const table of [
    'account.pairing',
    'account.message',
    'effect.journal',
    'effect.idempotency',
  ]) {
    const rows = await services.db.rows(
      sql<{ text: string }>`select t::text as text from ${sql.raw(table)} t`,
    );
    expect(rows.length, table).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(plain);
    }
  }
});

// Verifies: pairing.owner.
test('an owner has at most ten open sessions, and a key opens none', async () => {
  const ctx = await agent();
  await expect(services.call(ACCOUNT.pairingOpen, ctx, {})).rejects.toMatchObject({
    code: 'session_required',
  });
  const opened = await Promise.allSettled(Array.from({ length: 12 }, () => open(ctx.account_id)));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  const owner = ownerCtx(ctx.account_id);
  const { sessions } = (await services.call(ACCOUNT.pairings, owner, {})).result;
  expect(sessions).toHaveLength(10);
  expect(JSON.stringify(sessions)).not.toContain('code');
});
