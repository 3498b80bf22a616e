import { bodyOf, putBody } from '@bridge/blobs';
import { BUILDER, PUBLISHER, WORLDS, fingerprint } from '@bridge/contracts';
import { connectDb } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { fillAccount, fillRevisions, fillWorlds } from './fill-account.ts';
import { startGateway, type GatewayRig } from './gateway-rig.ts';
import { agentCtx, ownerCtx, publicCtx } from './rooms.ts';
import { ROOT } from './shared-folder.ts';
import { testBase } from './test-base.ts';
import { planNodes, recordPlans, type PlanRecorder } from './statement-plans.ts';

const WEBSITES = 10_000;
const REVISIONS = 3_000;
const MEMBERS = 900;
/** Worlds that neither the account nor its members have to do with. */
const OTHER_WORLDS = 12_000;
const FILL_MS_MAX = 120_000;
/** Rows that a node may handle beyond four times those that the statement returns. */
const ROWS_SPARE = 64;
/** A table of fewer rows is read whole as cheaply as by an index. */
const ROWS_LARGE = 500;
const ROOMS = ['builder', 'worlds', 'gateway', 'db'];

/** Names of prepared statements in the sources: each the last argument after a statement's text. */
function namesInSources(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const room of ROOMS) {
    const folder = join(ROOT, 'libs', room, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, name] of text.matchAll(
        /`,\s*['`]((?:builder|worlds|gateway|effect)\.[a-z-]+)/g,
      ))
        names.add(name ?? '');
    }
  }
  return names;
}

