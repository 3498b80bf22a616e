import { SCOPE_SETS, type KeyRecord } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import { hashAgentKey, isAgentKey, makeAgentKey, randomIds } from '@bridge/kernel';
import {
  type TestHttpResponse,
  type SimulatedBrowserClient,
  type GatewayTestRig,
  answerOf,
  newKey,
  openBrowser,
  startGateway,
  until,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceKey } from './keys/key-change.store.ts';
import { lockAccount } from './keys/key.store.ts';

const KEYS = '/api/agent-bridge/keys';
const DAY_MS = 24 * 3_600_000;
let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

const rows = async (text: string): Promise<readonly unknown[]> =>
  rig.services.db.rows(sql.raw(text));

async function signedIn(): Promise<
  SimulatedBrowserClient & { readonly email: string; readonly accountId: string }
> {
  const { email, password, accountId } = await rig.owner();
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  return Object.assign(browser, { email, accountId });
}
const works = async (secret: string): Promise<string> => {
  const { status, json } = await rig.act(secret, { action: 'worlds.list' });
  return status === 200 ? 'works' : json.error.code;
};

describe('making a key', () => {
  test('by its name alone gives the draft set for 90 days, and the secret this once', async () => {
    const owner = await signedIn();
    const made = await owner.send('POST', KEYS, { name: 'My agent' });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { key, secret } = made.json;
    expect(isAgentKey(secret)).toBe(true);
    expect(key).toMatchObject({
      name: 'My agent',
      status: 'active',
      scopes: SCOPE_SETS.draft,
      worlds: null,
      start: secret.slice(0, 7),
      last4: secret.slice(-4),
      last_used_at: null,
      use_count: 0,
      rotated_from: null,
      audit_all: false,
    });
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBeCloseTo(90 * DAY_MS, -4);
    expect(await works(secret)).toBe('works');
    const listed = await owner.send('GET', KEYS);
    expect(listed.json).toMatchObject({
      ok: true,
      keys: [{ key_id: key.key_id, name: 'My agent' }],
      next_after: null,
    });
    expect(listed.text).not.toContain(secret.slice(7, -4));
  });

  test('grants publish or clear only when they are named', async () => {
    const owner = await signedIn();
    for (const preset of ['read', 'draft']) {
      const { json } = await owner.send('POST', KEYS, { name: preset, preset });
      expect(json.key.scopes).not.toContain('builder.publish');
      expect(json.key.scopes).not.toContain('builder.clear');
    }
    const { json } = await owner.send('POST', KEYS, {
      name: 'all',
      scopes: ['builder.publish', 'builder.get', 'builder.get'],
      expires_in_days: null,
    });
    expect(json.key).toMatchObject({
      scopes: ['builder.get', 'builder.publish'],
      expires_at: null,
    });
  });

  test.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['81 characters', { name: 'x'.repeat(81) }, 'name'],
    ['a control character', { name: 'a\u001b[2J' }, 'name'],
    ['a scope that does not exist', { name: 'x', scopes: ['builder.fly'] }, 'scopes[0]'],
    ['no scope at all', { name: 'x', scopes: [] }, 'scopes'],
    ['preset and scopes', { name: 'x', preset: 'read', scopes: ['worlds.list'] }, 'preset'],
    ['0 days', { name: 'x', expires_in_days: 0 }, 'expires_in_days'],
    ['366 days', { name: 'x', expires_in_days: 366 }, 'expires_in_days'],
    ['a word that cannot be', { name: 'x', worlds: ['No'] }, 'worlds[0]'],
    ['no Worlds', { name: 'x', worlds: [] }, 'worlds'],
    ['something unknown', { name: 'x', wallet: true }, 'wallet'],
    ['another action', { action: 'make', name: 'x' }, 'action'],
  ])('with %s is refused', async (_, body, path) => {
    const owner = await signedIn();
    const answer = await owner.send('POST', KEYS, body);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_input' } } });
    expect(answer.json.error.details.issues.map((issue: { path: string }) => issue.path)).toContain(
      path,
    );
    expect((await owner.send('GET', KEYS)).json.keys).toEqual([]);
  });

  test('80 characters count as characters, and 365 days are legal', async () => {
    const owner = await signedIn();
    const name = '😀'.repeat(80);
    expect((await owner.send('POST', KEYS, { name, expires_in_days: 365 })).json.key.name).toBe(
      name,
    );
  });

  test('for Worlds works for one’s own only', async () => {
    const owner = await signedIn();
    const key = await rig.key(['worlds.found', 'worlds.list'], owner.email);
    await rig.act(key, {
      action: 'worlds.found',
      payload: { word: 'mine-alone', idempotency_key: 'found-mine-1' },
    });
    const made = await owner.send('POST', KEYS, { name: 'x', worlds: ['mine-alone'] });
    expect(made.json.key.worlds).toEqual(['mine-alone']);
    const stranger = await signedIn();
    for (const worlds of [['mine-alone'], ['nobodys']])
      expect(await stranger.send('POST', KEYS, { name: 'x', worlds })).toMatchObject({
        status: 403,
        json: { error: { code: 'world_forbidden', details: { word: worlds[0] } } },
      });
    await expect(
      rig.tool.keysCreate(stranger.email, { name: 'x', worlds: ['mine-alone'] }),
    ).rejects.toMatchObject({ code: 'world_forbidden' });
    await expect(
      rig.tool.keysCreate(owner.email, { name: 'x', worlds: ['mine-alone'] }),
    ).resolves.toMatchObject({ key: { worlds: ['mine-alone'] } });
  });

  test('stops at 50 active keys, also when many are made at once', async () => {
    const owner = await signedIn();
    const made = await Promise.all(
      Array.from({ length: 55 }, (_, i) => owner.send('POST', KEYS, { name: `key ${i}` })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(made.find(({ status }) => status !== 201)?.json.error).toMatchObject({
      code: 'quota_exceeded',
      details: { max: 50 },
    });
    const [first] = (await owner.send('GET', KEYS)).json.keys;
    await owner.send('POST', KEYS, { action: 'revoke', key_id: first.key_id });
    expect((await owner.send('POST', KEYS, { name: 'one more' })).status).toBe(201);
  });
});

