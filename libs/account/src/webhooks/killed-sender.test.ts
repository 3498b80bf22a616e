import { append, EFFECT_MIGRATIONS, sql, type DatabaseClient } from '@bridge/db';
import { randomIds, silentLogger, systemClock } from '@bridge/kernel';
import { makeOutbound, type OutboundClient } from '@bridge/outbound';
import {
  atStep,
  fakeClock,
  startWebhookReceiver,
  testDb,
  until,
  type ConnectedTestDatabase,
  type WebhookReceiver,
} from '@bridge/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_MIGRATIONS } from '../migrations/account-migrations.ts';
import { makeSecretBox } from './secret-box.ts';
import { startWebhookSender, type WebhookSender } from './start-sender.ts';
import { insertWebhook, listWebhooks } from './webhook.store.ts';
import { TIMES } from './webhook-stage.fixture.ts';

const EVENTS = 40;
const STEPS = ['webhook.before-send', 'webhook.after-send', 'webhook.after-record'] as const;
/** For each sender, in the order of their starts: at which hit of the failpoint (from 1) the sender is killed. */
const KILLS = [1, 2, 1, 3, 1, 1, 4, 2, 1, 5, 2, 1, 3, 2, 1] as const;
/**
 * Step in ms by which the test clock advances at each check, until the lease of a killed sender and the pauses before retries
 * have ended.
 */
const STEP_MS = 2_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const clock = fakeClock(systemClock.now());

let opened: ConnectedTestDatabase;
let receiver: WebhookReceiver;
const senders: { readonly sender: WebhookSender; readonly stop: AbortController }[] = [];
beforeAll(async () => {
  opened = await testDb(
    { schema: 'effect', migrations: EFFECT_MIGRATIONS },
    { schema: 'account', migrations: ACCOUNT_MIGRATIONS },
  );
});
afterAll(() => opened.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  const ended = senders.splice(0);
  for (const { stop } of ended) stop.abort();
  await receiver.stop();
  await Promise.all(ended.map(({ sender }) => sender.close()));
});

/** Starts a webhook sender as a replica of the service does. Aborting `stop` kills it: it does not wait for running work. */
function replica(outbound: OutboundClient = makeOutbound({ reach: 'loopback' })) {
  const stop = new AbortController();
  const secrets = makeSecretBox(async () => 'a master secret of 32 characters');
  const base = { db: opened.db, clock, ids: randomIds, log: silentLogger, outbound, secrets };
  const sender = startWebhookSender({ ...base, stopping: stop.signal });
  return { sender, stop };
}
function startReplica(outbound?: OutboundClient): void {
  senders.push(replica(outbound));
}

async function webhookOf(db: DatabaseClient): Promise<string> {
  const accountId = randomIds.make('acc');
  const webhook = { url: receiver.url, events: ['world.founded' as const], secret: SECRET };
  const webhookId = randomIds.make('wh');
  await insertWebhook(db, accountId, { ...webhook, webhookId, now: new Date(clock.now()) });
  return accountId;
}
async function happen(accountId: string, count: number): Promise<void> {
  const nothing = { keyId: null, pageId: null, revBefore: null, revAfter: null };
  const entry = { ...nothing, accountId, action: 'worlds.found', actor: 'owner', word: 'w' };
  for (let n = 0; n < count; n += 1)
    await opened.db.transaction({}, (tx) =>
      append(tx, { ...entry, surface: 'console', requestId: randomIds.make('req') }),
    );
}
const all = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
/** Returns the journal row numbers of the received events, in the order of their first arrival. */
const firstTaken = () => [...new Set(receiver.taken.map(({ seq }) => seq))];

// Verifies: webhooks.killed, webhooks.order, webhooks.same-id.
test(
  'senders that are killed at every step lose no event and change no order',
  { timeout: 180_000 },
  async () => {
    const accountId = await webhookOf(opened.db);
    await happen(accountId, EVENTS);
    let asked = 0;
    receiver.answer = () => ((asked += 1) % 4 === 3 ? (asked % 8 === 3 ? 500 : 'cut') : 204);
    for (const [life, hits] of KILLS.entries()) {
      const step = STEPS[life % STEPS.length] ?? 'webhook.after-send';
      const killed = Promise.withResolvers<void>();
      const { stop } = replica();
      const disarm = atStep(step, (hit) => {
        if (hit !== hits) return undefined;
        // A killed process does not continue its work: the sender is stopped and the failpoint never returns.
        stop.abort();
        killed.resolve();
        return new Promise(() => undefined);
      });
      let isKilled = false;
      void killed.promise.then(() => (isKilled = true));
      await until(
        `life ${life}`,
        () => {
          // The advancing clock ends the pause of a retry and the lease of the previous sender.
          clock.advance(STEP_MS);
          return isKilled;
        },
        30_000,
      );
      disarm();
    }
    expect(firstTaken().length).toBeLessThan(EVENTS);
    startReplica();
    await until(
      'every event',
      () => {
        clock.advance(STEP_MS);
        return firstTaken().length === EVENTS;
      },
      60_000,
    );
    expect(firstTaken()).toEqual(all(EVENTS));
    for (const seq of all(EVENTS)) {
      const same = receiver.received.filter((message) => message.seq === seq);
      expect(new Set(same.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    }
  },
);

// Verifies: webhooks.one-sender.
test(
  'of three replicas one sends to a webhook at a time, and nothing twice',
  { timeout: 60_000 },
  async () => {
    const accountId = await webhookOf(opened.db);
    let [now, most] = [0, 0];
    receiver.answer = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return 204;
    };
    for (let n = 0; n < 3; n += 1) startReplica();
    for (let n = 0; n < 10; n += 1) {
      await happen(accountId, 3);
      for (const { sender } of senders) sender.wake(accountId);
    }
    await until('every event', () => receiver.taken.length >= 30, 30_000);
    expect(receiver.received.map(({ seq }) => seq)).toEqual(all(30));
    expect(most).toBe(1);
  },
);

// Verifies: webhooks.address.
test('a name that has turned private is refused at delivery, and nothing is connected to', async () => {
  const accountId = await webhookOf(opened.db);
  const named = receiver.url.replace('127.0.0.1', 'hook.example');
  await opened.db.rows(
    sql`update account.webhook set url = ${named} where account_id = ${accountId}`,
  );
  let address = '127.0.0.1';
  const resolve = () => Promise.resolve([address]);
  startReplica(makeOutbound({ reach: 'loopback', resolve }));
  await happen(accountId, 1);
  for (const { sender } of senders) sender.wake(accountId);
  await until('the first event', () => receiver.taken.length === 1);
  address = '10.0.0.1';
  await happen(accountId, 1);
  clock.advance(TIMES.hour);
  await until(
    'the refusal',
    async () => (await listWebhooks(opened.db, accountId))[0]?.attempts === 1,
  );
  expect(receiver.received).toHaveLength(1);
  address = '127.0.0.1';
  clock.advance(TIMES.hour);
  await until('the second event', () => receiver.taken.length === 2);
});
