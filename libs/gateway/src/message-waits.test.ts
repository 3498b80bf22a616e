import { MemoryBus, sendHint } from '@bridge/bus';
import { ACCOUNT, hintMessage, LIMITS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { BridgeError, randomIds } from '@bridge/kernel';
import {
  accountModule,
  startGateway,
  testBase,
  until,
  type TestHttpResponse,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MessageWaitRegistry, openMessageWaits } from './dispatch/message-waits.ts';
import { pollUntilEntry } from './dispatch/poll-until-entry.ts';

/** Number of calls on the bus, by subject. */
const asked = new Map<string, number>();
let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [accountModule]);
  const { driver } = rig.services;
  const request = driver.request.bind(driver);
  driver.request = (subject, ...rest) => {
    asked.set(subject, (asked.get(subject) ?? 0) + 1);
    return request(subject, ...rest);
  };
});
afterAll(() => rig.stop());

const asksOf = (): number => asked.get(ACCOUNT.relayInbox.subject) ?? 0;
const SCOPES = ['relay.inbox', 'relay.message'];
async function agent(email?: string) {
  const owner = email ?? (await rig.owner()).email;
  const { key, secret } = await rig.tool.keysCreate(owner, { name: 'agent', scopes: SCOPES });
  const inbox = (payload: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${rig.base}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ action: 'relay.inbox', payload }),
      ...(signal === undefined ? {} : { signal }),
    });
  const send = (to: string, text = 'wake up'): Promise<TestHttpResponse> =>
    rig.act(secret, {
      action: 'relay.message',
      payload: { to, text, idempotency_key: randomIds.make('idem') },
    });
  return { owner, party: `key:${key.key_id}`, inbox, send, secret };
}
const textsOf = async (response: Response | Promise<Response>): Promise<readonly string[]> => {
  const body = (await (await response).json()) as {
    readonly result: { readonly messages: readonly { readonly text: string }[] };
  };
  return body.result.messages.map(({ text }) => text);
};
/** Starts a call that waits for messages; resolves when the gateway has found the inbox empty. */
async function waitsFor<T>(start: () => T): Promise<T> {
  const before = asksOf();
  const started = start();
  await until('the inbox to be read', () => asksOf() > before);
  return started;
}

// Verifies: relay.wait.
test('a waiting call answers when a message for its key is sent, and asks no more often than that', async () => {
  const reader = await agent();
  const writer = await agent(reader.owner);
  const from = performance.now();
  const { call } = await waitsFor(() => ({ call: reader.inbox({ wait_s: 20 }) }));
  const before = asksOf();
  await writer.send('owner', 'not for this key');
  await writer.send(reader.party);
  expect(await textsOf(call)).toEqual(['wake up']);
  expect(asksOf() - before).toBe(1);
  expect(performance.now() - from).toBeLessThan(10_000);
});

// Verifies: relay.wait.
test('a message that is there answers a waiting call at once, also behind an acknowledgement', async () => {
  const reader = await agent();
  await reader.send(reader.party, 'one');
  await reader.send(reader.party, 'two');
  const from = performance.now();
  expect(await textsOf(reader.inbox({ wait_s: 20, ack_ids: [1] }))).toEqual(['two']);
  expect(performance.now() - from).toBeLessThan(10_000);
});

// Verifies: relay.wait.
test('a lost announcement costs at most the wait: the inbox is read again at its end', async () => {
  const reader = await agent();
  const { call } = await waitsFor(() => ({ call: reader.inbox({ wait_s: 1 }) }));
  const { publish } = rig.services.driver;
  rig.services.driver.publish = () => undefined;
  try {
    await reader.send(reader.party, 'unannounced');
    expect(await textsOf(call)).toEqual(['unannounced']);
  } finally {
    rig.services.driver.publish = publish;
  }
});

// Verifies: relay.wait.
test('a wait that is over answers an empty list with 200', async () => {
  const reader = await agent();
  const response = await reader.inbox({ wait_s: 1 });
  expect(response.status).toBe(200);
  expect(await textsOf(response)).toEqual([]);
});

// Verifies: relay.wait-limit.
test('a fifth waiting call of a key is refused with 429, and one that ends leaves its place', async () => {
  const reader = await agent();
  const max = LIMITS.waitingCallsPerKeyMax;
  const before = asksOf();
  const calls = Array.from({ length: max }, () => reader.inbox({ wait_s: 20 }));
  await until('all to wait', () => asksOf() - before === max);
  const refused = await reader.inbox({ wait_s: 20 });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    error: { code: 'rate_limited', details: { limit: `${max} waiting calls per key` } },
  });
  expect(await textsOf(reader.inbox({}))).toEqual([]);
  await reader.send(reader.party);
  for (const call of calls) expect(await textsOf(call)).toEqual(['wake up']);
  expect(await textsOf(reader.inbox({ wait_s: 20 }))).toEqual(['wake up']);
});

// Verifies: relay.wait-ends.
test('an aborted call waits no longer: its place is free, and its inbox is not read again', async () => {
  const reader = await agent();
  const left = new AbortController();
  const max = LIMITS.waitingCallsPerKeyMax;
  const before = asksOf();
  const calls = Array.from({ length: max }, () => reader.inbox({ wait_s: 20 }, left.signal));
  const ended = Promise.allSettled(calls);
  await until('all to wait', () => asksOf() - before === max);
  left.abort();
  await ended;
  await until('a place to be free', async () => (await reader.inbox({ wait_s: 1 })).status === 200);
  const after = asksOf();
  await reader.send(reader.party);
  expect(asksOf()).toBe(after);
});

