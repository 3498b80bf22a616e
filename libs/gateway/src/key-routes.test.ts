import type { KeyDetail } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  accountModule,
  newKey,
  openBrowser,
  startGateway,
  until,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, accountModule]);
});
afterAll(() => rig.stop());

const SCOPES = ['audit.read', 'node.heartbeat', 'worlds.found', 'worlds.list'];
/** Creates an owner with a key, signed in with a browser; returns functions that read and change the key. */
async function stage(scopes: readonly string[] = SCOPES, wish: object = {}) {
  const { email, password, accountId } = await rig.owner();
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  const { key, secret } = await rig.tool.keysCreate(email, { name: 'laptop', scopes, ...wish });
  const path = `/api/console/keys/${key.key_id}`;
  const detail = async (at = path): Promise<KeyDetail> =>
    (await browser.send('GET', at)).json as KeyDetail;
  const change = (body: object) => browser.send('POST', path, body);
  const rotate = (body: object = {}) =>
    browser.send('POST', '/api/agent-bridge/keys', {
      action: 'rotate',
      key_id: key.key_id,
      ...body,
    });
  const lists = async (with_: string) =>
    (await rig.act(with_, { action: 'worlds.list' })).json.error?.code ?? 'ok';
  return { accountId, browser, key, secret, path, detail, change, rotate, lists };
}

// Verifies: keys.detail, keys.hours.
test('an owner sees the calls of a key by hour, its refusals, its nodes and its successor', async () => {
  const { detail, lists, rotate, secret } = await stage();
  const hourNow = (): string => `${new Date().toISOString().slice(0, 13)}:00:00.000Z`;
  const firstHour = hourNow();
  for (let n = 0; n < 3; n += 1) await lists(secret);
  await rig.act(secret, { action: 'builder.list' });
  const payload = { node_id: 'desk', idempotency_key: newKey() };
  await rig.act(secret, { action: 'node.heartbeat', payload });
  const lastHour = hourNow();
  // The calls may fall into two clock hours, so the counts of each action are summed over all hours.
  const countsOf = ({ hours }: KeyDetail) =>
    [...new Set(hours.map(({ action }) => action))].toSorted().map((action) => {
      const rows = hours.filter((row) => row.action === action);
      const sum = (of: 'answered' | 'refused') => rows.reduce((all, row) => all + row[of], 0);
      return { action, answered: sum('answered'), refused: sum('refused') };
    });
  const seen = await until(
    'the counts to be written',
    async () => {
      const found = await detail();
      const calls = countsOf(found).reduce((all, row) => all + row.answered + row.refused, 0);
      return calls >= 5 && found.refusals.length === 1 ? found : undefined;
    },
    20_000,
  );
  expect(countsOf(seen)).toEqual([
    { action: 'builder.list', answered: 0, refused: 1 },
    { action: 'node.heartbeat', answered: 1, refused: 0 },
    { action: 'worlds.list', answered: 3, refused: 0 },
  ]);
  for (const { hour } of seen.hours) expect([firstHour, lastHour]).toContain(hour);
  expect(seen.refusals).toMatchObject([{ action: 'builder.list', code: 'insufficient_scope' }]);
  expect(seen.nodes).toMatchObject([{ node_id: 'desk' }]);
  expect(seen.rotated_to).toBeNull();
  const next = (await rotate()).json.key.key_id as string;
  expect((await detail()).rotated_to).toBe(next);
});

// Verifies: keys.detail.
test('an owner sees all calls of a key in 90 days, also of one that is called in every hour', async () => {
  const { accountId, key, detail } = await stage();
  const actions = ['builder.get', 'builder.patch', 'worlds.list'];
  await rig.services.db.rows(
    sql`insert into gateway.key_hour (account_id, key_id, hour, action, answered, refused)
      select ${accountId}, ${key.key_id}, date_trunc('hour', now()) - make_interval(hours => n), action, 2, 1
      from generate_series(0, ${89 * 24}) n, unnest(${actions}::text[]) action`,
  );
  const { hours } = await detail();
  const perAction = 89 * 24 + 1;
  for (const action of actions) {
    const rows = hours.filter((row) => row.action === action);
    const sumOf = (of: 'answered' | 'refused') => rows.reduce((sum, row) => sum + row[of], 0);
    expect([action, sumOf('answered'), sumOf('refused')]).toEqual([
      action,
      2 * perAction,
      perAction,
    ]);
  }
  expect(hours.length).toBeLessThan(actions.length * (2 * 24 + 90));
  const times = hours.map(({ hour }) => hour);
  expect(times).toEqual(times.toSorted().reverse());
  // The newest 24 hours are always among those that are shown one by one.
  const newest = new Set(times.slice(0, 24 * actions.length));
  expect(newest.size).toBe(24);
});

