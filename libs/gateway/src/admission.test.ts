import { LIMITS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  type TestHttpResponse,
  type GatewayTestRig,
  answerOf,
  fakeClock,
  openBrowser,
  startGateway,
  until,
} from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgentKey } from '@bridge/kernel';

let rig: GatewayTestRig;
const folder = mkdtempSync(join(tmpdir(), 'bridge-limits-'));
const clock = fakeClock(Date.now());
const AGENT_ORIGIN = 'https://agent.example';
beforeAll(async () => {
  const path = join(folder, 'limits.json');
  // All clients of this test connect from one address, so its limit of sockets is raised.
  writeFileSync(path, '{"sockets_per_address":500}');
  rig = await startGateway({ BRIDGE_LIMITS: path, BRIDGE_ORIGINS: AGENT_ORIGIN }, { clock });
});
afterAll(async () => {
  await rig.stop();
  rmSync(folder, { recursive: true });
});

const LIST = { action: 'worlds.list' };
const codes = (answers: readonly TestHttpResponse[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { json } of answers) {
    const code: string = json.error?.data?.code ?? json.error?.code ?? 'ok';
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};
async function inTurn(
  times: number,
  send: () => Promise<TestHttpResponse>,
): Promise<readonly TestHttpResponse[]> {
  const answers: TestHttpResponse[] = [];
  for (let i = 0; i < times; i += 1) answers.push(await send());
  return answers;
}

describe('a key over its rate', () => {
  test('is refused with the seconds to wait, and served again after them', async () => {
    const key = await rig.key();
    const answers = await inTurn(45, () => rig.act(key, LIST));
    expect(codes(answers)).toEqual({ ok: 40, rate_limited: 5 });
    expect(answers[0]?.headers.get('ratelimit')).toBe('"read";r=39;t=1');
    const refused = answers.at(-1);
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('ratelimit')).toBe('"read";r=0;t=1');
    expect(refused?.headers.get('ratelimit-policy')).toBe('"read";q=40;w=2');
    clock.advance(Number(refused?.headers.get('retry-after')) * 1_000);
    expect((await rig.act(key, LIST)).status).toBe(200);
  });

  // Verifies: limits.rates-shared.
  test('leaves no idempotency row behind', async () => {
    const key = await rig.key();
    const found = (n: number) =>
      rig.act(key, {
        action: 'worlds.found',
        payload: { word: `rate-${n}-x`, idempotency_key: `found-rate-${n}` },
      });
    let n = 0;
    const answers = await inTurn(25, () => found((n += 1)));
    const { rate_limited, ok = 0 } = codes(answers);
    // On a busy machine a call within the rate may be refused because no connection is available; such a call leaves no row
    // either.
    expect(rate_limited).toBe(5);
    const [{ used }] = (await rig.services.db.rows(
      sql`select count(*) as used from effect.idempotency where key like 'found-rate-%'`,
    )) as [{ used: number }];
    expect(used).toBe(ok);
    expect(ok).toBeGreaterThan(0);
  });

  test('that sends only invalid bodies is refused before its bodies are read', async () => {
    const key = await rig.key();
    const answers = await inTurn(100, () => rig.act(key, '{"action":'));
    expect(codes(answers)).toEqual({ invalid_json: 80, rate_limited: 20 });
  });

  test('gets a tool error over MCP, which the model reads', async () => {
    const key = await rig.key();
    const answers = await inTurn(45, () => rig.callTool(key, 'worlds_list', {}));
    const last = answers.at(-1);
    expect(last).toMatchObject({ status: 200, json: { id: 1, result: { isError: true } } });
    expect(JSON.parse(last?.json.result.content[0].text)).toMatchObject({
      code: 'rate_limited',
      status: 429,
    });
    expect(last?.headers.get('ratelimit')).toBe('"read";r=0;t=1');
  });

  test('shares one rate between act and MCP', async () => {
    const key = await rig.key();
    await inTurn(25, () => rig.act(key, LIST));
    const answers = await inTurn(20, () => rig.callTool(key, 'worlds_list', {}));
    expect(answers.filter(({ json }) => json.result.isError === true)).toHaveLength(5);
  });
});

// Verifies: limits.rates.
test('an owner over the rate of reads is refused on every screen, and over that of changes too', async () => {
  const { email, password } = await rig.owner();
  const owner = openBrowser(rig);
  await owner.signIn(email, password);
  const codeOf = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await owner.send(method, path, body)).json.error?.code;
  await until('the reads to be over the rate', async () =>
    (await codeOf('GET', '/api/console/deleted')) === 'rate_limited' ? true : null,
  );
  const page = '/api/console/pages/1';
  const reads = [
    ...['activity', 'activity.jsonl', 'browsers', 'credits', 'deleted', 'events', 'home'],
    ...['messages', 'pages', 'pairing', 'refusals', 'search?q=x', 'webhooks', 'widgets', 'worlds'],
    ...[`keys/key_${'x'.repeat(26)}`, `webhooks/wh_${'x'.repeat(26)}/deliveries`],
    ...['worlds/no-such-w', 'words/no-such-w'],
  ].map((path) => `/api/console/${path}`);
  const ofPage = ['', '/unsaved', '/revisions', '/revisions/1', '/snapshots'].map(
    (at) => page + at,
  );
  const members = '/api/agent-bridge/worlds/no-such-w/members';
  for (const path of [...reads, ...ofPage, members, '/api/agent-bridge/keys'])
    expect([path, await codeOf('GET', path)]).toEqual([path, 'rate_limited']);
  const dashboard = ['/api/agent-bridge/worlds/no-such-w', { title: 't', text: '' }] as const;
  await until('the changes to be over the rate', async () =>
    (await codeOf('POST', ...dashboard)) === 'rate_limited' ? true : null,
  );
});