/** Statements that this suite cannot reach, each with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {};

let rig: GatewayRig;
let recorder: PlanRecorder;
const large = new Set<string>();
let made = 0;
const key = (): string => `plans-${String((made += 1)).padStart(4, '0')}`;

beforeAll(async () => {
  rig = await startGateway();
  const { rooms } = rig;
  const { email, password, accountId } = await rig.owner();
  const ctx = agentCtx(accountId);
  const person = ownerCtx(accountId);
  const [word, other] = ['plans-w', 'plans-other-w'];
  for (const one of [word, other])
    await rooms.call(WORLDS.found, ctx, { word: one, idempotency_key: key() });
  const html = async (text: string) => putBody(rooms.blobs, randomIds, await bodyOf(text));
  const create = async (place: string) => {
    const input = {
      title: 't',
      word: place,
      body: await html('<p>one</p>'),
      idempotency_key: key(),
    };
    return (await rooms.call(BUILDER.create, ctx, input)).result.website.page_id;
  };
  const publish = async (page_id: number, revision: number): Promise<void> => {
    const input = { page_id, expected_revision: revision, idempotency_key: key() };
    const fp = fingerprint(PUBLISHER.publish, input);
    const { result } = await rooms.call(BUILDER.publishBegin, ctx, input, { fp });
    if (result.state === 'replay') throw new Error('replayed');
    const { publication_id, attempt } = result;
    await rooms.call(BUILDER.publishCommit, ctx, {
      publication_id,
      attempt,
      snapshot_id: `sn_${'a'.repeat(26)}`,
      publication_mode: 'online',
      offline_ready: false,
      warnings: [],
      external_form: false,
      page: { object: `snap/${publication_id}/page`, bytes: 3, sha256: 'a'.repeat(64) },
      variants: { br: null, gzip: null },
      archive: null,
    });
  };
  const first = await create(word);
  await publish(first, 1);
  // A command's connection has no time limit for an answer.
  const filler = connectDb(rooms.url, 'tool', testBase());
  await fillAccount(filler, { accountId, pageId: first }, WEBSITES);
  await fillRevisions(filler, { accountId, pageId: first }, REVISIONS);
  await fillWorlds(filler, { word, accountId, count: MEMBERS, others: OTHER_WORLDS });
  await filler.rows(sql`vacuum analyze`);
  await filler.close();
  const sizes = await rooms.db.rows(
    sql<{
      name: string;
    }>`select relname as name from pg_class where relkind = 'r' and reltuples > ${ROWS_LARGE}`,
  );
  for (const { name } of sizes) large.add(name);

  recorder = await recordPlans(rooms.url);
  const middle = 1_000_000 + WEBSITES / 2;
  for (const after_id of [0, middle, middle * 2]) await rooms.call(BUILDER.list, ctx, { after_id });
  for (const worlds of [[word], [other], [word, other]])
    await rooms.call(BUILDER.list, agentCtx(accountId, worlds), { after_id: middle });
  await rooms.call(BUILDER.get, ctx, { page_id: middle });
  for (const before of [null, REVISIONS / 2])
    await rooms.call(BUILDER.revisions, ctx, { page_id: first, before, limit: 30 });
  const page = { page_id: middle, expected_revision: 1 };
  const ops = JSON.stringify([{ op: 'replace_text', old: 'one', new: 'two' }]);
  const patch_ops = await html(ops);
  await rooms.call(BUILDER.patch, ctx, { ...page, patch_ops, idempotency_key: key() });
  await publish(middle, 2);
  const next = (n: number) => ({ page_id: middle, expected_revision: n, idempotency_key: key() });
  await rooms.call(BUILDER.attach, ctx, { ...next(2), word: other });
  await rooms.call(BUILDER.attach, ctx, { ...next(3), word: other });
  await rooms.call(BUILDER.layersPut, person, { ...next(3), layers: await html('[]') });
  await rooms.call(BUILDER.clear, ctx, next(4));
  await create(word);
  await rooms.call(BUILDER.live, publicCtx, { page_id: middle });
  await rooms.call(BUILDER.snapshots, publicCtx, { page_id: middle, snapshot_id: null });
  for (const place of [word, other])
    await rooms.call(BUILDER.worldPages, publicCtx, { word: place });
  await rooms.call(WORLDS.list, ctx, {});
  await rooms.call(WORLDS.list, agentCtx(accountId, [word, other]), {});
  await rooms.call(WORLDS.found, ctx, { word: 'plans-own-w', idempotency_key: key() });
  await rooms.call(WORLDS.found, ctx, { word, idempotency_key: key() }).catch(() => undefined);
  await rooms.call(WORLDS.dashboard, publicCtx, { word });
  for (const words of [[word, other], null]) await rooms.call(WORLDS.rights, ctx, { words });
  await rooms.call(WORLDS.membersList, person, { word });

  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  await browser.send('GET', `/api/agent-bridge/worlds/${other}/members`);
  const secret = await rig.key(undefined, email);
  await rig.act(secret, { action: 'worlds.list' });
  const headers = { authorization: `Bearer ${secret}` };
  await fetch(`${rig.base}/api/agent-bridge/whoami`, { headers });
  const large_html = '<p>large</p>'.repeat(40_000);
  const payload = { title: 't', word, raw_html: large_html, idempotency_key: key() };
  expect((await rig.act(secret, { action: 'builder.create', payload })).status).toBe(200);
}, FILL_MS_MAX);
afterAll(async () => {
  await recorder.stop();
  await rig.stop();
});

describe('the plan of every named statement', () => {
  test('is looked at: a new statement needs its call in this suite', () => {
    const seen = new Set(recorder.seen.map(({ name }) => name));
    const missing = [...namesInSources()].filter(
      (name) => ELSEWHERE[name] === undefined && ![...seen].some((one) => one.startsWith(name)),
    );
    expect(missing).toEqual([]);
    expect(namesInSources().size).toBeGreaterThan(30);
  });

  test('reads no large table whole, under a custom and under a generic plan', () => {
    const whole = recorder.seen.flatMap(({ name, mode, plan }) =>
      planNodes(plan)
        .filter(
          (node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''),
        )
        .map((node) => `${name} (${mode}) reads ${node['Relation Name']} whole`),
    );
    expect([...new Set(whole)]).toEqual([]);
  });

  test('handles at no node many more rows than it returns, so its cost does not grow with the account or the World', () => {
    const wide = recorder.seen.flatMap(({ name, mode, plan }) => {
      const bound = 4 * plan['Actual Rows'] + ROWS_SPARE;
      return planNodes(plan).flatMap((node) => {
        const removed =
          (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
        const rows = (node['Actual Rows'] + removed) * node['Actual Loops'];
        return rows > bound
          ? [`${name} (${mode}): ${node['Node Type']} handles ${rows} rows of ${bound}`]
          : [];
      });
    });
    expect([...new Set(wide)]).toEqual([]);
  });
});
