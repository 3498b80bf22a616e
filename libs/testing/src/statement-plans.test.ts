import { bodyOf, putBody } from '@bridge/blobs';
import { ACCOUNT, BUILDER, GATEWAY, WORLDS } from '@bridge/contracts';
import { connectDb, sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountModule } from './account.ts';
import { openBrowser } from './browser.ts';
import { builderModule, makeWebsite, makeWorld, newKey, publishDraft } from './builder.ts';
import { makeAgentKey } from './agent-keys.ts';
import { FILLED_KEY, fillCredits, fillJournal } from './fill-credits.ts';
import { generateDraft } from './generate-draft.ts';
import { fillMessages } from './fill-messages.ts';
import {
  fillAccount,
  fillCrowd,
  fillOthers,
  fillRevisions,
  fillUnsaved,
  fillWorlds,
} from './fill-account.ts';
import { startGateway, type GatewayTestRig } from './gateway-rig.ts';
import { worldsModule } from './worlds.ts';
import { agentCtx, ownerCtx, publicCtx } from './test-services.ts';
import { sourceStatements } from './source-statements.ts';
import { testBase } from './test-base.ts';
import {
  recordPlans,
  tablesBelow,
  wholeNodes,
  wideNodes,
  type QueryPlanRecorder,
} from './statement-plans.ts';

const WEBSITES = 10_000;
/**
 * Number and size of the small accounts in the test data. The generic plans of Postgres are made for the average account, so it
 * must be small.
 */
const CROWD = { accounts: 500, each: 20, from: WEBSITES };
const REVISIONS = 3_000;
const MEMBERS = 900;
/** Number of other accounts, each with an owner and a key. The tested account gets this number of keys. */
const OTHER_ACCOUNTS = 2_000;
/** Number of Worlds without a relation to the tested account. */
const OTHER_WORLDS = 12_000;
const FILL_MS_MAX = 120_000;
/** Number of rows from which a table counts as large. Reading a smaller table completely costs no more than using an index. */
const ROWS_LARGE = 500;
/** All prepared statements in the source code of the product. */
const PREPARED = sourceStatements().filter(({ isPrepared }) => isPrepared);
/** The longest statements come first: when a text matches several patterns, the longest one is right. */
const BY_LENGTH = PREPARED.toSorted((a, b) => b.form.source.length - a.form.source.length);
const nameOf = (text: string): string =>
  BY_LENGTH.find(({ form }) => form.test(text))?.name ?? text;

/** Prepared statements that this suite cannot run, each with the reason and the test that reads its plan. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'gateway.takeExpiringKey':
    'a timer of the gateway runs it; note-expiring-keys.test.ts reads its plan',
};

/** Tables whose size does not depend on the number of accounts, Worlds or websites, each with the reason. */
const SMALL: Readonly<Record<string, string>> = {
  'builder.page_block': 'one row: where the next block of ids begins',
  'builder.high_water': 'one row: a mark of the database',
  'builder.public_tally': 'one row: the count of public websites',
  'worlds.public_tally': 'one row: the count of Worlds',
  'effect.cell': 'one row: which database this is',
};

