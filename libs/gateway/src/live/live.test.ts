import { makeRequest } from '@bridge/bus';
import { ACCOUNT, hintUse, LIVE, PUBLIC_PATHS, WORLDS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds, readSettings, silentLogger, systemClock } from '@bridge/kernel';
import {
  accountModule,
  agentCtx,
  freePort,
  newKey,
  openBrowser,
  startGateway,
  until,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openGateway, type ListeningGateway } from '../open-gateway.ts';
import { openLive, type LiveEventTestClient } from './live-client.fixture.ts';

/** Number of requests on the bus, by subject. */
const asked = new Map<string, number>();
let askedAt = 0;
/** Number of gateways that subscribe to bus messages about uses of keys. */
let listening = 0;
let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, accountModule]);
  const { driver } = rig.services;
  const request = driver.request.bind(driver);
  driver.request = (subject, ...rest) => {
    asked.set(subject, (asked.get(subject) ?? 0) + 1);
    askedAt = performance.now();
    return request(subject, ...rest);
  };
  const subscribe = driver.subscribe.bind(driver);
  driver.subscribe = (subject, ...rest) => {
    const subscription = subscribe(subject, ...rest);
    if (subject !== hintUse.subject) return subscription;
    listening += 1;
    return {
      drain: async () => {
        listening -= 1;
        await subscription.drain();
      },
    };
  };
});
afterAll(() => rig.stop());

const open: LiveEventTestClient[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const client of open.splice(0)) client.close();
});

/**
 * Creates a signed-in owner with an agent that can found Worlds; returns functions that open event streams and functions whose
 * calls create events.
 */
async function stage(base = rig.base) {
  const { email, password, accountId } = await rig.owner();
  const signIn = async (at: string): Promise<string> => {
    const browser = openBrowser({ base: at });
    await browser.signIn(email, password);
    return browser.cookie;
  };
  const cookie = await signIn(base);
  const watch = async (
    from: Parameters<typeof openLive>[2] = {},
    at = base,
    session = cookie,
  ): Promise<LiveEventTestClient> => {
    const client = await openLive(at, session, from);
    open.push(client);
    return client;
  };
  const ctx = agentCtx(accountId);
  const found = async (count = 1): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const input = { word: `live-${randomIds.make('w').slice(-20)}`, idempotency_key: newKey() };
      await rig.services.call(WORLDS.found, ctx, input);
    }
  };
  const seqsOf = (client: LiveEventTestClient): readonly number[] =>
    client.of('journal').map(({ seq }) => seq);
  return { email, accountId, cookie, signIn, watch, found, seqsOf };
}

/** Starts another gateway on the same database, bus and blob store. */
async function anotherGateway(): Promise<ListeningGateway & { readonly base: string }> {
  const base = `http://127.0.0.1:${await freePort()}`;
  const { db, driver, blobs } = rig.services;
  const gateway = await openGateway(
    {
      db,
      blobs,
      bus: { driver, request: makeRequest(driver, systemClock) },
      settings: readSettings({
        BRIDGE_BASE_URL: base,
        BRIDGE_DATA: rig.settings.BRIDGE_DATA,
        BRIDGE_LIMITS: 'off',
      }),
      log: silentLogger,
      clock: systemClock,
      ids: randomIds,
      stopping: new AbortController().signal,
    },
    'all-in-one',
  );
  return { ...gateway, base };
}
const rowsUpTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => at + 1);

// Verifies: live.stream, live.events.
test('an owner hears of each effect with its author and number', async () => {
  const { watch, found } = await stage();
  const client = await watch();
  expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await client.next('ready')).toEqual({ seq: 0 });
  await found();
  const event = await client.next('journal');
  expect(event).toMatchObject({
    seq: 1,
    action: 'worlds.found',
    actor: { type: 'key' },
    page_id: null,
    rev: null,
  });
  expect(client.lastId()).toBe('1');
});

// Verifies: live.replay, live.restart.
test('a client that comes back receives what it missed, once and in order, at any gateway', async () => {
  const { watch, found, seqsOf, signIn } = await stage();
  const other = await anotherGateway();
  const session = await signIn(other.base);
  const first = await watch();
  await first.next('ready');
  await found(3);
  await first.next('journal', ({ seq }) => seq === 3);
  first.close();
  await found(4);
  const second = await watch({ lastId: first.lastId() }, other.base, session);
  await second.next('journal', ({ seq }) => seq === 7);
  // The gateway stops, and its client reconnects to a new one.
  await other.close();
  await until('the stream to end', () => second.hasEnded());
  await found(2);
  const restarted = await anotherGateway();
  const third = await watch(
    { lastId: second.lastId() },
    restarted.base,
    await signIn(restarted.base),
  );
  await found(1);
  await third.next('journal', ({ seq }) => seq === 10);
  expect([first, second, third].flatMap(seqsOf)).toEqual(rowsUpTo(10));
  await restarted.close();
});

