import { SCOPE_SETS } from '@bridge/contracts';
import { isAgentKey, makeAgentKey } from '@bridge/kernel';
import {
  newOwner,
  runCommand,
  startApp,
  startProduct,
  type AllInOneProcess,
} from '@bridge/testing';
import { afterAll, expect } from 'vitest';
import { callOn } from '../call.ts';
import { done, product, stage, unique } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
const other = await stage();
const KEYS = '/api/agent-bridge/keys';

function actWith(headers: Record<string, string>): Promise<Response> {
  return fetch(`${product().baseUrl}/api/agent-bridge/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"action":"worlds.list"}',
  });
}
async function codeOf(response: Response): Promise<string | undefined> {
  return ((await response.json()) as { error?: { code: string } }).error?.code;
}

verifiesOnce(
  ['keys.prefix', 'keys.form', 'keys.created-by-owner', 'accounts.owner-context'],
  async () => {
    const { key, secret } = await one.owner.makeKey({ name: 'first', preset: 'draft' });
    expect(secret).toMatch(/^ak_[0-9A-Za-z]{49}$/);
    expect(isAgentKey(secret)).toBe(true);
    expect(key).toMatchObject({
      name: 'first',
      scopes: [...SCOPE_SETS.draft],
      worlds: null,
      status: 'active',
      last_used_at: null,
      use_count: 0,
    });
    expect(secret.startsWith(key.start)).toBe(true);
    expect(secret.endsWith(key.last4)).toBe(true);
    const listed = await (await one.owner.send('GET', KEYS)).text();
    expect(listed).toContain(key.key_id);
    expect(listed).not.toContain(secret);
    const { worlds } = done<{
      worlds: { word: string }[];
    }>(await callOn('act', product().baseUrl, secret)('worlds.list', {}));
    expect(worlds.map((world) => world.word)).toContain(one.word);
  },
);

verifiesOnce(['keys.revoked', 'keys.owner-wide'], async () => {
  const { key, secret } = await one.owner.makeKey({ preset: 'read' });
  expect((await actWith({ authorization: `Bearer ${secret}` })).status).toBe(200);
  expect(
    (await one.owner.send('POST', KEYS, { action: 'revoke', key_id: key.key_id })).status,
  ).toBe(200);
  const after = await actWith({ authorization: `Bearer ${secret}` });
  expect(after.status).toBe(401);
  expect(after.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(await codeOf(after)).toBe('key_revoked');
});

verifiesOnce('keys.forms', async () => {
  const owner = (await stage()).owner;
  const single = await owner.makeKey({ scopes: ['worlds.list', 'builder.publish'] });
  expect(single.key.scopes).toEqual(['builder.publish', 'worlds.list']);
  for (const wish of [
    { name: '' },
    { scopes: ['no.such'] },
    { scopes: [] },
    { preset: 'all' },
    { expires_in_days: 0 },
    { expires_in_days: 366 },
    { extra: 1 },
    { preset: 'read', scopes: ['worlds.list'] },
  ]) {
    const reply = await owner.send('POST', KEYS, { name: 'bad', ...wish });
    expect([reply.status, await codeOf(reply)], JSON.stringify(wish)).toEqual([
      400,
      'invalid_input',
    ]);
  }
  const rotated = (await (
    await owner.send('POST', KEYS, { action: 'rotate', key_id: single.key.key_id })
  ).json()) as typeof single;
  expect(rotated.key).toMatchObject({ rotated_from: single.key.key_id, scopes: single.key.scopes });
  expect(rotated.secret).not.toBe(single.secret);
  expect((await owner.send('POST', KEYS, { action: 'revoke_all' })).status).toBe(200);
  expect((await actWith({ authorization: `Bearer ${rotated.secret}` })).status).toBe(401);
  expect((await actWith({ authorization: `Bearer ${single.secret}` })).status).toBe(401);
  const foreign = await other.owner.send('POST', KEYS, {
    action: 'revoke',
    key_id: single.key.key_id,
  });
  expect(foreign.status).toBe(404);
});

verifiesOnce('keys.expiry', async () => {
  const days = (iso: string | null) =>
    iso === null ? null : Math.round((Date.parse(iso) - Date.now()) / 86_400_000);
  expect(days((await one.owner.makeKey({})).key.expires_at)).toBe(90);
  expect(days((await one.owner.makeKey({ expires_in_days: 1 })).key.expires_at)).toBe(1);
  expect((await one.owner.makeKey({ expires_in_days: null })).key.expires_at).toBeNull();
});

verifiesOnce('keys.quota', async () => {
  const { owner } = await stage();
  for (let n = 1; n < 50; n += 1) await owner.makeKey({ preset: 'read' });
  const reply = await owner.send('POST', KEYS, { name: 'one too many' });
  expect([reply.status, await codeOf(reply)]).toEqual([429, 'quota_exceeded']);
});

verifiesOnce(['keys.two-headers', 'errors.catalogue'], async () => {
  const { secret } = one;
  expect((await actWith({ authorization: `Bearer ${secret}` })).status).toBe(200);
  expect((await actWith({ authorization: `bearer ${secret}` })).status).toBe(200);
  expect((await actWith({ 'x-service-agent-key': secret })).status).toBe(200);
  expect(
    (await actWith({ authorization: `Bearer ${secret}`, 'x-service-agent-key': secret })).status,
  ).toBe(200);
  const cases: readonly (readonly [Record<string, string>, number, string])[] = [
    [{}, 401, 'key_missing'],
    [{ authorization: `Bearer ${secret.slice(0, -1)}` }, 401, 'key_malformed'],
    [
      { authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}` },
      401,
      'key_malformed',
    ],
    [{ authorization: `Bearer ${makeAgentKey()}` }, 401, 'key_invalid'],
    [
      { authorization: `Bearer ${secret}`, 'x-service-agent-key': makeAgentKey() },
      400,
      'ambiguous_credentials',
    ],
  ];
  for (const [headers, status, code] of cases) {
    const reply = await actWith(headers);
    expect([reply.status, await codeOf(reply)]).toEqual([status, code]);
  }
});