// Verifies: relay.wait-cost.
test('500 waiting calls hold no connection of the database, and other calls and their messages pass', async () => {
  const owners = await Promise.all([1, 2, 3].map(() => rig.owner()));
  const agents = await Promise.all(
    Array.from({ length: 125 }, (_, n) => agent(owners[n % 3]?.email)),
  );
  const before = asksOf();
  const calls = agents.flatMap(({ inbox }) =>
    Array.from({ length: 4 }, () => textsOf(inbox({ wait_s: 20 }))),
  );
  await until('all to wait', () => asksOf() - before === 500);
  const countBusy = () =>
    rig.services.db.rows(
      sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
  // Database connections may still be busy with the last read of an inbox and with writing counts. A connection that a waiting
  // call occupied would stay busy.
  await expect.poll(countBusy).toEqual([{ n: 0 }]);
  expect(asksOf() - before).toBe(500);
  const sends = await Promise.all(agents.map(({ send, party }) => send(party)));
  for (const sent of sends) expect(sent.status).toBe(200);
  for (const texts of await Promise.all(calls)) expect(texts).toEqual(['wake up']);
  expect(asksOf() - before).toBe(1_000);
}, 60_000);

// Verifies: relay.wait-cost.
test('the slot of admission is free before a call begins to wait', async () => {
  const waits = new MessageWaitRegistry();
  const steps: string[] = [];
  const keyId = randomIds.make('key');
  const principal = { accountId: 'a', keyId, scopes: new Set<string>(), worlds: null };
  const answers = [{ messages: [] }, { messages: ['one'] }];
  const answer = await pollUntilEntry(
    { waits, clock: testBase().clock },
    {
      longPoll: { seconds: 'wait_s', list: 'messages', once: ['ack_ids'] },
      wire: { wait_s: 20, ack_ids: [1] },
      principal,
      client: { freeSlot: () => steps.push('slot is free'), whenGone: () => () => undefined },
      send: (wire) => {
        steps.push(`asks ${JSON.stringify(wire)}`);
        setImmediate(() => waits.announce('a', `key:${keyId}`));
        return Promise.resolve({ result: answers.shift(), replayed: false });
      },
    },
  );
  expect(answer.result).toEqual({ messages: ['one'] });
  expect(steps).toEqual(['asks {"wait_s":20,"ack_ids":[1]}', 'slot is free', 'asks {"wait_s":20}']);
  expect(waits.waiting()).toBe(0);
});

// Verifies: relay.wait.
test.each([
  ['later answers', ['empty', 'busy', 'busy', 'full'], 20, ['one']],
  ['stays away', ['empty', 'busy'], 0.2, []],
] as const)(
  'a service that is busy when a wait ends, and %s, fails no call',
  async (_, replies, wait_s, found) => {
    const waits = new MessageWaitRegistry();
    const keyId = randomIds.make('key');
    const left: string[] = [...replies];
    const answer = await pollUntilEntry(
      { waits, clock: testBase().clock },
      {
        longPoll: { seconds: 'wait_s', list: 'messages', once: [] },
        wire: { wait_s },
        principal: { accountId: 'a', keyId, scopes: new Set<string>(), worlds: null },
        client: { freeSlot: () => undefined, whenGone: () => () => undefined },
        send: () => {
          const reply = left.length > 1 ? left.shift() : left[0];
          if (reply === 'busy')
            return Promise.reject(new BridgeError('service_unavailable', {}, { retryAfterS: 1 }));
          if (reply === 'empty') setImmediate(() => waits.announce('a', `key:${keyId}`));
          const messages = reply === 'full' ? ['one'] : [];
          return Promise.resolve({ result: { messages }, replayed: false });
        },
      },
    );
    expect(answer.result).toEqual({ messages: found });
  },
);

describe('several gateways', () => {
  // Verifies: relay.wait.
  test('all hear of a message, and only waits of its reader end', async () => {
    const driver = new MemoryBus();
    const { log } = testBase();
    const gateways = [openMessageWaits(driver, log), openMessageWaits(driver, log)];
    const [accountId, keyId] = [randomIds.make('acc'), randomIds.make('key')];
    const principal = { accountId, keyId, scopes: new Set<string>(), worlds: null };
    const other = { ...principal, keyId: randomIds.make('key') };
    const waits = gateways.map(({ waits: of }) => of.start(principal));
    const others = gateways.map(({ waits: of }) => of.start(other));
    const ends = waits.map(({ wait }) => wait.next(60_000));
    sendHint(driver, hintMessage, { account_id: accountId, to: `key:${keyId}` });
    expect(await Promise.all(ends)).toEqual(['announced', 'announced']);
    for (const { wait } of others) expect(await wait.next(0)).toBe('over');
    for (const { close } of gateways) await close();
  });

  // Verifies: relay.wait-ends.
  test('one that stops ends its waits and those that begin then', async () => {
    const driver = new MemoryBus();
    const { waits, close } = openMessageWaits(driver, testBase().log);
    const principal = { accountId: 'a', keyId: null, scopes: new Set<string>(), worlds: null };
    const started = waits.start(principal);
    const end = started.wait.next(60_000);
    await close();
    expect(await end).toBe('leaving');
    started.end();
    expect(await waits.start(principal).wait.next(60_000)).toBe('leaving');
  });
});