// Verifies: live.replay.
test('a client that has read a screen goes on behind the row that it was read at', async () => {
  const { watch, found, seqsOf } = await stage();
  await found(5);
  const client = await watch({ after: 2 });
  await client.next('journal', ({ seq }) => seq === 5);
  expect(seqsOf(client)).toEqual([3, 4, 5]);
});

// Verifies: live.replay.
test('a client that is more than 500 rows behind, or ahead, is told to read again', async () => {
  const { watch, found, seqsOf, accountId } = await stage();
  await rig.services.db.rows(
    sql`select effect.append(${accountId}, 'a.b', 'owner', null, 'act', null, null, null, null, 'req_1')
      from generate_series(1, ${LIVE.replayMax + 1})`,
  );
  const exact = await watch({ after: 1 });
  await exact.next('journal', ({ seq }) => seq === LIVE.replayMax + 1);
  expect(seqsOf(exact)).toEqual(rowsUpTo(LIVE.replayMax + 1).slice(1));
  const behind = await watch({ after: 0 });
  expect(await behind.next('resync')).toEqual({ seq: LIVE.replayMax + 1 });
  const ahead = await watch({ lastId: '9999' });
  expect(await ahead.next('resync')).toEqual({ seq: LIVE.replayMax + 1 });
  await found();
  for (const client of [behind, ahead]) {
    await client.next('journal', ({ seq }) => seq === LIVE.replayMax + 2);
    expect(seqsOf(client)).toEqual([LIVE.replayMax + 2]);
  }
});

// Verifies: live.limit.
test('an account has at most 4 streams over all gateways, and one that ends makes room', async () => {
  const { watch, signIn } = await stage();
  const other = await anotherGateway();
  const session = await signIn(other.base);
  const atOther = () => watch({}, other.base, session);
  const clients = [await watch(), await watch(), await watch(), await atOther()];
  for (const client of clients) await client.next('ready');
  for (const refused of [await watch(), await atOther()]) {
    expect(refused.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('5');
  }
  expect((await (await stage()).watch()).status).toBe(200);
  clients[0]?.close();
  await until('a place', async () => {
    const client = await watch();
    if (client.status !== 200) client.close();
    return client.status === 200;
  });
  await other.close();
});

// Verifies: live.once-per-account.
test('four streams cost one reading of the journal, and none when nothing watches', async () => {
  const { watch, found } = await stage();
  const clients = [await watch(), await watch(), await watch(), await watch()];
  for (const client of clients) await client.next('ready');
  await until('the readings to end', () => performance.now() - askedAt > 3 * LIVE.pauseMs);
  const before = asked.get(ACCOUNT.liveFeed.subject) ?? 0;
  await found();
  for (const client of clients) await client.next('journal');
  expect((asked.get(ACCOUNT.liveFeed.subject) ?? 0) - before).toBeLessThanOrEqual(2);
});

// Verifies: live.idle.
test('a gateway receives no hints of uses and journals while no console watches', async () => {
  const { watch } = await stage();
  await until('the streams of other tests to end', () => listening === 0);
  const client = await watch();
  await client.next('ready');
  expect(listening).toBe(1);
  client.close();
  await until('the subscriptions to end', () => listening === 0);
});

// Verifies: live.use.
test('an owner sees uses of a key: answered, refused and of an ended key', async () => {
  const { watch, email } = await stage();
  const { key, secret } = await rig.tool.keysCreate(email, {
    name: 'seen',
    scopes: ['worlds.list'],
  });
  const client = await watch();
  await client.next('ready');
  await rig.act(secret, { action: 'worlds.list' });
  const first = await client.next('use');
  expect(first).toMatchObject({ key_id: key.key_id, action: 'worlds.list', code: 'ok' });
  await rig.act(secret, { action: 'builder.list' });
  await client.next('use', ({ code }) => code === 'insufficient_scope');
  await rig.tool.keysRevoke(key.key_id);
  await rig.act(secret, { action: 'worlds.list' });
  await client.next('use', ({ action, code }) => action === 'key' && code === 'key_revoked');
});

// Verifies: live.use.
test('an owner sees which program used a key, by the name that it gives itself', async () => {
  const { watch, email } = await stage();
  const { secret } = await rig.tool.keysCreate(email, { name: 'named', scopes: ['worlds.list'] });
  const client = await watch();
  await client.next('ready');
  const post = (path: string, body: object, agent: string) =>
    fetch(new URL(path, rig.base), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'user-agent': agent,
      },
      body: JSON.stringify(body),
    });
  await post(PUBLIC_PATHS.act, { action: 'worlds.list' }, `robot/1.0 \u00e9${'x'.repeat(200)}`);
  const act = await client.next('use', ({ action }) => action === 'worlds.list');
  expect(act).toMatchObject({ client: `robot/1.0 ${'x'.repeat(LIVE.clientCharsMax - 10)}` });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'desk-client', version: '1' },
  };
  await post(
    PUBLIC_PATHS.mcp,
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    'robot/1.0',
  );
  const mcp = await client.next('use', ({ action }) => action === 'initialize');
  expect(mcp).toMatchObject({ client: 'desk-client' });
});