// Verifies: keys.shrink.
test('a key loses scopes at once, and never gains one', async () => {
  const { change, detail, lists, secret } = await stage(SCOPES, { audit_all: true });
  const more = await change({ scopes: [...SCOPES, 'builder.publish'] });
  expect(more.json.error).toMatchObject({ code: 'invalid_input', details: {} });
  expect(more.text).toContain('builder.publish');
  const changed = await change({ name: 'old laptop', scopes: ['worlds.found'] });
  expect(changed.json.key).toMatchObject({
    name: 'old laptop',
    scopes: ['worlds.found'],
    audit_all: false,
  });
  expect(await lists(secret)).toBe('insufficient_scope');
  expect((await change({ scopes: SCOPES })).status).toBe(400);
  expect((await detail()).key.scopes).toEqual(['worlds.found']);
});

// Verifies: keys.shrink.
test('a key expires when its owner says, up to 365 days from its creation', async () => {
  const { accountId, change, key } = await stage();
  const inDays = async (days: number) => (await change({ expires_in_days: days })).json;
  const day = 86_400_000;
  const left = (at: string): number => Math.round((Date.parse(at) - Date.now()) / day);
  expect(left((await inDays(365)).key.expires_at)).toBe(365);
  expect(left((await inDays(3)).key.expires_at)).toBe(3);
  await rig.services.db.rows(
    sql`update gateway.key set created_at = created_at - interval '300 days'
      where account_id = ${accountId} and key_id = ${key.key_id}`,
  );
  expect((await inDays(100)).error.code).toBe('invalid_input');
  expect(left((await inDays(60)).key.expires_at)).toBe(60);
});

test('a change is journalled, and one of an ended, foreign or unknown key is refused', async () => {
  const { accountId, browser, change, key, path } = await stage();
  expect((await change({})).status).toBe(400);
  expect((await change({ name: 'x', surprise: 1 })).status).toBe(400);
  await change({ name: 'x' });
  const rows = await rig.services.db.rows(
    sql`select action, actor, key_id from effect.journal where account_id = ${accountId} order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ action: 'keys.change', actor: 'owner', key_id: key.key_id }]);
  const other = await stage();
  for (const method of ['GET', 'POST']) {
    const body = method === 'GET' ? undefined : { name: 'y' };
    expect((await other.browser.send(method, path, body)).status).toBe(404);
  }
  await rig.tool.keysRevoke(key.key_id);
  expect((await change({ name: 'y' })).json.error.code).toBe('invalid_input');
  expect((await browser.send('GET', path)).status).toBe(200);
});

// Verifies: keys.rotation-choice.
test('a successor has the scopes that its owner chose, and the old key may end at once', async () => {
  const { lists, rotate, secret } = await stage(['worlds.list'], { expires_in_days: 7 });
  const kept = (await rotate({ scopes: ['builder.list', 'worlds.list'] })).json;
  expect(kept.key.scopes).toEqual(['builder.list', 'worlds.list']);
  expect(Date.parse(kept.key.expires_at) - Date.parse(kept.key.created_at)).toBeCloseTo(
    7 * 86_400_000,
    -4,
  );
  expect(await lists(secret)).toBe('ok');
  const ended = await stage(['worlds.list']);
  await ended.rotate({ overlap_h: 0 });
  expect(await lists(ended.secret)).toBe('key_expired');
  expect((await ended.rotate({ overlap_h: 25 })).status).toBe(400);
});

// Verifies: keys.rotation-choice.
test('a successor has each scope once, sorted, also when its owner named one twice', async () => {
  const { rotate } = await stage();
  const { status, json } = await rotate({ scopes: ['worlds.list', 'builder.list', 'worlds.list'] });
  expect([status, json.key.scopes]).toEqual([201, ['builder.list', 'worlds.list']]);
});

// Verifies: keys.own-rates.
test('lower rates are in the record, are inherited by the successor, and cannot exceed the policy', async () => {
  const { change, detail, rotate } = await stage();
  const limits = { read: 2, change: null, publish: 0.05, search: null };
  expect((await change({ limits: { ...limits, read: 21 } })).json.error.code).toBe('invalid_input');
  for (const read of [0, 5e-324, 0.000_09])
    expect((await change({ limits: { ...limits, read } })).json.error.code).toBe('invalid_input');
  expect((await change({ limits: { ...limits, read: 0.000_1 } })).status).toBe(200);
  const { key } = (await change({ limits })).json as KeyDetail;
  expect(key.limits).toMatchObject({ read: '2/second', publish: '3/minute' });
  expect((await detail()).own_limits).toEqual(limits);
  const next = (await rotate()).json.key.key_id as string;
  expect((await detail(`/api/console/keys/${next}`)).own_limits).toEqual(limits);
  const none = { read: null, change: null, publish: null, search: null };
  await change({ limits: none });
  expect((await detail()).own_limits).toEqual(none);
});
