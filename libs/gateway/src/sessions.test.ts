import { sql } from '@bridge/db';
import { type GatewayTestRig, fakeClock, openBrowser, startGateway } from '@bridge/testing';
import { statSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '@bridge/kernel';
import { authSecret } from './auth/auth-secret.ts';
import { gatewayModule } from './module.ts';
import { sessionCookieName } from './auth/open-auth.ts';
import { hashPassword, verifyPassword } from './auth/password.ts';

let rig: GatewayTestRig;
const clock = fakeClock(Date.now());
beforeAll(async () => {
  rig = await startGateway({ BRIDGE_LIMITS: 'default' }, { clock });
});
afterAll(() => rig.stop());

const rows = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  rig.services.db.rows(sql.raw(text));

describe('a password', () => {
  // Verifies: accounts.password-hash.
  test('is kept as argon2id with OWASP’s parameters and its own salt, and checked by them', async () => {
    const [one, two] = await Promise.all([hashPassword('pässwört 1'), hashPassword('pässwört 1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('pässwört 1', one)).toBe(true);
    expect(await verifyPassword('pässwört 2', one)).toBe(false);
    expect(await verifyPassword('pässwört 1', 'nonsense')).toBe(false);
  });
  // Verifies: accounts.password-load.
  test('is hashed at most twice at once; further attempts are refused with a retry', async () => {
    const crowd = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('x')));
    const refused = crowd.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(60 - 2 - 32);
    expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable' } });
  });
});

describe('signing in', () => {
  // Verifies: accounts.session-cookie.
  test('gives a session of this host only, unreadable to scripts', async () => {
    const { email, password } = await rig.owner();
    const response = await fetch(`${rig.base}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: email.toUpperCase(), password }),
    });
    expect(response.status).toBe(200);
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(new RegExp(`^bridge-session-${new URL(rig.base).port}=`));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    expect(cookie).not.toMatch(/domain=/i);
    expect(sessionCookieName('https://bridge.example')).toBe('__Host-session');
    expect(await response.text()).not.toContain(cookie.split('=')[1]?.split('.')[0]);
  });

  // Verifies: accounts.no-enumeration.
  test('gives the same answer for a wrong password and for an unknown address', async () => {
    const { email, password } = await rig.owner();
    const browser = openBrowser(rig);
    const wrong = await browser.signIn(email, `${password}x`);
    const unknown = await browser.signIn('nobody@example.org', password);
    expect(wrong.status).toBe(400);
    const bare = ({ json: { error } }: typeof wrong): unknown => error;
    expect(bare(unknown)).toEqual(bare(wrong));
    expect(browser.cookie).toBe('');
  });

  // Verifies: accounts.no-enumeration.
  test('takes as long for an unknown address as for a wrong password', async () => {
    const { email } = await rig.owner();
    const times = async (address: (i: number) => string): Promise<number> => {
      const all: number[] = [];
      for (let i = 0; i < 7; i += 1) {
        const from = performance.now();
        await openBrowser(rig).signIn(address(i), 'wrong password');
        all.push(performance.now() - from);
        clock.advance(120_000);
      }
      return all.sort((a, b) => a - b)[3] ?? 0;
    };
    const known = await times(() => email);
    const unknown = await times((i) => `nobody${i}@example.org`);
    // A sign-in computes one argon2 hash, whether the e-mail address is known or not, so both take about the same time. The
    // factor 3 allows for a busy machine.
    expect(unknown).toBeGreaterThan(known / 3);
    expect(unknown).toBeLessThan(known * 3);
  });

  // Verifies: accounts.password-guesses.
  test('is limited after ten wrong passwords for an e-mail address and client, and never for other clients', async () => {
    const { email, password } = await rig.owner();
    const browser = openBrowser(rig);
    for (let i = 0; i < 10; i += 1) expect((await browser.signIn(email, 'wrong')).status).toBe(400);
    const refused = await browser.signIn(email, password);
    expect(refused).toMatchObject({ status: 429, json: { error: { code: 'rate_limited' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await rig.owner();
    expect((await openBrowser(rig).signIn(other.email, other.password)).status).toBe(200);
    clock.advance(15 * 60_000);
    expect((await browser.signIn(email, password)).status).toBe(200);
  });

  // Verifies: accounts.password-guesses.
  test('with many wrong passwords at the same moment checks ten of them', async () => {
    const { email } = await rig.owner();
    const guesses = Array.from({ length: 25 }, (_, n) => openBrowser(rig).signIn(email, `no ${n}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    clock.advance(15 * 60_000);
  });

  // Verifies: accounts.same-site.
  test('needs our own page or no browser at all', async () => {
    const { email, password } = await rig.owner();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: rig.base },
    ])
      expect(
        (await openBrowser(rig, headers as Record<string, string>).signIn(email, password)).status,
      ).toBe(403);
    const answer = await fetch(`${rig.base}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ email, password }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('a session', () => {
  test('returns its owner, and no owner without a session', async () => {
    const { email, password } = await rig.owner();
    const browser = openBrowser(rig);
    expect((await browser.send('GET', '/api/auth/get-session')).json).toMatchObject({
      user: null,
      signup: 'closed',
    });
    await browser.signIn(email, password);
    expect((await browser.send('GET', '/api/auth/get-session')).json).toMatchObject({
      user: { email },
    });
    browser.cookie = `${browser.cookie.slice(0, -3)}abc`;
    expect((await browser.send('GET', '/api/auth/get-session')).json.user).toBeNull();
  });

  // Verifies: accounts.session-stored.
  test('cannot be made from the content of the database', async () => {
    const { email, password } = await rig.owner();
    const browser = openBrowser(rig);
    await browser.signIn(email, password);
    const stored = await rows('select token from gateway.session');
    const [name] = browser.cookie.split('=');
    for (const { token } of stored) {
      browser.cookie = `${name}=${String(token)}`;
      expect((await browser.send('GET', '/api/agent-bridge/keys')).status).toBe(403);
    }
  });

  // Verifies: accounts.sign-out.
  test('ends with signing out, on the server too', async () => {
    const { email, password } = await rig.owner();
    const browser = openBrowser(rig);
    await browser.signIn(email, password);
    const { cookie } = browser;
    expect((await browser.send('POST', '/api/auth/sign-out', {})).status).toBe(200);
    expect(browser.cookie).toBe('');
    browser.cookie = cookie;
    expect((await browser.send('GET', '/api/agent-bridge/keys')).json.error.code).toBe(
      'session_required',
    );
  });

  // Verifies: accounts.session-length.
  test('ends after twelve idle hours and after seven days in any case', async () => {
    const { email, password } = await rig.owner();
    const browser = openBrowser(rig);
    await browser.signIn(email, password);
    await rows("update gateway.session set expires_at = now() - interval '1 second'");
    expect((await browser.send('GET', '/api/agent-bridge/keys')).status).toBe(403);
    await browser.signIn(email, password);
    const [{ hours }] = (await rows(
      'select extract(epoch from max(expires_at) - now()) / 3600 as hours from gateway.session',
    )) as [{ hours: number }];
    expect(Number(hours)).toBeCloseTo(12, 1);
    await rows("update gateway.session set created_at = now() - interval '8 days'");
    expect((await browser.send('GET', '/api/agent-bridge/keys')).status).toBe(403);
  });

  // Verifies: accounts.password-change.
  test('changes the password with the current one, and ends every other session', async () => {
    const { email, password } = await rig.owner();
    const [here, there] = [openBrowser(rig), openBrowser(rig)];
    await here.signIn(email, password);
    await there.signIn(email, password);
    const change = (currentPassword: string, newPassword: string) =>
      here.send('POST', '/api/auth/change-password', {
        currentPassword,
        newPassword,
        revokeOtherSessions: true,
      });
    expect((await change('wrong', 'a new long one')).json.error.details.issues).toMatchObject([
      { path: 'currentPassword' },
    ]);
    expect((await change(password, 'short')).json.error.details.issues).toMatchObject([
      { path: 'newPassword', rule: 'too_small' },
    ]);
    expect((await change(password, 'a new long one')).status).toBe(200);
    expect((await here.send('GET', '/api/agent-bridge/keys')).status).toBe(200);
    expect((await there.send('GET', '/api/agent-bridge/keys')).status).toBe(403);
    expect((await there.signIn(email, password)).status).toBe(400);
    expect((await there.signIn(email, 'a new long one')).status).toBe(200);
  });
});

describe('becoming an owner', () => {
  test('is closed without a link', async () => {
    const answer = await openBrowser(rig).send('POST', '/api/auth/sign-up/email', {
      email: 'x@example.org',
      name: 'X',
      password: 'long enough',
    });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });

  // Verifies: accounts.owner-link.
  test('by an operator’s link works once, for its own address, and a refused entry leaves it whole', async () => {
    const browser = openBrowser(rig);
    const { token, url } = await rig.tool.ownerLink('New@Example.org');
    expect(url).toBe(`${rig.base}/console/welcome#${token}`);
    const enter = (change: object) =>
      browser.send('POST', '/api/console/welcome', {
        token,
        email: 'new@example.org',
        name: 'New',
        password: 'long enough',
        ...change,
      });
    expect((await enter({ password: 'short' })).json.error.details.issues).toMatchObject([
      { path: 'password' },
    ]);
    expect((await enter({ email: 'other@example.org' })).json.error.details.issues).toMatchObject([
      { path: 'email', rule: 'link' },
    ]);
    expect((await enter({ token: 'x'.repeat(43) })).status).toBe(404);
    expect((await enter({})).status).toBe(201);
    expect((await enter({})).json.error.code).toBe('gone');
    expect((await browser.signIn('new@example.org', 'long enough')).status).toBe(200);
  });

  test('a link that has run out, and an older one for the same address, are gone', async () => {
    const older = await rig.tool.ownerLink('late@example.org');
    const newer = await rig.tool.ownerLink('late@example.org');
    const enter = (token: string) =>
      openBrowser(rig).send('POST', '/api/console/welcome', {
        token,
        email: 'late@example.org',
        name: 'L',
        password: 'long enough',
      });
    expect((await enter(older.token)).status).toBe(404);
    await rows(
      "update gateway.owner_link set expires_at = now() - interval '1 second' where used_at is null",
    );
    expect((await enter(newer.token)).status).toBe(410);
  });

  test('the token is not in the database', async () => {
    const { token } = await rig.tool.ownerLink('secret@example.org');
    const dump = JSON.stringify(await rows('select * from gateway.owner_link'));
    expect(dump).not.toContain(token);
  });
});

describe('an operator’s link for the address of an existing owner', () => {
  const choose = (token: string, password: string) =>
    openBrowser(rig).send('POST', '/api/console/new-password', { token, password });

  // Verifies: accounts.new-password.
  test('sets a new password once, and ends every session of that owner only', async () => {
    const { email, password } = await rig.owner();
    const other = await rig.owner();
    const [browser, stranger] = [openBrowser(rig), openBrowser(rig)];
    await browser.signIn(email, password);
    await stranger.signIn(other.email, other.password);
    const { purpose, url, token } = await rig.tool.ownerLink(email.toUpperCase());
    expect([purpose, url]).toEqual(['new_password', `${rig.base}/console/new-password#${token}`]);
    expect((await choose(token, 'short')).json.error.details.issues).toMatchObject([
      { path: 'password' },
    ]);
    expect(await choose(token, 'another long one')).toMatchObject({
      status: 200,
      json: { user: { email } },
    });
    expect((await choose(token, 'a third long one')).json.error.code).toBe('gone');
    const userOf = async (one: typeof browser) =>
      (await one.send('GET', '/api/auth/get-session')).json.user;
    expect(await userOf(browser)).toBeNull();
    expect(await userOf(stranger)).toMatchObject({ email: other.email });
    expect((await browser.signIn(email, password)).status).toBe(400);
    expect((await browser.signIn(email, 'another long one')).status).toBe(200);
  });

  test('signs in a client that has tried too many passwords', async () => {
    const { email } = await rig.owner();
    const browser = openBrowser(rig);
    for (let n = 0; n < 10; n += 1) await browser.signIn(email, `wrong password ${n}`);
    expect((await browser.signIn(email, 'one more')).status).toBe(429);
    const { token } = await rig.tool.ownerLink(email);
    const form = { token, password: 'a new long one' };
    expect((await browser.send('POST', '/api/console/new-password', form)).status).toBe(200);
    const session = await browser.send('GET', '/api/auth/get-session');
    expect(session.json.user).toMatchObject({ email });
  });

  test('is no link to sign up, and a link to sign up sets no password', async () => {
    const { email } = await rig.owner();
    const forOwner = await rig.tool.ownerLink(email);
    const form = { token: forOwner.token, email, name: 'N', password: 'long enough' };
    const entered = await openBrowser(rig).send('POST', '/api/console/welcome', form);
    expect(entered.json.error.details.issues).toMatchObject([{ path: 'email', rule: 'taken' }]);
    const forNewOwner = await rig.tool.ownerLink('not-yet@example.org');
    expect(forNewOwner.purpose).toBe('sign_up');
    expect((await choose(forNewOwner.token, 'long enough')).status).toBe(404);
    expect((await choose(forOwner.token, 'long enough')).status).toBe(200);
  });
});

// Verifies: accounts.sign-up-open.
test('sign-up, when it is open, answers the same for a new and a known address', async () => {
  const open = await startGateway({ BRIDGE_SIGNUP: 'open' });
  try {
    const browser = openBrowser(open);
    const up = (name: string) =>
      browser.send('POST', '/api/auth/sign-up/email', {
        email: 'me@example.org',
        name,
        password: 'long enough',
      });
    const [first, again] = [await up('Me'), await up('Somebody else')];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(Object.keys(first.json)).toEqual(Object.keys(again.json));
    expect((await browser.signIn('me@example.org', 'long enough')).json.user.name).toBe('Me');
  } finally {
    await open.stop();
  }
});

test('the first owner comes by the link that start prints; the newest works, and none once there is an owner', async () => {
  const fresh = await startGateway();
  try {
    const gateway = fresh.services.running.get(gatewayModule('all-in-one'));
    const [older, newer] = [await gateway.firstOwnerLink(), await gateway.firstOwnerLink()];
    const enter = (link: string | null) =>
      openBrowser(fresh).send('POST', '/api/console/welcome', {
        token: link?.split('#')[1],
        email: 'first@example.org',
        name: 'First',
        password: 'long enough',
      });
    expect((await enter(older)).status).toBe(404);
    expect((await enter(newer)).status).toBe(201);
    expect(await gateway.firstOwnerLink()).toBeNull();
  } finally {
    await fresh.stop();
  }
});

describe('the secret of sessions', () => {
  test('is created once, readable to its owner only, and read again', async () => {
    const data = mkdtempSync(join(tmpdir(), 'bridge-secret-'));
    const settings = readSettings({ BRIDGE_DATA: join(data, 'new') });
    const secret = await authSecret('all-in-one', settings);
    expect(await authSecret('all-in-one', settings)).toBe(secret);
    const file = join(data, 'new', 'auth-secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toHaveLength(43);
    writeFileSync(file, 'cut');
    await expect(authSecret('all-in-one', settings)).rejects.toThrow(/truncated/);
  });
  test('must be configured for a split gateway', async () => {
    await expect(authSecret('service', readSettings({}))).rejects.toThrow(
      /BRIDGE_AUTH_SECRET is not set/,
    );
    const given = 'x'.repeat(40);
    expect(await authSecret('service', readSettings({ BRIDGE_AUTH_SECRET: given }))).toBe(given);
  });
});

test('a used port is reported in one sentence', async () => {
  const { port } = new URL(rig.base);
  await expect(startGateway({ BRIDGE_BASE_URL: `http://127.0.0.1:${port}` })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program`,
  );
});
