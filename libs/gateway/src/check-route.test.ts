import { LIMITS } from '@bridge/contracts';
import {
  answerOf,
  builderModule,
  publisherModule,
  startGateway,
  worldsModule,
  type TestHttpResponse,
  type GatewayTestRig,
} from '@bridge/testing';
import { sql } from '@bridge/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
let without: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, builderModule, publisherModule]);
  without = await startGateway();
});
afterAll(async () => {
  await rig.stop();
  await without.stop();
});

/** Requests the publish check of a website’s draft over HTTP. */
async function check(
  page: number | string,
  key: string | null,
  {
    on = rig,
    method = 'GET',
    head = {},
  }: { on?: GatewayTestRig; method?: string; head?: Record<string, string> } = {},
): Promise<TestHttpResponse> {
  const headers = { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...head };
  return answerOf(
    await fetch(`${on.base}/api/agent-bridge/pages/${page}/check`, { method, headers }),
  );
}

/** Creates a key and a website with this HTML; returns the key’s secret and the website’s id. */
async function draft(
  html: string,
  on = rig,
): Promise<{ readonly key: string; readonly id: number }> {
  const key = await on.key();
  return { key, id: await on.draft(key, html) };
}

describe('the check of a draft over HTTP', () => {
  // Verifies: publishing.check.
  test('returns the verdict of the revision in the envelope', async () => {
    const { key, id } = await draft('<img src="https://x.example/i.png">');
    const answer = await check(id, key);
    expect(answer).toMatchObject({
      status: 200,
      json: {
        ok: true,
        check: {
          draft_revision: 1,
          publication_mode: 'online',
          offline_ready: false,
          truncated: false,
          secrets: 0,
          empty: false,
        },
        request_id: expect.stringMatching(/^req_/),
      },
    });
    expect(answer.json.check.warnings).toContainEqual(
      expect.objectContaining({ code: 'external_image', line: 1 }),
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await check(id, key, { method: 'HEAD' })).text).toBe('');
  });

  test('reports an empty draft, and analyses the entry of a project', async () => {
    const { key, id } = await draft('');
    expect((await check(id, key)).json.check).toMatchObject({ empty: true, secrets: 0 });
    await rig.services.db.rows(sql`update builder.page set kind = 'project' where page_id = ${id}`);
    expect((await check(id, key)).json.check).toMatchObject({ empty: true, draft_revision: 1 });
  });

  test('analyses a draft of full size', async () => {
    const { key, id } = await draft(`<!doctype html>${'x'.repeat(LIMITS.rawHtmlCharsMax - 15)}`);
    expect((await check(id, key)).json.check).toMatchObject({ publication_mode: 'portable' });
  });

  // Verifies: publishing.check-key.
  test('gives a foreign website exactly the answer of one that does not exist', async () => {
    const { id } = await draft('<p>');
    const stranger = await rig.key();
    const bare = ({ status, json }: TestHttpResponse) => ({
      status,
      ...json,
      request_id: null,
      error: {
        ...json.error,
        message: json.error.message.replaceAll(/[0-9]+/g, 'n'),
        details: null,
      },
    });
    const foreign = await check(id, stranger);
    expect(foreign).toMatchObject({ status: 404, json: { error: { code: 'page_not_found' } } });
    expect(bare(foreign)).toEqual(bare(await check(id + 1_000_000, stranger)));
  });

  test.each([
    ['no key', null, {}, 401, 'key_missing'],
    [
      'a foreign Origin before the key',
      null,
      { origin: 'https://evil.example' },
      403,
      'origin_forbidden',
    ],
    ['a malformed key', 'ak_short', {}, 401, 'key_malformed'],
    ['a key without the scope', 'other', {}, 403, 'insufficient_scope'],
    ['an id that is no number', 'key', {}, 400, 'invalid_input'],
  ] as const)('refuses %s', async (_, who, head, status, code) => {
    const key =
      who === 'other' ? await rig.key(['worlds.list']) : who === 'key' ? await rig.key() : who;
    const page = code === 'invalid_input' ? '042' : 7;
    expect(await check(page, key, { head })).toMatchObject({ status, json: { error: { code } } });
  });

  test('takes GET and HEAD only', async () => {
    const answer = await check(7, await rig.key(), { method: 'POST' });
    expect(answer).toMatchObject({ status: 405, json: { error: { code: 'method_not_allowed' } } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  // Verifies: publishing.check-busy.
  test('without a publisher is 503 with the outcome not_applied', async () => {
    const { key, id } = await draft('<p>', without);
    expect(await check(id, key, { on: without })).toMatchObject({
      status: 503,
      json: { error: { code: 'service_unavailable', outcome: 'not_applied' } },
    });
  });
});