/** Plan nodes that the checks would refuse but that are accepted, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'builder.listWebsites 2: Sort over builder.page':
    'merges what one look-up for each World of the key gave, and each of these stops at the limit of the page',
  'builder.listPublicSides 2: Sort over builder.live':
    'merges what one look-up for each World of the key gave, and each of these stops at the limit of the page',
  'builder.listWorldPages: Sort over builder.live, worlds.member, worlds.world':
    'merges what one look-up for each author of the World gave, and each of these stops at the limit of the list',
  'builder.listSnapshots: Incremental Sort over builder.snapshot':
    'reads the index by date and stops at the limit: sorts only what was published in the same millisecond',
  'worlds.listWorlds: Sort over worlds.member, worlds.world':
    'answers all Worlds of the account, which a quota limits: sorts no more than it returns',
  'worlds.listWorlds 2: Sort over worlds.member, worlds.world':
    'answers the Worlds that the key names: sorts no more than it returns',
  'worlds.findRoles: Sort over worlds.member, worlds.world':
    'answers all Worlds of the account, which a quota limits: sorts no more than it returns',
  'worlds.findRoles 2: Sort over worlds.member, worlds.world':
    'answers the Worlds that the call names: sorts no more than it returns',
};

let rig: GatewayTestRig;
let recorder: QueryPlanRecorder;
const large = new Set<string>();

beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, builderModule, accountModule]);
  const { services } = rig;
  const { email, password, accountId } = await rig.owner();
  const ctx = agentCtx(accountId);
  const person = ownerCtx(accountId);
  const [word, other] = [await makeWorld(services, ctx), await makeWorld(services, ctx)];
  const html = async (text: string) => putBody(services.blobs, randomIds, await bodyOf(text));
  const create = async (place: string): Promise<number> =>
    (await makeWebsite(services, ctx, { word: place })).page_id;
  const publish = (page_id: number, revision: number): Promise<void> =>
    publishDraft(services, ctx, { page_id, revision });
  const secret = await rig.key(undefined, email);
  const first = await create(word);
  await publish(first, 1);
  // A connection of the kind `tool` has no statement timeout. Filling the tables takes longer than the timeout of a service.
  const filler = connectDb(services.url, 'tool', testBase());
  await fillAccount(filler, { accountId, pageId: first }, WEBSITES);
  await fillCrowd(filler, { accountId, pageId: first }, CROWD);
  await fillRevisions(filler, { accountId, pageId: first }, REVISIONS);
  await fillWorlds(filler, { word, accountId, count: MEMBERS, others: OTHER_WORLDS });
  await fillOthers(filler, accountId, OTHER_ACCOUNTS);
  await fillUnsaved(filler, accountId, WEBSITES);
  await fillCredits(filler, accountId, OTHER_ACCOUNTS);
  await fillMessages(filler, accountId, OTHER_ACCOUNTS);
  await fillJournal(filler, accountId, WEBSITES);
  await filler.rows(sql`vacuum analyze`);
  await filler.close();
  const sizes = await services.db.rows(
    sql<{
      name: string;
    }>`select relnamespace::regnamespace || '.' || relname as name from pg_class
        where relkind = 'r' and reltuples > ${ROWS_LARGE}`,
  );
  for (const { name } of sizes) large.add(name);

  recorder = await recordPlans(services.url, nameOf);
  const middle = 1_000_000 + WEBSITES / 2;
  for (const after_id of [0, middle, middle * 2])
    await services.call(BUILDER.list, ctx, { after_id });
  for (const worlds of [[word], [other], [word, other]])
    await services.call(BUILDER.list, agentCtx(accountId, worlds), { after_id: middle });
  await services.call(BUILDER.get, ctx, { page_id: middle });
  await services.call(BUILDER.pagesList, ctx, { after_id: middle });
  for (const one of [word, other])
    await services.call(BUILDER.pagesList, ctx, { word: one, after_id: middle });
  await services.call(BUILDER.pagesGet, ctx, { page_id: middle });
  for (const before of [null, REVISIONS / 2])
    await services.call(BUILDER.revisions, ctx, { page_id: first, before, limit: 30 });
  const page = { page_id: middle, expected_revision: 1 };
  const ops = JSON.stringify([{ op: 'replace_text', old: 'one', new: 'two' }]);
  const patch_ops = await html(ops);
  await services.call(BUILDER.patch, ctx, { ...page, patch_ops, idempotency_key: newKey() });
  await publish(middle, 2);
  const next = (n: number) => ({
    page_id: middle,
    expected_revision: n,
    idempotency_key: newKey(),
  });
  await services.call(BUILDER.attach, ctx, { ...next(2), word: other });
  await services.call(BUILDER.attach, ctx, { ...next(3), word: other });
  await services.call(BUILDER.layersPut, person, { ...next(3), layers: await html('[]') });
  await services.call(BUILDER.clear, ctx, next(4));
  for (const with_texts of [false, true])
    await services.call(BUILDER.unsavedGet, person, { page_id: middle, with_texts });
  await services.call(BUILDER.revisionGet, person, { page_id: middle, revision: 1 });
  await create(word);
  await services.call(BUILDER.live, publicCtx, { page_id: middle });
  await services.call(BUILDER.preview, publicCtx, { page_id: middle, revision: 1 });
  await services.call(BUILDER.snapshots, publicCtx, { page_id: middle, snapshot_id: null });
  for (const place of [word, other])
    await services.call(BUILDER.worldPages, publicCtx, { word: place });
  await services.call(WORLDS.list, ctx, {});
  await services.call(WORLDS.list, agentCtx(accountId, [word, other]), {});
  await services.call(WORLDS.found, ctx, { word: 'plans-own-w', idempotency_key: newKey() });
  await services
    .call(WORLDS.found, ctx, { word, idempotency_key: newKey() })
    .catch(() => undefined);
  await services.call(WORLDS.dashboard, publicCtx, { word });
  for (const words of [[word, other], null]) await services.call(WORLDS.rights, ctx, { words });
  await services.call(WORLDS.membersList, person, { word });
  await services.call(ACCOUNT.creditsBalance, ctx, {});
  await generateDraft(services, ctx, word);
  const agent = await makeAgentKey(services.db, accountId, ['relay.inbox']);
  for (const to of ['owner', `key:${agent.key_id}`, 'key:nobody']) {
    const message = { to, text: 'one', idempotency_key: newKey() };
    await services.call(ACCOUNT.relayMessage, ctx, message).catch(() => undefined);
  }
  await services.call(ACCOUNT.relayInbox, person, { after_id: OTHER_ACCOUNTS - 50, limit: 30 });
  for (const beat of ['first', 'next'])
    await services.call(ACCOUNT.nodeHeartbeat, ctx, {
      node_id: 'one',
      idempotency_key: `${beat}-beat`,
    });
  await services.call(ACCOUNT.relayInbox, person, { ack_ids: [OTHER_ACCOUNTS - 5] });
  for (const after_id of [0, 5_000])
    await services.call(ACCOUNT.auditRead, { ...ctx, audit_all: true }, { after_id });
  await services.call(ACCOUNT.mallOverview, ctx, {});
  await services.call(ACCOUNT.liveFeed, person, { after: 9_900, limit: 500 });
  const every = { word: null, kind: null, surface: null, from: null, to: null, before: null };
  for (const filter of [
    { key_id: null, page_id: null },
    { key_id: FILLED_KEY, page_id: null },
    { key_id: null, page_id: 7 },
  ])
    await services.call(ACCOUNT.activity, person, { ...every, ...filter, limit: 30 });
  await services.call(ACCOUNT.activityLines, person, { after: 5_000, limit: 100 });
  const refused = { key_id: null, from: new Date(0).toISOString(), limit: 100 };
  await services.call(ACCOUNT.refusals, person, refused);
  await services.call(ACCOUNT.creditsLedger, person, { before: null, limit: 30 });

  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  await browser.send('GET', `/api/agent-bridge/worlds/${other}/members`);
  const [{ key_id: shown = '' } = {}] = await rig.tool.keysList(email);
  expect((await browser.send('GET', `/api/console/keys/${shown}`)).status).toBe(200);
  await rig.act(secret, { action: 'worlds.list' });
  const headers = { authorization: `Bearer ${secret}` };
  await fetch(`${rig.base}/api/agent-bridge/whoami`, { headers });
  await services.call(GATEWAY.keyAlive, publicCtx, { key_mark: 'abcdef012345' });
  await rig.draft(secret, '<p>large</p>'.repeat(40_000), word);
  await recorder.stop();
}, FILL_MS_MAX);
afterAll(() => rig.stop());

describe('the plan of every prepared statement', () => {
  // Verifies: storage.plans, audit.paging.
  test('is looked at: a new statement needs its call in this suite', () => {
    const seen = new Set(recorder.seen.map(({ name }) => name));
    const missing = PREPARED.filter(({ name }) => ELSEWHERE[name] === undefined && !seen.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(PREPARED.length).toBeGreaterThan(30);
  });

  // Verifies: storage.plans.
  test('is looked at on tables that are large, where a plan for a small one would not do', () => {
    const read = new Set(recorder.seen.flatMap(({ plan }) => [...tablesBelow(plan, plan)]));
    expect([...read].filter((table) => !large.has(table) && SMALL[table] === undefined)).toEqual(
      [],
    );
    expect(read.size).toBeGreaterThan(10);
  });

  // Verifies: storage.plans.
  test('has no Seq Scan, Hash Join, Merge Join or Sort over a large table, custom or generic', () => {
    const whole = new Set(recorder.seen.flatMap((seen) => wholeNodes(seen, large)));
    expect([...whole].filter((one) => EXCEPTIONS[one] === undefined)).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((one) => !whole.has(one))).toEqual([]);
  });

  // Verifies: storage.plans.
  test('handles at no node many more rows than it returns, so its cost does not grow with the account or the World', () => {
    expect([...new Set(recorder.seen.flatMap(wideNodes))]).toEqual([]);
  });
});

describe('a bad statement', () => {
  const page = sql`select p.page_id from builder.page p`;
  const joined = sql`${page} join builder.revision r on r.account_id = p.account_id and r.page_id = p.page_id
    where p.account_id = any (array(select a.account_id from gateway.account a))`;
  const limited = sql`limit 30`;
  // Verifies: storage.plans.
  test.each([
    ['Seq Scan', '', sql`${page} where p.title = 'no such title'`, 'builder.page'],
    ['Sort', '', sql`${page} order by p.created_at, p.title ${limited}`, 'builder.page'],
    [
      'Sort',
      '',
      sql`with all_pages as materialized (select page_id, title from builder.page)
        select page_id from all_pages order by title ${limited}`,
      'builder.page',
    ],
    ['Hash Join', 'enable_mergejoin, enable_nestloop', joined, 'builder.page, builder.revision'],
    ['Merge Join', 'enable_hashjoin, enable_nestloop', joined, 'builder.page, builder.revision'],
  ])('is refused for its %s (without %s)', async (node, without, statement, tables) => {
    const url = new URL(rig.services.url);
    const flags = without.split(', ').filter((flag) => flag !== '');
    url.searchParams.set('options', flags.map((flag) => `-c ${flag}=off`).join(' '));
    const db = connectDb(url.href, 'tool', testBase());
    const own = await recordPlans(url.href, () => 'bad');
    try {
      await db.rows(statement, 'prepared');
    } finally {
      await own.stop();
      await db.close();
    }
    const whole = own.seen.map((seen) => [seen.mode, wholeNodes(seen, large)]);
    expect(whole.map(([mode]) => mode)).toEqual(['force_custom_plan', 'force_generic_plan']);
    for (const [, found] of whole)
      expect(found).toContainEqual(expect.stringContaining(`bad: ${node} over ${tables}`));
  });

  // Verifies: storage.plans.
  test('is refused for a node that handles more rows than four times those it returns', async () => {
    const own = await recordPlans(rig.services.url, () => 'bad');
    await rig.services.db.rows(
      sql`select count(*) from builder.page where account_id = any (array(select account_id from gateway.account))`,
      'prepared',
    );
    await own.stop();
    expect(own.seen.map((seen) => wideNodes(seen).length > 0)).toEqual([true, true]);
  });
});
