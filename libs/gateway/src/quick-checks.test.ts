import { LIMITS, PUBLISHER } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  answerOf,
  builderModule,
  publisherModule,
  startGateway,
  until,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
let key: string;
let alone: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, builderModule, publisherModule]);
  key = await opened(rig);
  alone = await startGateway();
});
afterAll(async () => {
  await rig.stop();
  await alone.stop();
});

let made = 0;
const unique = (): string => `quick-check-${(made += 1)}`;

/** Creates a key with its own World. */
async function opened(on: GatewayTestRig): Promise<string> {
  const secret = await on.key();
  await on.world(secret, 'checks');
  return secret;
}
const draft = (html: string, on = rig, secret = key): Promise<number> =>
  on.draft(secret, html, 'checks');
const get = async (page_id: number, on = rig, secret = key) =>
  (await on.act(secret, { action: 'builder.get', payload: { page_id } })).json.result;
/** Repeats a read until it contains the verdict: on a busy machine the first verdict may take longer than a read waits. */
async function checkIn(page_id: number) {
  let found: { draft_revision: number } | null = null;
  await until('the check of the draft', async () => {
    found = (await get(page_id)).publish_check;
    return found !== null;
  });
  return found;
}

describe('the check in builder_get', () => {
  // Verifies: publishing.check-read.
  test('is the one of the check route, on act and as a tool', async () => {
    const page_id = await draft('<img src="https://x.example/i.png">');
    const found = await checkIn(page_id);
    const headers = { authorization: `Bearer ${key}` };
    const url = `${rig.base}/api/agent-bridge/pages/${page_id}/check`;
    const route = await answerOf(await fetch(url, { headers }));
    expect(found).toEqual(route.json.check);
    const called = await rig.callTool(key, 'builder_get', { page_id });
    expect(called.json.result.structuredContent.publish_check).toEqual(found);
  });

  test('is of the revision that was read, also after the draft came back to an earlier text', async () => {
    const page_id = await draft('<p>one');
    expect(await checkIn(page_id)).toMatchObject({ draft_revision: 1 });
    const change = async (expected_revision: number, old: string, next: string) =>
      rig.act(key, {
        action: 'builder.patch',
        payload: {
          page_id,
          expected_revision,
          idempotency_key: unique(),
          patch_ops: [{ op: 'replace_text', old, new: next }],
        },
      });
    await change(1, 'one', 'two');
    await change(2, 'two', 'one');
    expect(await checkIn(page_id)).toMatchObject({ draft_revision: 3 });
  });

  test('is null for a draft above 256 KiB, and given for one of that size', async () => {
    // The draft’s empty list of layers, `[]`, counts as two bytes.
    const most = LIMITS.quickCheckBytesMax - 2;
    expect((await get(await draft('x'.repeat(most + 1)))).publish_check).toBeNull();
    expect(await checkIn(await draft('x'.repeat(most)))).toMatchObject({ empty: false });
  });

  // Verifies: publishing.check-read-apart.
  test('is in no stored result', async () => {
    await checkIn(await draft('<p>stored'));
    const rows = await rig.services.db.rows(
      sql<{ n: number }>`select count(*)::integer as n from effect.idempotency
        where response like '%publish_check%' or response like '%"preview_url":"%'`,
    );
    expect(rows[0]?.n).toBe(0);
  });

  // Verifies: publishing.check-read-apart.
  test('is null while the publisher is absent, and a silent one delays few reads', async () => {
    const secret = await opened(alone);
    const pages: number[] = [];
    for (let n = 0; n < 12; n += 1) pages.push(await draft(`<p>${n}`, alone, secret));
    const away = await get(pages[0] ?? 0, alone, secret);
    expect(away).toMatchObject({ publish_check: null, raw_html: '<p>0' });
    let received = 0;
    // A publisher that receives requests and never answers.
    const silent = alone.services.driver.subscribe(PUBLISHER.check.subject, 'publisher', () => {
      received += 1;
    });
    const results = await Promise.all(pages.map((page_id) => get(page_id, alone, secret)));
    expect(results.map((one) => one.publish_check)).toEqual(pages.map(() => null));
    expect(received).toBe(4);
    await silent.drain();
  });
});
