import { ACCOUNT, LIMITS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { ownerCtx, startWebhookReceiver, until } from '@bridge/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oldestWaiting } from './sender.store.ts';
import {
  stageWebhook,
  startWebhookStage,
  TIMES,
  type WebhookTestServices,
} from './webhook-stage.fixture.ts';

let stage: WebhookTestServices;
beforeAll(async () => {
  stage = await startWebhookStage();
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.receiver.answer = () => 204;
});

const mine = (webhookId: string, of: 'received' | 'taken' = 'taken') =>
  stage.receiver[of].filter(({ id }) => id.startsWith(`msg_${webhookId.slice(3)}_`));
const seqs = (webhookId: string) => mine(webhookId).map(({ seq }) => seq);

// Verifies: webhooks.payload, webhooks.signature.
test('an event arrives with its ids and revision, signed by the secret, and nothing else', async () => {
  const { services, receiver, clock } = stage;
  const hook = await stageWebhook(services, receiver.url);
  const [seq] = await hook.happen(1);
  const [message] = await until(
    'the message',
    () => mine(hook.webhookId)[0] && mine(hook.webhookId),
  );
  if (message === undefined) throw new Error('no message');
  const at = new Date(message.timestamp * 1_000);
  expect(Math.abs(at.getTime() - clock.now())).toBeLessThan(TIMES.minute);
  expect(message.signature).toBe(new Webhook(hook.secret).sign(message.id, at, message.body));
  const { data, ...head } = JSON.parse(message.body);
  expect(head).toEqual({ type: 'world.founded', timestamp: expect.stringMatching(/Z$/) });
  expect(data).toEqual({
    seq,
    actor: 'key',
    key_id: expect.stringMatching(/^key_/),
    page_id: null,
    word: expect.stringMatching(/^hooked-/),
    revision_before: null,
    revision: null,
    request_id: expect.stringMatching(/^req_/),
  });
});

// Verifies: webhooks.order, webhooks.retries, webhooks.same-id, storage.journal-cursor.
test('a receiver that is down for an hour gets every event once it is back, in order, each with one id', async () => {
  const { services, clock } = stage;
  const receiver = await startWebhookReceiver();
  try {
    const hook = await stageWebhook(services, receiver.url);
    await receiver.down();
    const first = await hook.happen(3);
    await until('a failed attempt', async () => (await hook.record()).attempts === 1);
    for (let attempts = 2; attempts <= 5; attempts += 1) {
      clock.advance(attempts === 5 ? 40 * TIMES.minute : 10 * TIMES.minute);
      await until(`attempt ${attempts}`, async () => (await hook.record()).attempts === attempts);
    }
    const second = await hook.happen(2);
    expect(await hook.record()).toMatchObject({ state: 'active', attempts: 5 });
    expect(receiver.received).toEqual([]);
    await receiver.up();
    clock.advance(TIMES.hour);
    await until('all events', () => receiver.taken.length === 5);
    expect(receiver.taken.map(({ seq }) => seq)).toEqual([...first, ...second]);
    expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(5);
    await until('an idle webhook', async () => (await hook.record()).waiting_since === null);
  } finally {
    await receiver.stop();
  }
});

// Verifies: webhooks.order, webhooks.same-id.
test.each([
  ['answers with 500', 500, 'The receiver answered with status 500.'],
  ['answers with 302', 302, 'The answer was a redirect (302).'],
  ['cuts the connection', 'cut', 'The connection broke before the answer ended.'],
] as const)(
  'an event whose receiver %s is sent again with its id, before all later ones',
  async (_how, answer, error) => {
    const { services, receiver, clock } = stage;
    const hook = await stageWebhook(services, receiver.url);
    receiver.answer = () => answer;
    const [first, second] = await hook.happen(2);
    await until('a failed attempt', async () => (await hook.record()).attempts === 1);
    const status = typeof answer === 'number' && answer === 500 ? 500 : null;
    expect(await hook.deliveries()).toMatchObject([
      { seq: first, state: 'waiting', attempts: 1, status, error, delivered_at: null },
    ]);
    receiver.answer = () => 200;
    clock.advance(TIMES.minute);
    await until('both events', () => mine(hook.webhookId).length === 2);
    const all = mine(hook.webhookId, 'received');
    expect(all.map(({ seq }) => seq)).toEqual([first, first, second]);
    expect(all[0]?.id).toBe(all[1]?.id);
    expect(all[0]?.body).toBe(all[1]?.body);
    await until('both records', async () => (await hook.deliveries())[0]?.seq === second);
    expect(await hook.deliveries()).toMatchObject([
      { seq: second, state: 'delivered', attempts: 1, status: 200, error: null },
      { seq: first, state: 'delivered', attempts: 2, status: 200, error: null },
    ]);
  },
);

// Verifies: webhooks.same-id.
test(
  'an event whose answer comes too late is sent again with the same id',
  { timeout: 40_000 },
  async () => {
    const { services, receiver, clock } = stage;
    const hook = await stageWebhook(services, receiver.url);
    receiver.answer = () => 'silent';
    await hook.happen(1);
    await until('a failed attempt', async () => (await hook.record()).attempts === 1, 20_000);
    expect((await hook.deliveries())[0]).toMatchObject({
      status: null,
      error: 'The answer took too long.',
    });
    receiver.answer = () => 200;
    clock.advance(TIMES.minute);
    await until('the event', () => mine(hook.webhookId).length === 1);
    expect(new Set(mine(hook.webhookId, 'received').map(({ id }) => id)).size).toBe(1);
  },
);

describe('a webhook whose receiver never takes an event', () => {
  // Verifies: webhooks.retries, webhooks.paused.
  test('is paused after 8 retries within 24 hours, the journal says so, and it goes on where it ended', async () => {
    const { services, receiver, clock } = stage;
    const hook = await stageWebhook(services, receiver.url);
    receiver.answer = () => 503;
    const from = clock.now();
    const [seq] = await hook.happen(1);
    for (let attempts = 1; attempts <= 8; attempts += 1) {
      const record = await until(`attempt ${attempts}`, async () => {
        const found = await hook.record();
        return found.attempts === attempts ? found : undefined;
      });
      const next = Date.parse(record.next_attempt_at ?? '');
      clock.advance(next - clock.now());
    }
    const paused = await until('the pause', async () => {
      const found = await hook.record();
      return found.state === 'paused' ? found : undefined;
    });
    expect(clock.now() - from).toBeLessThanOrEqual(TIMES.day);
    expect(clock.now() - from).toBeGreaterThan(0.7 * TIMES.day);
    expect(paused).toMatchObject({ paused_because: 'failed', attempts: 9, next_attempt_at: null });
    const rows = await services.db.rows(
      sql<{ action: string; actor: string }>`select action, actor from effect.journal
        where account_id = ${hook.accountId} order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'account.webhook_paused', actor: 'system' }]);
    receiver.answer = () => 204;
    clock.advance(TIMES.day);
    await hook.happen(1);
    await services.driver.flush();
    expect(mine(hook.webhookId)).toEqual([]);
    const resume = { webhook_id: hook.webhookId, state: 'active' as const };
    await services.call(ACCOUNT.webhookChange, ownerCtx(hook.accountId), resume);
    await until('both events', () => mine(hook.webhookId).length === 2);
    expect(seqs(hook.webhookId)[0]).toBe(seq);
    expect(await hook.record()).toMatchObject({ state: 'active', paused_because: null });
  });

  // Verifies: webhooks.paused.
  test('is paused at once when the receiver answers 410', async () => {
    const { services, receiver } = stage;
    const hook = await stageWebhook(services, receiver.url);
    receiver.answer = () => 410;
    await hook.happen(2);
    await until('the pause', async () => (await hook.record()).state === 'paused');
    expect(await hook.record()).toMatchObject({ paused_because: 'gone', attempts: 1 });
    expect(mine(hook.webhookId, 'received')).toHaveLength(1);
  });
});

// Verifies: webhooks.address, safety.outbound-bounded.
test('a redirect is followed nowhere: it is a failure, and the event is sent again to the address itself', async () => {
  const { services, receiver, clock } = stage;
  const hook = await stageWebhook(services, receiver.url);
  receiver.answer = () => 'redirect';
  await hook.happen(1);
  await until('the failure', async () => (await hook.record()).attempts === 1);
  const [delivery] = await hook.deliveries();
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, status: null });
  expect(mine(hook.webhookId, 'received')).toHaveLength(1);
  receiver.answer = () => 204;
  clock.advance(TIMES.hour);
  await until('the event', () => mine(hook.webhookId).length === 1);
});

// Verifies: webhooks.independent.
test('a receiver that fails holds up no other webhook', async () => {
  const { services, receiver } = stage;
  const [bad, good] = [
    await stageWebhook(services, receiver.url),
    await stageWebhook(services, receiver.url),
  ];
  receiver.answer = ({ id }) => (id.includes(bad.webhookId.slice(3)) ? 500 : 204);
  await bad.happen(2);
  await good.happen(2);
  await until('the events of the other one', () => mine(good.webhookId).length === 2);
  expect(mine(bad.webhookId)).toEqual([]);
});

// Verifies: webhooks.independent.
test('slow receivers of all webhooks of two accounts hold up no webhook of a third', async () => {
  const { services, receiver } = stage;
  const slow = await startWebhookReceiver();
  slow.answer = () => 'silent';
  try {
    const owners = [];
    for (let account = 0; account < 2; account += 1) {
      const hook = await stageWebhook(services, slow.url);
      owners.push(ownerCtx(hook.accountId));
      const asked = { url: slow.url, events: ['world.founded' as const] };
      for (let more = 1; more < LIMITS.webhooksPerAccountMax; more += 1)
        await services.call(ACCOUNT.webhookCreate, ownerCtx(hook.accountId), asked);
      await hook.happen(1);
    }
    await until('20 requests', () => slow.received.length === 2 * LIMITS.webhooksPerAccountMax);
    const quick = await stageWebhook(services, receiver.url);
    await quick.happen(1);
    await until('the event', () => mine(quick.webhookId).length === 1);
    // All 20 wait at the same time: none has failed to make room for another one.
    for (const owner of owners) {
      const { webhooks } = (await services.call(ACCOUNT.webhooksList, owner, {})).result;
      expect(webhooks.map(({ attempts }) => attempts)).toEqual(webhooks.map(() => 0));
    }
  } finally {
    await slow.stop();
  }
});

// Verifies: webhooks.chosen.
test('only chosen events of the own account since the creation are sent', async () => {
  const { services, receiver } = stage;
  const other = await stageWebhook(services, receiver.url, ['page.published', 'key.revoked']);
  const hook = await stageWebhook(services, receiver.url);
  await other.happen(2);
  const [seq] = await hook.happen(1);
  await until('the chosen event', () => mine(hook.webhookId).length === 1);
  const choose = { webhook_id: other.webhookId, events: ['world.founded' as const] };
  await services.call(ACCOUNT.webhookChange, ownerCtx(other.accountId), choose);
  await other.happen(1);
  await until('the events chosen since', () => mine(other.webhookId).length > 0);
  expect(seqs(hook.webhookId)).toEqual([seq]);
  expect(mine(other.webhookId).every(({ type }) => type === 'world.founded')).toBe(true);
});

test('a requested delivery whose event is not sent any more ends as failed, and is not tried for ever', async () => {
  const { services, receiver } = stage;
  const hook = await stageWebhook(services, receiver.url);
  // The first journal row of the account is the creation of the webhook, which is no event.
  await services.db.rows(sql`insert into account.webhook_delivery
    (account_id, webhook_id, seq, event, at, state, attempts, attempted_at)
    values (${hook.accountId}, ${hook.webhookId}, 1, 'world.founded', now(), 'requested', 1, now())`);
  await hook.happen(1);
  const ended = await until('the delivery to end', async () =>
    (await hook.deliveries()).find(({ state }) => state === 'failed'),
  );
  expect(ended).toMatchObject({ attempts: 2, error: expect.stringContaining('does not send') });
  await until('the event to be delivered', () => mine(hook.webhookId).length === 1);
});

test('a waiting event that its owner no longer chooses ends as failed, and can be sent again', async () => {
  const { services, receiver } = stage;
  receiver.answer = () => 500;
  const hook = await stageWebhook(services, receiver.url, ['world.founded', 'page.created']);
  const [seq = 0] = await hook.happen(1);
  await until('the failure', async () => (await hook.record()).attempts > 0);
  receiver.answer = () => 204;
  const change = { webhook_id: hook.webhookId, events: ['page.created' as const] };
  await services.call(ACCOUNT.webhookChange, ownerCtx(hook.accountId), change);
  await until('the end of the wait', async () => (await hook.record()).waiting_since === null);
  const [delivery] = await hook.deliveries();
  expect(delivery).toMatchObject({ seq, state: 'failed', attempts: 1, status: 500 });
  const ids = [delivery?.delivery_id ?? ''];
  const again = { webhook_id: hook.webhookId, ids, since: null };
  await services.call(ACCOUNT.webhookRedeliver, ownerCtx(hook.accountId), again);
  await until('the event', () => mine(hook.webhookId).length === 1);
});

// Verifies: webhooks.repeat.
test('a failed attempt too leaves the newest 1,000 deliveries only', async () => {
  const { services, receiver } = stage;
  receiver.answer = () => 500;
  const hook = await stageWebhook(services, receiver.url);
  await services.db.rows(sql`insert into account.webhook_delivery
    (account_id, webhook_id, seq, event, at, state, attempts, attempted_at)
    select ${hook.accountId}, ${hook.webhookId}, 10 + n, 'world.founded', now(), 'delivered', 1, now()
    from generate_series(1, ${LIMITS.webhookDeliveriesKept}::integer) n`);
  await hook.happen(1);
  await until('the trimmed list', async () => {
    const [row] = await services.db.rows(
      sql<{ n: number }>`select count(*)::integer as n from account.webhook_delivery
        where account_id = ${hook.accountId}`,
    );
    return (await hook.record()).attempts === 1 && row?.n === LIMITS.webhookDeliveriesKept;
  });
});

test('the oldest waiting event counts no webhook that its owner paused', async () => {
  const { services, receiver } = stage;
  receiver.answer = () => 500;
  const hook = await stageWebhook(services, receiver.url);
  await hook.happen(1);
  await until('the failure', async () => (await hook.record()).attempts > 0);
  const oldest = async (): Promise<number> => (await oldestWaiting(services.db))?.getTime() ?? 0;
  const before = await oldest();
  expect(before).toBeGreaterThan(0);
  // Webhooks of other tests in this file may wait too. Without them the figure depends on this webhook alone.
  await services.db.rows(sql`update account.webhook set waiting_since = null
    where webhook_id <> ${hook.webhookId}`);
  expect(await oldest()).toBeGreaterThan(0);
  await services.db.rows(sql`update account.webhook
    set state = 'paused', paused_because = 'failed', paused_at = now()
    where webhook_id = ${hook.webhookId}`);
  expect(await oldest()).toBeGreaterThan(0);
  const pause = { webhook_id: hook.webhookId, state: 'paused' as const };
  await services.call(ACCOUNT.webhookChange, ownerCtx(hook.accountId), pause);
  expect(await hook.record()).toMatchObject({ state: 'paused', paused_because: 'owner' });
  expect(await oldest()).toBe(0);
});