verifiesOnce(['keys.not-by-key', 'keys.publish-apart'], async () => {
  const bearer = { authorization: `Bearer ${one.secret}`, 'content-type': 'application/json' };
  const made = await fetch(product().baseUrl + KEYS, {
    method: 'POST',
    headers: bearer,
    body: '{"name":"mine"}',
  });
  expect([made.status, await codeOf(made)]).toEqual([403, 'session_required']);
  const listed = await fetch(product().baseUrl + KEYS, { headers: bearer });
  expect(listed.status).toBe(403);
  const anonymous = await fetch(product().baseUrl + KEYS);
  expect(anonymous.status).toBe(403);
  const crossSite = await fetch(product().baseUrl + KEYS, {
    method: 'POST',
    headers: {
      cookie: one.owner.cookie,
      origin: 'https://evil.example',
      'content-type': 'application/json',
    },
    body: '{"name":"csrf"}',
  });
  expect([crossSite.status, await codeOf(crossSite)]).toEqual([403, 'origin_forbidden']);
  const draft = await one.owner.makeKey({ preset: 'draft' });
  expect(
    draft.key.scopes.filter((scope) => scope === 'builder.publish' || scope === 'builder.clear'),
  ).toEqual([]);
});

verifiesOnce('keys.whoami', async () => {
  const { secret } = await one.owner.makeKey({
    scopes: ['worlds.list', 'builder.get'],
    worlds: [one.word],
  });
  const reply = await fetch(`${product().baseUrl}/api/agent-bridge/whoami`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const text = await reply.text();
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject({
    ok: true,
    key: {
      scopes: ['builder.get', 'worlds.list'],
      worlds: [one.word],
      limits: expect.anything(),
      expires_at: expect.any(String),
    },
    worlds: [expect.objectContaining({ word: one.word })],
  });
});

/**
 * A product of its own for the tests below, with the default limits and an empty data folder, so that it has no owner before
 * the first of them.
 */
let started: Promise<AllInOneProcess> | undefined;
function ownProduct(): Promise<AllInOneProcess> {
  return (started ??= startProduct());
}
afterAll(async () => (await started)?.stop());

verifiesOnce('accounts.sign-up-closed', async () => {
  const own = await ownProduct();
  const json = { 'content-type': 'application/json', origin: own.baseUrl };
  const open = await fetch(`${own.baseUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: '{"email":"a@example.org","name":"A","password":"a long password"}',
  });
  expect(open.status).toBeGreaterThanOrEqual(400);
  expect(own.welcomeToken).not.toBeNull();
  const welcome = (token: string) =>
    fetch(`${own.baseUrl}/api/console/welcome`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        token,
        email: 'first@example.org',
        name: 'First',
        password: 'a long password',
      }),
    });
  expect((await welcome('x'.repeat(own.welcomeToken?.length ?? 43))).status).toBeGreaterThanOrEqual(
    400,
  );
  expect((await welcome(own.welcomeToken ?? '')).ok).toBe(true);
  expect((await welcome(own.welcomeToken ?? '')).status).toBeGreaterThanOrEqual(400);
  const entered = await fetch(`${own.baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: json,
    body: '{"email":"first@example.org","password":"a long password"}',
  });
  expect(entered.status).toBe(200);
  expect(entered.headers.get('set-cookie')).toMatch(/HttpOnly/i);
  expect(entered.headers.get('set-cookie')).toMatch(/SameSite=Lax/i);
  expect(entered.headers.get('set-cookie')).not.toMatch(/Domain=/i);
});

verifiesOnce('limits.rates', async () => {
  const own = await ownProduct();
  const owner = await newOwner(own.baseUrl, own.env);
  const { secret } = await owner.makeKey({ preset: 'read' });
  const replies = await Promise.all(
    Array.from({ length: 15 }, () =>
      fetch(`${own.baseUrl}/api/agent-bridge/act`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: '{"action":"surf.search","payload":{"query":"x"}}',
      }),
    ),
  );
  const limited = replies.find((reply) => reply.status === 429);
  expect(limited).toBeDefined();
  expect(limited?.headers.get('retry-after')).toMatch(/^[0-9]+$/);
  expect(limited?.headers.get('ratelimit')).toBeTruthy();
  expect(limited?.headers.get('ratelimit-policy')).toBeTruthy();
  expect(await codeOf(limited as Response)).toBe('rate_limited');
});

