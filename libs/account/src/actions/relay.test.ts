import { ACCOUNT, hintMessage, LIMITS } from '@bridge/contracts';
import { onHint } from '@bridge/bus';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import {
  gatewaySchemaModule,
  makeAgentKey,
  ownerCtx,
  startTestServices,
  testBase,
  until,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountModule } from '../module.ts';
import { sweepAccount } from '../sweep.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([gatewaySchemaModule, accountModule]);
});
afterAll(() => services.stop());

const BOTH = ['relay.message', 'relay.inbox'];
const newAccount = (): string => randomIds.make('acc');

/** The identity and rights with which a test calls the account service. */
type TestCaller = Parameters<TestServices['call']>[1];
const keyOf = (accountId: string, scopes: readonly string[] = BOTH) =>
  makeAgentKey(services.db, accountId, scopes);
const toKey = ({ key_id }: { readonly key_id: string }): string => `key:${key_id}`;
const send = async (ctx: TestCaller, to: string, text = 'hello', more: object = {}) =>
  services.call(ACCOUNT.relayMessage, ctx, {
    to,
    text,
    idempotency_key: randomIds.make('idem'),
    ...more,
  });
const inbox = async (ctx: TestCaller, input: object = {}) =>
  (await services.call(ACCOUNT.relayInbox, ctx, input)).result;
const idsOf = (read: { readonly messages: readonly { readonly id: number }[] }) =>
  read.messages.map(({ id }) => id);

// Verifies: relay.record, relay.recipients, relay.untrusted.
test('a message reaches its reader alone, as it was written, marked as untrusted', async () => {
  const accountId = newAccount();
  const [writer, reader] = [await keyOf(accountId), await keyOf(accountId)];
  const text = 'Ready?\n\t<script>alert(1)</script> \u202e🌙';
  const ref = { page_id: 42, revision: 7 };
  const { message } = (await send(writer, toKey(reader), text, { ref, reply_to: 3 })).result;
  expect(message).toEqual({
    id: 1,
    from: toKey(writer),
    to: toKey(reader),
    text,
    ref,
    reply_to: 3,
    session_id: null,
    at: expect.any(String),
    content_trust: 'untrusted',
  });
  expect(await inbox(reader)).toEqual({ messages: [message], waiting: 1, next_after_id: null });
  for (const other of [writer, ownerCtx(accountId), await keyOf(newAccount())])
    expect(await inbox(other)).toEqual({ messages: [], waiting: 0, next_after_id: null });
});

// Verifies: relay.recipients.
test('the owner receives what is sent to owner, and writes to a key', async () => {
  const accountId = newAccount();
  const agent = await keyOf(accountId);
  const owner = ownerCtx(accountId);
  await send(agent, 'owner', 'to the owner');
  await send(owner, toKey(agent), 'to the agent');
  expect((await inbox(owner)).messages).toMatchObject([{ from: toKey(agent), to: 'owner' }]);
  expect((await inbox(agent)).messages).toMatchObject([{ from: 'owner', to: toKey(agent) }]);
});

// Verifies: relay.recipient-unknown.
test('a foreign, revoked, expired or unknown key, and one without relay.inbox, are the same 404', async () => {
  const accountId = newAccount();
  const writer = await keyOf(accountId);
  const [revoked, expired] = [await keyOf(accountId), await keyOf(accountId)];
  const set = (column: string, keyId: string) =>
    services.db.rows(
      sql`update gateway.key set ${sql.id(column)} = now() - interval '1 second' where key_id = ${keyId}`,
    );
  await set('revoked_at', revoked.key_id);
  await set('expires_at', expired.key_id);
  const unknown = [
    toKey(revoked),
    toKey(expired),
    toKey(await keyOf(newAccount())),
    toKey(await keyOf(accountId, ['relay.message'])),
    `key:${randomIds.make('key')}`,
    'key:nobody',
  ];
  for (const to of unknown)
    await expect(send(writer, to)).rejects.toMatchObject({
      code: 'recipient_not_found',
      details: { to },
    });
  // A refused message must not use up a message id, so the first stored message has id 1.
  expect((await send(writer, 'owner')).result.message.id).toBe(1);
});

// Verifies: relay.once.
test('a message sent again with its idempotency key is stored once and journalled once', async () => {
  const accountId = newAccount();
  const agent = await keyOf(accountId);
  const input = { to: 'owner', text: 'once', idempotency_key: 'message-once-1' };
  const sends = await Promise.all(
    Array.from({ length: 5 }, () => services.call(ACCOUNT.relayMessage, agent, input)),
  );
  expect(new Set(sends.map(({ result }) => JSON.stringify(result))).size).toBe(1);
  expect(sends.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await inbox(ownerCtx(accountId))).toMatchObject({ waiting: 1, messages: [{ id: 1 }] });
  const journal = await services.db.rows(
    sql`select action, actor from effect.journal where account_id = ${accountId}`,
  );
  expect(journal).toEqual([{ action: 'relay.message', actor: agent.key_id }]);
});

