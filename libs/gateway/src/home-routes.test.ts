import { BUILDER, type ConsoleHomeAnswer, type ConsoleSearchAnswer } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  accountModule,
  agentCtx,
  builderModule,
  makeWebsite,
  makeWorld,
  newKey,
  openBrowser,
  ownerCtx,
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

/** Creates an owner with a key, signed in with a browser; returns functions that read the home page. */
async function stage(wish: object = {}) {
  const { email, password, accountId } = await rig.owner();
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  const scopes = ['node.heartbeat', 'relay.message', 'worlds.list', 'builder.publish'];
  const { key, secret } = await rig.tool.keysCreate(email, { name: 'laptop', scopes, ...wish });
  const home = async (): Promise<ConsoleHomeAnswer> =>
    (await browser.send('GET', '/api/console/home')).json as ConsoleHomeAnswer;
  const kinds = async () => (await home()).attention.map(({ kind }) => kind);
  const hide = (kind: string, ref: string) =>
    browser.send('POST', '/api/console/attention/hide', { kind, ref });
  const act = async (action: string, payload: object) => {
    const answer = await rig.act(secret, {
      action,
      payload: { ...payload, idempotency_key: newKey() },
    });
    expect(answer.status, answer.text).toBe(200);
  };
  const search = async (q: string): Promise<ConsoleSearchAnswer> =>
    (await browser.send('GET', `/api/console/search?q=${encodeURIComponent(q)}`))
      .json as ConsoleSearchAnswer;
  return { accountId, browser, key, home, kinds, hide, act, search, ctx: agentCtx(accountId) };
}

/** Moves the times of an account’s effects back by this many hours. */
async function age(accountId: string, hours: number): Promise<void> {
  await rig.services.db.transaction({}, async (tx) => {
    await tx.rows(sql`alter table effect.journal disable trigger journal_append_only`);
    await tx.rows(
      sql`update effect.journal set at = at - make_interval(hours => ${hours}) where account_id = ${accountId}`,
    );
    await tx.rows(sql`alter table effect.journal enable trigger journal_append_only`);
  });
}

// Verifies: home.parts.
test('the home of a new account is empty, and names its key', async () => {
  const { home, key } = await stage();
  expect(await home()).toMatchObject({
    attention: [],
    agents: [{ key_id: key.key_id, name: 'laptop', online: false, calls_today: 0 }],
    live: [],
    live_total: 0,
    lately: [{ action: 'keys.create' }],
    quota: [],
    messages_waiting: 0,
    seq: 1,
    missing: [],
  });
});

// Verifies: home.parts, home.attention, home.hidden.
test('an agent’s change of a live website needs attention after an hour, until it is hidden or published', async () => {
  const { accountId, act, ctx, hide, home, key, kinds } = await stage();
  const word = await makeWorld(rig.services, ctx);
  const { page_id } = await makeWebsite(rig.services, ctx, { word, title: 'Moonlit Press' });
  const publish = (expected_revision: number) =>
    act('builder.publish', { page_id, expected_revision });
  await publish(1);
  const clear = (expected_revision: number) =>
    rig.services.call(
      BUILDER.clear,
      { ...ctx, key_id: key.key_id },
      { page_id, expected_revision, idempotency_key: newKey() },
    );
  await clear(1);
  expect((await home()).live).toMatchObject([
    { page_id, title: 'Moonlit Press', published_revision: 1, draft_revision: 2 },
  ]);
  expect(await kinds()).toEqual([]);
  await age(accountId, 2);
  const [item] = (await home()).attention;
  expect(item).toMatchObject({
    kind: 'unpublished',
    ref: String(page_id),
    facts: { title: 'Moonlit Press', key_name: 'laptop', draft_revision: 2 },
  });
  expect((await hide('unpublished', String(page_id))).status).toBe(200);
  expect(await kinds()).toEqual([]);
  expect((await hide('unpublished', '999')).status).toBe(404);
  await rig.services.db.rows(
    sql`update builder.page set title = 'Moonlit Press 2' where account_id = ${accountId} and page_id = ${page_id}`,
  );
  expect(await kinds()).toEqual(['unpublished']);
});