describe('revoking', () => {
  test('holds for the very next call, and a second time changes nothing', async () => {
    const owner = await signedIn();
    const { key, secret } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    expect(await works(secret)).toBe('works');
    const revoked = await owner.send('POST', KEYS, { action: 'revoke', key_id: key.key_id });
    expect(revoked).toMatchObject({ status: 200, json: { key: { status: 'revoked' } } });
    expect(await works(secret)).toBe('key_revoked');
    const again = await owner.send('POST', KEYS, { action: 'revoke', key_id: key.key_id });
    expect(again.json.key.revoked_at).toBe(revoked.json.key.revoked_at);
  });
  test('all of them leaves nothing that works, and another owner’s keys alone', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const mine = await Promise.all([1, 2, 3].map(() => rig.key(['worlds.list'], owner.email)));
    const theirs = await rig.key(['worlds.list'], other.email);
    expect((await owner.send('POST', KEYS, { action: 'revoke_all' })).json).toMatchObject({
      ok: true,
      revoked: 3,
    });
    expect(await Promise.all(mine.map(works))).toEqual([
      'key_revoked',
      'key_revoked',
      'key_revoked',
    ]);
    expect(await works(theirs)).toBe('works');
  });
  // Verifies: keys.forms.
  test('all while a key is rotated also ends the successor', async () => {
    const owner = await signedIn();
    const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    const { db } = rig.services;
    const waitsForLock = async (): Promise<boolean> =>
      (
        await db.rows(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length > 0;
    const successor = {
      keyId: randomIds.make('key'),
      hash: hashAgentKey(makeAgentKey()),
      start: 'ak_xxxx',
      last4: 'xxxx',
    };
    const bounds = { overlapHours: 24, activeMax: 100, scopes: null };
    const revocation = await db.transaction({}, async (tx) => {
      await lockAccount(tx, owner.accountId);
      await replaceKey(tx, owner.accountId, key.key_id, successor, bounds);
      const sent = owner.send('POST', KEYS, { action: 'revoke_all' });
      await until('the revocation to wait for the rotation', waitsForLock);
      // Returned in an object, because the transaction must commit before the revocation is answered.
      return { sent };
    });
    expect((await revocation.sent).json).toMatchObject({ ok: true, revoked: 2 });
    const { keys } = (await owner.send('GET', KEYS)).json;
    expect(keys.map(({ status }: KeyRecord) => status)).toEqual(['revoked', 'revoked']);
  });
  test('another owner’s key is not found, and stays valid', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const { key, secret } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    for (const action of ['revoke', 'rotate'])
      expect(await other.send('POST', KEYS, { action, key_id: key.key_id })).toMatchObject({
        status: 404,
      });
    expect(await works(secret)).toBe('works');
  });
  test('an expired key is key_expired', async () => {
    const owner = await signedIn();
    const { key, secret } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    await rows(`update gateway.key set expires_at = now() where key_id = '${key.key_id}'`);
    expect(await works(secret)).toBe('key_expired');
    expect((await owner.send('GET', KEYS)).json.keys[0].status).toBe('expired');
  });
});

