import { ACCOUNT, LIMITS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import {
  gatewaySchemaModule,
  makeAgentKey,
  ownerCtx,
  startTestServices,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([gatewaySchemaModule, accountModule]);
});
afterAll(() => services.stop());

/** The identity and rights with which a test calls the account service. */
type TestCaller = Parameters<TestServices['call']>[1];
const agent = (accountId = randomIds.make('acc')) =>
  makeAgentKey(services.db, accountId, ['node.heartbeat', 'relay.inbox']);
const beat = async (ctx: TestCaller, node_id: string, more: object = {}) =>
  (
    await services.call(ACCOUNT.nodeHeartbeat, ctx, {
      node_id,
      idempotency_key: randomIds.make('idem'),
      ...more,
    })
  ).result;
const nodesOf = (accountId: string) =>
  services.db.rows(
    sql<{
      node_id: string;
      status: string | null;
    }>`select node_id, status from account.presence where account_id = ${accountId} order by node_id`,
  );

// Verifies: presence.heartbeat.
test('a heartbeat tells when the next is due and what waits for its key', async () => {
  const ctx = await agent();
  const owner = ownerCtx(ctx.account_id);
  const to = `key:${ctx.key_id}`;
  expect(await beat(ctx, 'one')).toEqual({ next_in_s: 60, inbox_waiting: 0, paired: [] });
  await services.call(ACCOUNT.relayMessage, owner, {
    to,
    text: 'hi',
    idempotency_key: 'heartbeat-1',
  });
  expect(await beat(ctx, 'one')).toMatchObject({ inbox_waiting: 1 });
});

// Verifies: presence.repeat.
test('a repeated heartbeat overwrites the node, and leaves no journal row and no stored result', async () => {
  const ctx = await agent();
  const idempotency_key = 'heartbeat-same-key';
  await beat(ctx, 'one', { status: 'idle', idempotency_key });
  await beat(ctx, 'one', { status: 'working', idempotency_key });
  expect(await nodesOf(ctx.account_id)).toEqual([{ node_id: 'one', status: 'working' }]);
  const rows = await services.db
    .rows(sql`select 1 from effect.journal where account_id = ${ctx.account_id}
    union all select 1 from effect.idempotency where account_id = ${ctx.account_id}`);
  expect(rows).toEqual([]);
});

// Verifies: presence.nodes.
test('of sixty first heartbeats at once fifty are accepted; a node that fell silent makes room', async () => {
  const first = await agent();
  const keys = [first, await agent(first.account_id), await agent(first.account_id)];
  const beats = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => beat(keys[n % 3] ?? first, `node-${n}`)),
  );
  const refused = beats.filter((one) => one.status === 'rejected').map((one) => one.reason);
  expect(await nodesOf(first.account_id)).toHaveLength(LIMITS.nodesPerAccountMax);
  expect(refused).toHaveLength(10);
  for (const error of refused) expect(error).toMatchObject({ code: 'quota_exceeded' });
  expect(await beat(await agent(), 'of another account')).toBeTruthy();
  const silent = (seconds: number) =>
    services.db
      .rows(sql`update account.presence set seen_at = now() - make_interval(secs => ${seconds})
      where account_id = ${first.account_id} and (key_id, node_id) = (select key_id, node_id from account.presence
        where account_id = ${first.account_id} order by key_id, node_id limit 1)`);
  await silent(170);
  await expect(beat(first, 'one more')).rejects.toMatchObject({ code: 'quota_exceeded' });
  await silent(181);
  await beat(first, 'one more');
  expect(await nodesOf(first.account_id)).toHaveLength(LIMITS.nodesPerAccountMax);
});