// Verifies: home.attention.
test('keys that expire, refusals, messages, failing webhooks and a broken chain need attention', async () => {
  const { accountId, act, browser, home, key, kinds } = await stage({ expires_in_days: 5 });
  expect(await kinds()).toEqual(['key_expiring']);
  await act('relay.message', { to: 'owner', text: 'Ready.' });
  const hook = { url: 'https://93.184.216.34/hook', events: ['key.created'] };
  const made = await browser.send('POST', '/api/console/webhooks', hook);
  expect(made.status, made.text).toBe(201);
  await rig.services.db.rows(
    sql`with failing as (update account.webhook set attempts = 6 where account_id = ${accountId}),
        broken as (insert into account.chain_check (account_id, seq, at, first_bad) values (${accountId}, 0, now(), 1))
      insert into effect.refusal (account_id, key_id, action, code, minute, n) values
        (${accountId}, ${key.key_id}, 'builder.clear', 'insufficient_scope', date_trunc('minute', now()), 41)`,
  );
  const { attention, messages_waiting } = await home();
  expect(attention.map(({ kind, facts }) => [kind, facts])).toMatchObject([
    ['chain_broken', { row: 1 }],
    ['message', { n: 1, newest: 1 }],
    ['refusals', { key_name: 'laptop', code: 'insufficient_scope', at_least: 10 }],
    ['webhook_paused', { url: hook.url, paused_because: null }],
    ['key_expiring', { key_name: 'laptop' }],
  ]);
  expect(messages_waiting).toBe(1);
});

// Verifies: home.attention, home.hidden.
test('a key that expires is reported 14 days before, again 3 days before and after it, also when it was hidden', async () => {
  const { accountId, browser, hide, home, key, kinds } = await stage({ expires_in_days: 30 });
  const endIn = (hours: number) =>
    rig.services.db.rows(
      sql`update gateway.key set expires_at = now() + make_interval(hours => ${hours})
        where account_id = ${accountId} and key_id = ${key.key_id}`,
    );
  expect(await kinds()).toEqual([]);
  for (const [hours, days] of [
    [13 * 24, 14],
    [2 * 24, 3],
    [-2, 0],
  ] as const) {
    await endIn(hours);
    expect((await home()).attention).toMatchObject([
      { kind: 'key_expiring', ref: key.key_id, facts: { key_name: 'laptop', days } },
    ]);
    expect((await hide('key_expiring', key.key_id)).status).toBe(200);
    expect(await kinds()).toEqual([]);
  }
  await endIn(-25);
  expect(await kinds()).toEqual([]);
  await endIn(24);
  expect(await kinds()).toEqual(['key_expiring']);
  const rotation = { action: 'rotate', key_id: key.key_id };
  expect((await browser.send('POST', '/api/agent-bridge/keys', rotation)).status).toBe(201);
  expect((await home()).attention.map(({ ref }) => ref)).not.toContain(key.key_id);
});

// Verifies: home.attention.
test('a quota of which half is used is shown, and four fifths need attention', async () => {
  const { accountId, ctx, home, kinds } = await stage();
  const word = await makeWorld(rig.services, ctx);
  await makeWebsite(rig.services, ctx, { word });
  const use = (websites: number) =>
    rig.services.db.rows(
      sql`update builder.tally set websites = ${websites} where account_id = ${accountId}`,
    );
  await use(60_000);
  expect((await home()).quota).toEqual([{ name: 'websites', used: 60_000, max: 100_000 }]);
  expect(await kinds()).toEqual([]);
  await use(80_000);
  expect(await kinds()).toEqual(['quota']);
});

// Verifies: home.parts.
test('a node of a key is online with its status', async () => {
  const { act, home } = await stage();
  await act('node.heartbeat', { node_id: 'desk', status: 'working' });
  expect((await home()).agents).toMatchObject([{ online: true, status: 'working' }]);
});

// Verifies: home.search.
test('a search finds own websites, Worlds and keys, takes every character as itself, and nothing foreign', async () => {
  const { browser, ctx, key, search } = await stage();
  const word = await makeWorld(rig.services, ctx);
  const page = await makeWebsite(rig.services, ctx, { word, title: '100% Moonlit_Press' });
  await makeWebsite(rig.services, ctx, { word, title: 'Other' });
  const website = {
    kind: 'website',
    id: String(page.page_id),
    title: '100% Moonlit_Press',
    word,
  };
  for (const q of ['moonlit', '0% m', 't_p', String(page.page_id)])
    expect((await search(q)).hits).toContainEqual(website);
  expect((await search('%')).hits).toEqual([website]);
  expect((await search('_')).hits).toEqual([website]);
  expect((await search('LAPTOP')).hits).toEqual([
    { kind: 'key', id: key.key_id, title: 'laptop', word: null },
  ]);
  expect((await search(word)).hits.map(({ kind }) => kind)).toEqual([
    'website',
    'website',
    'world',
  ]);
  const nul = await browser.send('GET', '/api/console/search?q=a%00b');
  expect([nul.status, nul.json.error.code]).toEqual([400, 'invalid_input']);
  const stranger = await stage();
  expect(await stranger.search('moonlit')).toEqual({
    ok: true,
    request_id: expect.any(String) as string,
    hits: [],
    missing: [],
  });
});