verifiesOnce(['operations.owners-keys', 'operations.exit-codes'], async () => {
  const own = await ownProduct();
  const email = 'cli@example.org';
  await runCommand(
    ['owner', 'create', '--email', email, '--name', 'Cli', '--password-stdin', '--json'],
    own.env,
    'a long password\n',
  );
  const keys = ['keys', 'create', '--owner', email, '--name', 'cli', '--preset', 'read', '--json'];
  const running = JSON.parse((await runCommand(keys, own.env)).stdout) as { secret: string };
  const call = callOn('act', own.baseUrl, running.secret);
  done(await call('worlds.list', {}));
  await call('worlds.no_such', {});
  await own.program.stop();
  const listed = await runCommand(['keys', 'list', '--owner', email], own.env);
  expect(listed.stdout).toMatch(/last used [0-9T:.-]+Z for an unknown action/);
  const stopped = JSON.parse((await runCommand(keys, own.env)).stdout) as { secret: string };
  expect(isAgentKey(stopped.secret)).toBe(true);
  const back = await startProduct({ data: own.data, ports: own.ports });
  try {
    done(await callOn('act', back.baseUrl, stopped.secret)('worlds.list', {}));
    await expect(runCommand(['keys', 'create'], own.env)).rejects.toThrow('ended with 2');
    await expect(
      runCommand(['keys', 'create', '--owner', 'nobody@example.org', '--name', 'x'], own.env),
    ).rejects.toThrow('ended with 1');
    expect((await runCommand(['keys', 'create', '--help'], own.env)).stdout).toContain('--preset');
  } finally {
    await back.stop();
  }
});

verifiesOnce(['operations.unknown-settings', 'limits.configured'], async () => {
  const start = (env: Record<string, string>) => startApp('bridge', env, () => false);
  await expect(start({ BRIDGE_NO_SUCH: '1' })).rejects.toThrow('BRIDGE_NO_SUCH');
  await expect(
    start({
      BRIDGE_LIMITS: 'off',
      BRIDGE_BASE_URL: 'https://bridge.example.org',
      BRIDGE_DATA: `/tmp/${unique('refused')}`,
    }),
  ).rejects.toThrow('BRIDGE_LIMITS');
});
