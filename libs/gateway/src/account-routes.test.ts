import { ACCOUNT, type CreditsAnswer } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  accountModule,
  builderModule,
  makeWebsite,
  makeWorld,
  newKey,
  openBrowser,
  ownerCtx,
  agentCtx,
  publisherModule,
  startGateway,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, builderModule, publisherModule, accountModule]);
});
afterAll(() => rig.stop());

/** Creates an owner and signs the owner in with a browser; returns functions that send requests. */
async function stage() {
  const owner = await rig.owner();
  const browser = openBrowser(rig, { 'user-agent': 'First/1.0' });
  await browser.signIn(owner.email, owner.password);
  return { ...owner, browser };
}

// Verifies: credits.ledger.
test('an owner reads the balance and the entries that add up to it, page by page', async () => {
  const { accountId, browser } = await stage();
  const ctx = ownerCtx(accountId);
  for (let n = 1; n <= 3; n += 1)
    await rig.services.call(ACCOUNT.creditsGrant, ctx, {
      account_id: accountId,
      amount: 10 * n,
      ref: `invoice-${n}`,
    });
  await rig.services.call(ACCOUNT.creditsHold, ctx, {
    action: 'pages.generate',
    idempotency_key: newKey(),
  });
  const read = async (query = ''): Promise<CreditsAnswer> =>
    (await browser.send('GET', `/api/console/credits${query}`)).json as CreditsAnswer;
  const whole = await read();
  expect(whole).toMatchObject({ balance: 50, held: 10, unit: 'credit', next: null });
  expect(whole.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['hold', 10],
    ['grant', 30],
    ['grant', 20],
    ['grant', 10],
  ]);
  const first = await read('?limit=3');
  const rest = await read(`?limit=3&before=${first.next ?? ''}`);
  expect([...first.entries, ...rest.entries]).toEqual(whole.entries);
  expect(rest.next).toBeNull();
  expect((await (await stage()).browser.send('GET', '/api/console/credits')).json.balance).toBe(0);
});

// Verifies: accounts.browsers.
test('an owner sees the signed-in browsers and signs one out', async () => {
  const { browser, email, password } = await stage();
  const second = openBrowser(rig, { 'user-agent': 'Second/2.0' });
  await second.signIn(email, password);
  const list = async () =>
    (await browser.send('GET', '/api/console/browsers')).json.browsers as {
      readonly id: string;
      readonly agent: string;
      readonly current: boolean;
    }[];
  const listed = await list();
  expect(listed.map(({ agent, current }) => [agent, current])).toEqual([
    ['Second/2.0', false],
    ['First/1.0', true],
  ]);
  expect(JSON.stringify(listed)).not.toContain(second.cookie.split('=')[1]?.split('.')[0]);
  const stranger = await stage();
  const end = { id: listed[0]?.id };
  expect((await stranger.browser.send('POST', '/api/console/browsers/end', end)).status).toBe(404);
  const nul = { id: 'a\u0000b' };
  expect((await browser.send('POST', '/api/console/browsers/end', nul)).status).toBe(400);
  expect((await browser.send('POST', '/api/console/browsers/end', end)).status).toBe(200);
  expect((await second.send('GET', '/api/console/browsers')).status).toBe(403);
  expect(await list()).toHaveLength(1);
});

// Verifies: accounts.browsers, accounts.password-change.
test('a browser keeps its name in the list after it changed the password', async () => {
  const { browser, password } = await stage();
  const change = { currentPassword: password, newPassword: 'another long one' };
  expect((await browser.send('POST', '/api/auth/change-password', change)).status).toBe(200);
  const { browsers } = (await browser.send('GET', '/api/console/browsers')).json;
  expect(browsers).toMatchObject([{ agent: 'First/1.0', current: true }]);
});

// Verifies: accounts.browsers, accounts.session-length.
test('a session that ended after seven days is not among the signed-in browsers', async () => {
  const { browser, email, password } = await stage();
  const second = openBrowser(rig, { 'user-agent': 'Second/2.0' });
  await second.signIn(email, password);
  await rig.services.db.rows(
    sql`update gateway.session set created_at = now() - interval '7 days 1 minute'
      where user_agent = 'Second/2.0' and user_id = (select id from gateway.owner where email = ${email})`,
  );
  expect((await second.send('GET', '/api/console/browsers')).status).toBe(403);
  const { browsers } = (await browser.send('GET', '/api/console/browsers')).json;
  expect(browsers).toMatchObject([{ agent: 'First/1.0' }]);
});

// Verifies: accounts.profile.
test('an owner changes the own name', async () => {
  const { browser } = await stage();
  const set = (name: string) => browser.send('POST', '/api/console/profile', { name });
  expect((await set('Ada Moon')).json).toMatchObject({ name: 'Ada Moon' });
  const session = await browser.send('GET', '/api/auth/get-session');
  expect(session.json.user.name).toBe('Ada Moon');
  for (const name of ['', '  ', 'a\u0007b', 'x'.repeat(81)])
    expect((await set(name)).json.error.code).toBe('invalid_input');
});

// Verifies: publishing.owner-only.
test('an owner takes a published website down and makes it public again, once for each key', async () => {
  const { accountId, browser, email } = await stage();
  const ctx = agentCtx(accountId);
  const word = await makeWorld(rig.services, ctx);
  const page = await makeWebsite(rig.services, ctx, { word });
  const path = `/api/console/pages/${page.page_id}/visibility`;
  const set = (visibility: string, idempotency_key = newKey()) =>
    browser.send('POST', path, { visibility, idempotency_key });
  expect((await set('private')).json.error.code).toBe('not_published');
  const secret = await rig.key(['builder.publish'], email);
  const payload = { page_id: page.page_id, expected_revision: 1, idempotency_key: newKey() };
  expect((await rig.act(secret, { action: 'builder.publish', payload })).status).toBe(200);
  const key = newKey();
  const down = await set('private', key);
  expect(down.json.website).toMatchObject({ visibility: 'private', visibility_locked: true });
  const again = await set('private', key);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json.website).toEqual(down.json.website);
  expect((await set('public')).json.website).toMatchObject({ visibility: 'public' });
  const foreign = (await stage()).browser;
  const body = { visibility: 'private', idempotency_key: newKey() };
  expect((await foreign.send('POST', path, body)).json.error.code).toBe('page_not_found');
});