// Verifies: safety.key-guesses.
test('guesses of keys are limited, and valid keys from the same address keep working', async () => {
  const key = await rig.key();
  const answers = await inTurn(25, () => rig.act(makeAgentKey(), LIST));
  expect(codes(answers)).toEqual({ key_invalid: 20, rate_limited: 5 });
  expect((await rig.act(key, LIST)).status).toBe(200);
});

test('a revoked key gets key_revoked a thousand times', async () => {
  const { email } = await rig.owner();
  const { key, secret } = await rig.tool.keysCreate(email, { name: 'x' });
  await rig.tool.keysRevoke(key.key_id);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => inTurn(25, () => rig.act(secret, LIST))),
  );
  expect(codes(answers.flat())).toEqual({ key_revoked: 1_000 });
}, 60_000);

test('a key has two large bodies in flight; the third is refused before it is read', async () => {
  const key = await rig.key();
  const head = `POST /api/agent-bridge/act HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`;
  const sockets = [1, 2].map(() => connect(Number(new URL(rig.base).port), '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    // Status 100 shows that the gateway has reserved memory for the body.
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 /);
  }
  expect(await rig.raw(head)).toMatch(/^HTTP\/1\.1 429 [\s\S]*2 calls over 1 MiB/);
  for (const socket of sockets) socket.destroy();
  await until(
    'their places to be free',
    async () => {
      clock.advance(1_000);
      return (
        (await rig.act(key, { action: 'worlds.list', payload: {}, pad: 'x'.repeat(1_100_000) }))
          .status === 400
      );
    },
    10_000,
  );
});

/** Sends the head of a POST with a chunked or long JSON body, and the beginning of the body; resolves with the answer. */
const post = (path: string, key: string, headers: string, begin: string): Promise<string> =>
  rig.raw(
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(rig.base).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${begin}`,
  );
const ACT_ERROR = /\r\n\r\n\{"ok":false,"error":\{"code":"(\w+)"/;
const RPC_ERROR = /\r\n\r\n\{"jsonrpc":"2\.0","id":null,"error":.*"data":\{"code":"(\w+)"/;

// Verifies: tools.http-errors.
test.each([
  ['/api/agent-bridge/act', ACT_ERROR],
  ['/api/mcp', RPC_ERROR],
])(
  'a stalled body at %s ends as request_timeout in the form of the surface',
  async (path, form) => {
    const answer = post(path, await rig.key(), 'Content-Length: 100', '{');
    let over = false;
    void answer.then(() => (over = true));
    await until(
      'the slow body to be given up',
      () => {
        clock.advance(500);
        return over;
      },
      20_000,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(form.exec(await answer)?.[1]).toBe('request_timeout');
  },
);

// Verifies: tools.http-errors.
test.each([
  ['/api/agent-bridge/act', ACT_ERROR],
  ['/api/mcp', RPC_ERROR],
])(
  'a body at %s whose chunks are malformed is refused in the form of the surface',
  async (path, form) => {
    const headers = `Origin: ${AGENT_ORIGIN}\r\nTransfer-Encoding: chunked`;
    const answer = await post(path, await rig.key(), headers, 'no length\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // A web page of an allow-listed origin can read the refusal only with this header.
    expect(answer).toContain(`\r\naccess-control-allow-origin: ${AGENT_ORIGIN}\r\n`);
    expect(form.exec(answer)?.[1]).toBe('invalid_input');
  },
);

/** Waits until `count` rows of refused calls of an account are written, and returns them by action and code. */
async function writtenRefusals(accountId: string, count: number): Promise<readonly unknown[]> {
  const refusals = async (): Promise<readonly unknown[]> =>
    rig.services.db.rows(
      sql`select action, code, n from effect.refusal where account_id = ${accountId} order by action, code`,
    );
  await until('the counts to be written', async () => (await refusals()).length === count, 15_000);
  return refusals();
}

test('refused calls of a known key are counted per minute, and never those of an unknown one', async () => {
  const { email, accountId } = await rig.owner();
  const key = await rig.key(['builder.get'], email);
  await inTurn(3, () => rig.act(key, LIST));
  await rig.act(key, { action: 'builder.get', payload: { page_id: 4 } });
  await rig.act(key, '{');
  await rig.act(makeAgentKey(), LIST);
  expect(await writtenRefusals(accountId, 3)).toEqual([
    { action: 'act', code: 'invalid_json', n: 1 },
    { action: 'builder.get', code: 'page_not_found', n: 1 },
    { action: 'worlds.list', code: 'insufficient_scope', n: 3 },
  ]);
});

// Verifies: activity.refusals.
test('a whoami that is refused is counted like a refused call', async () => {
  const { email, accountId } = await rig.owner();
  const key = await rig.key(['worlds.list'], email);
  const whoami = async (): Promise<TestHttpResponse> =>
    answerOf(
      await fetch(`${rig.base}/api/agent-bridge/whoami`, {
        headers: { authorization: `Bearer ${key}` },
      }),
    );
  expect(codes(await inTurn(45, whoami))).toEqual({ ok: 40, rate_limited: 5 });
  expect(await writtenRefusals(accountId, 1)).toEqual([
    { action: 'whoami', code: 'rate_limited', n: 5 },
  ]);
});

// Verifies: activity.refusals.
test('a list of tools that is refused over MCP is counted like a refused call', async () => {
  const { email, accountId } = await rig.owner();
  const key = await rig.key(['worlds.list'], email);
  const list = async (): Promise<TestHttpResponse> =>
    answerOf(
      await fetch(`${rig.base}/api/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      }),
    );
  expect(codes(await inTurn(45, list))).toEqual({ ok: 40, rate_limited: 5 });
  expect(await writtenRefusals(accountId, 1)).toEqual([
    { action: 'tools/list', code: 'rate_limited', n: 5 },
  ]);
});