// Verifies: home.titles.
test('titles are read by the ids of own websites, and nothing of foreign ids', async () => {
  const { ctx, browser } = await stage();
  const word = await makeWorld(rig.services, ctx);
  const first = await makeWebsite(rig.services, ctx, { word, title: 'Moonlit Press' });
  const second = await makeWebsite(rig.services, ctx, { word, title: 'Other' });
  const path = `/api/console/titles?ids=${second.page_id},${first.page_id},999999`;
  expect((await browser.send('GET', path)).json).toMatchObject({
    titles: [
      { page_id: first.page_id, title: 'Moonlit Press', word },
      { page_id: second.page_id, title: 'Other', word },
    ],
  });
  const stranger = await stage();
  expect((await stranger.browser.send('GET', path)).json).toMatchObject({ titles: [] });
  const many = Array.from({ length: 201 }, (_, n) => n + 1).join(',');
  for (const ids of ['', 'x', '0', '1,', '1,,2', many])
    expect((await browser.send('GET', `/api/console/titles?ids=${ids}`)).status).toBe(400);
});

// Verifies: home.parts.
test('a home without a service says which part is missing, and shows the others', async () => {
  const alone = await startGateway({}, {}, [worldsModule]);
  const { email, password } = await alone.owner();
  await alone.key(['worlds.list'], email);
  const browser = openBrowser(alone);
  await browser.signIn(email, password);
  const { json } = await browser.send('GET', '/api/console/home');
  expect(json).toMatchObject({
    agents: [{ name: 'test' }],
    attention: [],
    missing: ['account', 'builder'],
  });
  const found = await browser.send('GET', '/api/console/search?q=test');
  expect(found.json).toMatchObject({ hits: [{ kind: 'key' }], missing: ['builder'] });
  await alone.stop();
});

// Verifies: home.attention, home.hidden.
test('old edits, public errors, a purge within 3 days and an offered World need attention', async () => {
  const { accountId, browser, ctx, hide, home, kinds } = await stage();
  const word = await makeWorld(rig.services, ctx);
  const make = (title: string) => makeWebsite(rig.services, ctx, { word, title });
  const [edited, broken, deleted] = [await make('Edited'), await make('Broken'), await make('Old')];
  const unsaved = { base_revision: 1, seq: 0, raw_html: '<p>mine' };
  const kept = await browser.send('PUT', `/api/console/pages/${edited.page_id}/unsaved`, unsaved);
  expect(kept.status, kept.text).toBe(200);
  const path = `/api/console/pages/${broken.page_id}/publish`;
  const publication = { expected_revision: 1, visibility: 'public', idempotency_key: newKey() };
  const published = await browser.send('POST', path, publication);
  expect(published.status, published.text).toBe(200);
  const deletion = { expected_revision: 1, idempotency_key: newKey() };
  await browser.send('POST', `/api/console/pages/${deleted.page_id}/delete`, deletion);
  expect(await kinds()).toEqual([]);
  const founder = ownerCtx();
  const offered = await makeWorld(rig.services, founder);
  await rig.services.db.rows(
    sql`with edits as (update builder.unsaved set at = now() - interval '25 hours' where account_id = ${accountId}),
        errors as (update builder.snapshot set warnings = '{2,0,0}' where account_id = ${accountId}),
        purge as (update builder.page set purge_at = now() + interval '2 days'
          where account_id = ${accountId} and deleted_at is not null)
      update worlds.world set handed_to = ${accountId}, handed_at = now() where word = ${offered}`,
  );
  const { attention } = await home();
  expect(attention.map(({ kind, ref, facts }) => [kind, ref, facts])).toMatchObject([
    ['invitation', offered, { title: offered }],
    ['live_problem', String(broken.page_id), { title: 'Broken', errors: 2 }],
    ['purge_soon', String(deleted.page_id), { title: 'Old' }],
    ['unsaved', String(edited.page_id), { title: 'Edited', base_revision: 1 }],
  ]);
  for (const { kind, ref } of attention) expect((await hide(kind, ref)).status).toBe(200);
  expect(await kinds()).toEqual([]);
});

// Verifies: home.steps.
test('the home tells which of the first steps of an account are done', async () => {
  const { act, ctx, home } = await stage();
  const none = { key: true, call: false, world: false, website: false, published: false };
  expect((await home()).steps).toEqual(none);
  const word = await makeWorld(rig.services, ctx);
  const { page_id } = await makeWebsite(rig.services, ctx, { word });
  await act('builder.publish', { page_id, expected_revision: 1 });
  expect((await home()).steps).toMatchObject({ world: true, website: true, published: true });
});