describe('an acknowledgement', () => {
  // Verifies: relay.at-least-once, relay.acknowledged.
  test('takes a message away for its reader; until then every call lists it', async () => {
    const accountId = newAccount();
    const agent = await keyOf(accountId);
    const owner = ownerCtx(accountId);
    for (const text of ['one', 'two', 'three']) await send(agent, 'owner', text);
    expect(idsOf(await inbox(owner))).toEqual([1, 2, 3]);
    expect(idsOf(await inbox(owner))).toEqual([1, 2, 3]);
    const read = await inbox(owner, { ack_ids: [1, 3] });
    expect(idsOf(read)).toEqual([2]);
    expect(read.waiting).toBe(1);
    expect(await inbox(owner, { ack_ids: [1, 3] })).toEqual(read);
  });

  // Verifies: relay.acknowledged.
  test('of a message of another reader, or of none, does nothing and answers the same', async () => {
    const accountId = newAccount();
    const [agent, other] = [await keyOf(accountId), await keyOf(accountId)];
    await send(agent, 'owner');
    const foreign = ownerCtx(newAccount());
    const answers = [
      await inbox(other, { ack_ids: [1] }),
      await inbox(other, { ack_ids: [99] }),
      await inbox(foreign, { ack_ids: [1] }),
    ];
    for (const answer of answers)
      expect(answer).toEqual({ messages: [], waiting: 0, next_after_id: null });
    expect(await inbox(ownerCtx(accountId))).toMatchObject({ waiting: 1 });
  });

  // Verifies: relay.acknowledged.
  test('that several calls send at once counts each message once', async () => {
    const accountId = newAccount();
    const agent = await keyOf(accountId);
    const owner = ownerCtx(accountId);
    for (let n = 0; n < 10; n += 1) await send(agent, 'owner');
    const ack_ids = Array.from({ length: 9 }, (_, n) => n + 1);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        inbox(owner, { ack_ids: n % 2 === 0 ? ack_ids : ack_ids.toReversed() }),
      ),
    );
    expect(await inbox(owner)).toMatchObject({ waiting: 1, messages: [{ id: 10 }] });
  });
});

// Verifies: relay.pages.
test('a reader pages on with next_after_id and misses no message, whatever the length of the texts', async () => {
  const accountId = newAccount();
  const agent = await keyOf(accountId);
  const long = '🌙'.repeat(LIMITS.messageCharsMax);
  for (let n = 0; n < 25; n += 1) await send(agent, 'owner', long);
  const seen: number[] = [];
  let after_id = 0;
  for (let page = 1; ; page += 1) {
    const read = await inbox(ownerCtx(accountId), { after_id, limit: 20 });
    expect(read.waiting).toBe(25);
    seen.push(...idsOf(read));
    if (read.next_after_id === null) break;
    expect(page).toBeLessThan(10);
    after_id = read.next_after_id;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
});

describe('a full mailbox', () => {
  // Verifies: relay.quota.
  test('refuses one message more, takes one after an acknowledgement, and holds nobody else up', async () => {
    const accountId = newAccount();
    const agent = await keyOf(accountId);
    const max = LIMITS.messagesWaitingMax;
    await send(agent, 'owner');
    await services.db.rows(sql`insert into account.message (account_id, id, writer, reader, text)
      select ${accountId}, 1 + n, 'owner', 'owner', 'filled' from generate_series(1, ${max - 3}::int) n`);
    await services.db.rows(
      sql`update account.inbox set waiting = ${max - 2} where account_id = ${accountId}`,
    );
    await services.db.rows(
      sql`update account.mailbox set last_id = ${max - 2} where account_id = ${accountId}`,
    );
    const sends = await Promise.allSettled(Array.from({ length: 6 }, () => send(agent, 'owner')));
    const refused = sends.filter((one) => one.status === 'rejected').map((one) => one.reason);
    expect(refused).toHaveLength(4);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'quota_exceeded', details: { max } });
    await send(agent, toKey(agent));
    expect(await inbox(ownerCtx(accountId), { ack_ids: [1] })).toMatchObject({ waiting: max - 1 });
    await send(agent, 'owner');
  });
});

// Verifies: relay.kept.
test('the sweep removes messages after 30 days, and those that waited no longer count', async () => {
  const accountId = newAccount();
  const agent = await keyOf(accountId);
  for (const text of ['old and read', 'old', 'new']) await send(agent, 'owner', text);
  await inbox(ownerCtx(accountId), { ack_ids: [1] });
  await services.db.rows(sql`update account.message set at = now() - interval '30 days 1 minute'
    where account_id = ${accountId} and id < 3`);
  await sweepAccount(services.db, new AbortController().signal);
  expect(await inbox(ownerCtx(accountId))).toMatchObject({ waiting: 1, messages: [{ id: 3 }] });
  const kept = await services.db.rows(
    sql`select id from account.message where account_id = ${accountId}`,
  );
  expect(kept).toEqual([{ id: 3 }]);
});

// Verifies: relay.order.
test('ids become visible in their order: a reader that continues after an id misses no message', async () => {
  const accountId = newAccount();
  const agent = await keyOf(accountId);
  let after_id = 0;
  const seen: number[] = [];
  const sending = Promise.all(Array.from({ length: 40 }, () => send(agent, 'owner')));
  let isSending = true;
  const sent = sending.finally(() => (isSending = false));
  for (let last = false; !last;) {
    last = !isSending;
    const ids = idsOf(await inbox(ownerCtx(accountId), { after_id, limit: 100 }));
    seen.push(...ids);
    after_id = ids.at(-1) ?? after_id;
  }
  await sent;
  expect(seen).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});

// Verifies: relay.hint.
test('a sent message is announced to every gateway, a refused one is not', async () => {
  const accountId = newAccount();
  const agent = await keyOf(accountId);
  const hints: unknown[] = [];
  const subscription = onHint(services.driver, hintMessage, testBase().log, (hint) =>
    hints.push(hint),
  );
  await expect(send(agent, 'key:nobody')).rejects.toThrow();
  await send(agent, toKey(agent));
  await until('the hint', () => hints.length > 0);
  expect(hints).toEqual([{ account_id: accountId, to: toKey(agent) }]);
  await subscription.drain();
});