describe('rotating', () => {
  // Verifies: keys.rotation.
  test('creates a successor with the same rights; the old key works for one more day', async () => {
    const owner = await signedIn();
    const { key, secret } = (
      await owner.send('POST', KEYS, { name: 'x', scopes: ['worlds.list'], expires_in_days: 30 })
    ).json;
    const rotated = await owner.send('POST', KEYS, { action: 'rotate', key_id: key.key_id });
    expect(rotated).toMatchObject({
      status: 201,
      json: { key: { name: 'x', scopes: ['worlds.list'], rotated_from: key.key_id } },
    });
    const { key: next, secret: newSecret } = rotated.json;
    expect(Date.parse(next.expires_at) - Date.parse(next.created_at)).toBeCloseTo(30 * DAY_MS, -4);
    expect([await works(secret), await works(newSecret)]).toEqual(['works', 'works']);
    const old = (await owner.send('GET', KEYS)).json.keys.find(
      (one: KeyRecord) => one.key_id === key.key_id,
    );
    expect(Date.parse(old.expires_at) - Date.now()).toBeLessThanOrEqual(DAY_MS);
  });
  test('a key that has ended is refused', async () => {
    const owner = await signedIn();
    const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    await owner.send('POST', KEYS, { action: 'revoke', key_id: key.key_id });
    expect(
      (await owner.send('POST', KEYS, { action: 'rotate', key_id: key.key_id })).json.error.details
        .issues,
    ).toMatchObject([{ path: 'key_id', rule: 'active' }]);
  });
  // Verifies: keys.rotated-once.
  test.each([
    ['while the key still works', {}],
    ['after the rotation ended the key at once', { overlap_h: 0 }],
  ])(
    'repeated without an idempotency key %s creates no second successor and names the first',
    async (_, options) => {
      const owner = await signedIn();
      const { key } = (await owner.send('POST', KEYS, { name: 'x', expires_in_days: null })).json;
      const rotate = async (key_id: string) =>
        owner.send('POST', KEYS, { action: 'rotate', key_id, ...options });
      const first = (await rotate(key.key_id)).json.key as KeyRecord;
      const { error } = (await rotate(key.key_id)).json;
      expect(error.code).toBe('invalid_input');
      expect(error.details.issues).toMatchObject([{ path: 'key_id', rule: 'rotated' }]);
      expect(error.details.issues[0].message).toContain(first.key_id);
      expect((await owner.send('GET', KEYS)).json.keys).toHaveLength(2);
      expect((await rotate(first.key_id)).json).toMatchObject({
        secret: expect.any(String),
        key: { rotated_from: first.key_id, expires_at: null, scopes: key.scopes },
      });
    },
  );
  // Verifies: keys.rotated-once.
  test('of one key at the same moment creates one successor', async () => {
    const owner = await signedIn();
    const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    const rotation = { action: 'rotate', key_id: key.key_id };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.send('POST', KEYS, rotation)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
    expect((await owner.send('GET', KEYS)).json.keys).toHaveLength(2);
  });
  test('a key that never ends has a successor that never ends', async () => {
    const owner = await signedIn();
    const { key } = (await owner.send('POST', KEYS, { name: 'x', expires_in_days: null })).json;
    expect(
      (await owner.send('POST', KEYS, { action: 'rotate', key_id: key.key_id })).json.key
        .expires_at,
    ).toBeNull();
  });
});