// Verifies: activity.refusals, keys.last-use.
test('refused reads of a website over GET are counted like refused calls', async () => {
  const { email, accountId } = await rig.owner();
  const secret = await rig.key(['builder.get'], email);
  const other = await rig.key(['worlds.list'], email);
  const read = (path: string, key: string): Promise<Response> =>
    fetch(`${rig.base}/api/agent-bridge/pages/${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  await read('4/raw', secret);
  await read('4/check', secret);
  await read('042/check', secret);
  await read('4/raw', other);
  expect(await writtenRefusals(accountId, 3)).toEqual([
    { action: 'builder.get', code: 'insufficient_scope', n: 1 },
    { action: 'builder.get', code: 'invalid_input', n: 1 },
    { action: 'builder.get', code: 'page_not_found', n: 2 },
  ]);
  await until(
    'both keys to be used',
    async () => {
      const rows = await rig.services.db.rows(
        sql<{
          last_used_action: string | null;
        }>`select last_used_action from gateway.key where account_id = ${accountId}`,
      );
      return rows.every((row) => row.last_used_action === 'builder.get');
    },
    10_000,
  );
});

test('every limit of a body has its own code', async () => {
  const key = await rig.key();
  const word = await rig.world(key);
  const create = (raw: string) =>
    rig.act(key, {
      action: 'builder.create',
      payload: { word, title: 'T', raw_html: raw, idempotency_key: 'create-sizes-1' },
    });
  expect((await create('x'.repeat(LIMITS.rawHtmlCharsMax + 1))).json.error).toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ path: 'raw_html', rule: 'too_big' }] },
  });
});

// Verifies: worlds.invitation-rules.
test('an owner sends twenty invitations an hour for all Worlds; a change of a role does not count', async () => {
  const { email, password } = await rig.owner();
  const owner = openBrowser(rig);
  await owner.signIn(email, password);
  const key = await rig.key(['worlds.found'], email);
  const [first, second] = ['invite-rate-a', 'invite-rate-b'];
  for (const word of [first, second]) await rig.world(key, word);
  const ask = (n: number, role: string | null) => {
    const path = `/api/agent-bridge/worlds/${n % 2 === 0 ? first : second}/members`;
    return owner.send('POST', path, { email: `n${n}@example.org`, role });
  };
  const answers: TestHttpResponse[] = [];
  for (let n = 0; n < 21; n += 1) answers.push(await ask(n, 'viewer'));
  expect(codes(answers)).toEqual({ ok: 20, rate_limited: 1 });
  expect((await ask(0, null)).status).toBe(200);
  clock.advance(Number(answers.at(-1)?.headers.get('retry-after')) * 1_000);
  expect((await ask(21, 'viewer')).status).toBe(200);
});

// Verifies: safety.slow-clients, limits.sockets.
test('a connection beyond the limit of an address gets 503 and is closed', async () => {
  const small = await startGateway({ BRIDGE_LIMITS: 'default' });
  const port = Number(new URL(small.base).port);
  const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  try {
    for (const socket of sockets) socket.on('error', () => undefined);
    await until('fifty sockets to be open', () =>
      sockets.every(({ readyState }) => readyState === 'open'),
    );
    const answer = await small.raw('GET / HTTP/1.1\r\n\r\n');
    expect(answer).toMatch(
      /^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*connections from this address/,
    );
    sockets[0]?.destroy();
    await until('a place to be free', async () =>
      /^HTTP\/1\.1 200/.test(
        await small.raw(
          `GET /api/agent-bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
        ),
      ),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
    await small.stop();
  }
});