// Verifies: live.use.
test('a key that is used often is reported at most once a second', async () => {
  const { watch, email } = await stage();
  const { secret } = await rig.tool.keysCreate(email, { name: 'busy', scopes: ['worlds.list'] });
  const client = await watch();
  await client.next('ready');
  const from = performance.now();
  for (let n = 0; n < 20; n += 1) await rig.act(secret, { action: 'worlds.list' });
  await until('the second report', () => client.of('use').length >= 2);
  const seconds = (performance.now() - from) / LIVE.useMs;
  expect(client.of('use').length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});

// Verifies: live.events.
test('messages and nodes are events, and a node that is known is not told again', async () => {
  const { watch, email } = await stage();
  const { key, secret } = await rig.tool.keysCreate(email, {
    name: 'node',
    scopes: ['node.heartbeat', 'relay.message'],
  });
  const client = await watch();
  expect(await client.next('presence')).toEqual({ nodes: [] });
  const beat = (status: string) =>
    rig.act(secret, {
      action: 'node.heartbeat',
      payload: { node_id: 'laptop', status, idempotency_key: newKey() },
    });
  await beat('idle');
  const node = { key_id: key.key_id, node_id: 'laptop', label: null };
  await client.next('presence', ({ nodes }) => nodes.length === 1);
  await beat('idle');
  await beat('working');
  await client.next('presence', ({ nodes }) => nodes[0]?.status === 'working');
  expect(client.of('presence')).toEqual([
    { nodes: [] },
    { nodes: [{ ...node, status: 'idle' }] },
    { nodes: [{ ...node, status: 'working' }] },
  ]);
  await rig.act(secret, {
    action: 'relay.message',
    payload: { to: 'owner', text: 'Ready.', idempotency_key: newKey() },
  });
  expect(await client.next('message')).toEqual({ to: 'owner' });
});

// Verifies: live.stream.
test('a stream ends with its session, and shows until then that it lives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { watch, cookie } = await stage();
  const client = await watch();
  await client.next('ready');
  await vi.advanceTimersByTimeAsync(LIVE.commentMs);
  expect(client.hasEnded()).toBe(false);
  const signedOut = await fetch(`${rig.base}/api/auth/sign-out`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: rig.base },
    body: '{}',
  });
  expect(signedOut.status).toBe(200);
  await vi.advanceTimersByTimeAsync(LIVE.commentMs);
  await until('the stream to end', () => client.hasEnded());
});

// Verifies: live.stream.
test('a key and a stranger receive no stream', async () => {
  const key = await rig.key();
  const events = `${rig.base}/api/console/events`;
  for (const headers of [{ authorization: `Bearer ${key}` }, {}])
    expect((await fetch(events, { headers })).status).toBe(403);
});

// Verifies: live.soon.
test('an effect whose hint is lost is read within 5 seconds', async () => {
  const { watch, accountId } = await stage();
  const client = await watch();
  await client.next('ready');
  // The row is written directly to the database, so no bus message announces it to the gateway.
  await rig.services.db.rows(
    sql`select effect.append(${accountId}, 'a.b', 'owner', null, 'act', null, null, null, null, 'req_1')`,
  );
  expect(await client.next('journal')).toMatchObject({ seq: 1, action: 'a.b' });
});