describe('the key address', () => {
  test('is for the owner in person: a key cannot use it', async () => {
    const owner = await signedIn();
    const key = await rig.key(['worlds.list'], owner.email);
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { 'x-service-agent-key': key },
    ] as Record<string, string>[]) {
      expect((await owner.send('POST', KEYS, { name: 'x' }, headers)).json.error.code).toBe(
        'session_required',
      );
      expect((await owner.send('GET', KEYS, undefined, headers)).status).toBe(403);
    }
    expect((await openBrowser(rig).send('GET', KEYS)).json.error.code).toBe('session_required');
    expect((await owner.send('GET', KEYS)).json.keys).toHaveLength(1);
  });
  // Verifies: accounts.same-site.
  test('does nothing for another site’s page', async () => {
    const owner = await signedIn();
    const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    const forged: [string, Record<string, string>][] = [
      ['cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['same-site', { 'sec-fetch-site': 'same-site' }],
    ];
    for (const [, headers] of forged)
      expect((await owner.send('POST', KEYS, { action: 'revoke_all' }, headers)).status).toBe(403);
    const form = await fetch(`${rig.base}${KEYS}`, {
      method: 'POST',
      headers: {
        cookie: owner.cookie,
        'content-type': 'text/plain',
        origin: 'https://evil.example',
      },
      body: JSON.stringify({ action: 'revoke_all' }),
    });
    expect([403, 415]).toContain(form.status);
    const old = await fetch(`${rig.base}${KEYS}`, {
      method: 'POST',
      headers: {
        cookie: owner.cookie,
        'content-type': 'application/json',
        origin: 'https://evil.example',
      },
      body: JSON.stringify({ action: 'revoke_all' }),
    });
    expect(old.status).toBe(403);
    expect((await owner.send('GET', `${KEYS}?action=revoke&key_id=${key.key_id}`)).status).toBe(
      400,
    );
    expect((await owner.send('GET', KEYS)).json.keys[0].status).toBe('active');
  });
  test('a body over 64 KiB is refused', async () => {
    const owner = await signedIn();
    expect((await owner.send('POST', KEYS, { name: 'x'.repeat(70_000) })).json.error).toMatchObject(
      { code: 'payload_too_large', details: { bytes_max: 65_536 } },
    );
  });
  test('pages through many keys, oldest first', async () => {
    const owner = await signedIn();
    const hash = hashAgentKey(owner.accountId).toString('hex').slice(0, 56);
    await rows(`insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes, created_at, revoked_at)
      select '${owner.accountId}', 'key_' || lpad(n::text, 26, '0'), decode('${hash}' || lpad(n::text, 8, '0'), 'hex'), 'key ' || n, 'ak_', '0000', '{worlds.list}',
        now() + n * interval '1 second', now() from generate_series(1, 130) n`);
    const first = (await owner.send('GET', KEYS)).json;
    expect(first.keys).toHaveLength(100);
    const second = (await owner.send('GET', `${KEYS}?after=${first.next_after}`)).json;
    expect([second.keys.length, second.next_after]).toEqual([30, null]);
    expect([...first.keys, ...second.keys].map((key: KeyRecord) => key.name)).toEqual(
      Array.from({ length: 130 }, (_, i) => `key ${i + 1}`),
    );
    expect(await rig.tool.keysList(owner.email)).toHaveLength(130);
  });
});

// Verifies: keys.detail.
test('a key is shown while the account service is away, which is named', async () => {
  const owner = await signedIn();
  const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
  const detail = await owner.send('GET', `/api/console/keys/${key.key_id}`);
  expect(detail.json).toMatchObject({ key: { name: 'x' }, refusals: [], missing: ['account'] });
});

describe('a change of keys with an idempotency key', () => {
  const changesOf = async (accountId: string): Promise<readonly unknown[]> =>
    (
      (await rows(
        `select action from effect.journal where account_id = '${accountId}' order by seq`,
      )) as { action: string }[]
    ).map(({ action }) => action);

  // Verifies: keys.same-key.
  test('makes one key however often it is sent, and tells its secret once', async () => {
    const owner = await signedIn();
    const send = (body: object) => owner.send('POST', KEYS, { idempotency_key: newKey(), ...body });
    const body = { name: 'laptop', idempotency_key: newKey() };
    const twins = await Promise.all([1, 2, 3].map(() => send(body)));
    const answers = [...twins, await send(body)];
    const secrets = answers.map(({ json }) => json.secret).filter((secret) => secret !== null);
    expect(secrets).toHaveLength(1);
    expect(await works(secrets[0])).toBe('works');
    expect(new Set(answers.map(({ json }) => json.key.key_id)).size).toBe(1);
    for (const { status, json, headers } of answers.filter(({ json }) => json.secret === null)) {
      expect(status).toBe(200);
      expect(headers.get('idempotency-replayed')).toBe('true');
      expect(json.hint).toContain('Rotate');
    }
    expect((await owner.send('GET', KEYS)).json.keys).toHaveLength(1);
    expect((await send({ ...body, name: 'desk' })).json.error.code).toBe('idempotency_mismatch');

    const key_id = answers[0]?.json.key.key_id as string;
    const rotation = { action: 'rotate', key_id, idempotency_key: newKey() };
    const made = await send(rotation);
    const again = await send(rotation);
    expect([made.status, again.status, again.json.secret]).toEqual([201, 200, null]);
    expect(again.json.key.key_id).toBe(made.json.key.key_id);
    expect(await works(made.json.secret)).toBe('works');
    expect((await owner.send('GET', KEYS)).json.keys).toHaveLength(2);
    expect(await changesOf(owner.accountId)).toEqual(['keys.create', 'keys.rotate']);
    const stored = await rows(
      `select response from effect.idempotency where account_id = '${owner.accountId}'`,
    );
    expect(JSON.stringify(stored)).not.toContain(secrets[0].slice(7, -4));
  });

  // Verifies: keys.same-key.
  test('revokes, changes and revokes all once', async () => {
    const owner = await signedIn();
    const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
    const detail = `/api/console/keys/${key.key_id}`;
    for (const [path, body] of [
      [detail, { name: 'y' }],
      [KEYS, { action: 'revoke', key_id: key.key_id }],
      [KEYS, { action: 'revoke_all' }],
    ] as const) {
      const change = { ...body, idempotency_key: newKey() };
      const first = await owner.send('POST', path, change);
      const second = await owner.send('POST', path, change);
      expect(second.status).toBe(200);
      expect({ ...second.json, request_id: '' }).toEqual({ ...first.json, request_id: '' });
    }
    expect(await changesOf(owner.accountId)).toEqual([
      'keys.create',
      'keys.change',
      'keys.revoke',
      'keys.revoke_all',
    ]);
    expect((await owner.send('POST', detail, { idempotency_key: newKey() })).status).toBe(400);
  });
});

test('the journal contains every change of a key, and its chain verifies', async () => {
  const owner = await signedIn();
  const { key } = (await owner.send('POST', KEYS, { name: 'x' })).json;
  await owner.send('POST', KEYS, { action: 'rotate', key_id: key.key_id });
  await owner.send('POST', KEYS, { action: 'revoke', key_id: key.key_id });
  const journal = await rows(
    `select action, actor, surface from effect.journal where account_id = '${owner.accountId}' order by seq`,
  );
  expect(journal).toEqual(
    ['keys.create', 'keys.rotate', 'keys.revoke'].map((action) => ({
      action,
      actor: 'owner',
      surface: 'console',
    })),
  );
  expect(await verifyJournal(rig.services.db)).toEqual([]);
});

// Verifies: keys.stored-as-hash.
test('the secret of a key is nowhere in the database', async () => {
  const secret = await rig.key();
  await works(secret);
  const [{ dump }] = (await rows(
    `select string_agg(row_to_json(k)::text, ' ') as dump from gateway.key k`,
  )) as [{ dump: string }];
  expect(dump).toContain(hashAgentKey(secret).toString('hex'));
  expect(dump).not.toContain(secret);
});

// Verifies: keys.last-use.
test('the owner sees when and for what a key was last used, soon after', async () => {
  const owner = await signedIn();
  const secret = await rig.key(['worlds.list', 'builder.list'], owner.email);
  await works(secret);
  const record = async (): Promise<KeyRecord> => (await owner.send('GET', KEYS)).json.keys[0];
  await until(
    'the first use to be written',
    async () => (await record()).last_used_at !== null,
    10_000,
  );
  expect(await record()).toMatchObject({ last_used_action: 'worlds.list', use_count: 1 });
});

test('whoami returns the rights of the key', async () => {
  const owner = await signedIn();
  const founder = await rig.key(['worlds.found'], owner.email);
  for (const word of ['who-one', 'who-two'])
    await rig.act(founder, {
      action: 'worlds.found',
      payload: { word, idempotency_key: `found-${word}` },
    });
  const { secret } = await rig.tool.keysCreate(owner.email, {
    name: 'limited',
    scopes: ['builder.create'],
    worlds: ['who-one'],
  });
  const whoami = async (key: string | null): Promise<TestHttpResponse> =>
    answerOf(
      await fetch(`${rig.base}/api/agent-bridge/whoami`, {
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
      }),
    );
  const { json, text } = await whoami(secret);
  expect(json).toMatchObject({
    ok: true,
    key: { name: 'limited', scopes: ['builder.create'], worlds: ['who-one'], status: 'active' },
    worlds: [{ word: 'who-one', role: 'founder', permissions: ['page.create'] }],
  });
  expect(json.worlds).toHaveLength(1);
  expect(text).not.toContain(secret);
  expect((await whoami(null)).status).toBe(401);
});
