import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAgentKey } from '@bridge/kernel';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PUBLIC_PATHS } from '@bridge/contracts';
import { openDocuments } from './open-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-client-'));
const file = join(folder, 'agent-bridge.mjs');
const { all } = openDocuments({ base: 'http://127.0.0.1:9', toolListSha256: '' });
writeFileSync(file, all.find(({ path }) => path === PUBLIC_PATHS.cli)?.forms[0].bytes ?? '');
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A request that the test server received from the client program. */
interface RecordedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
/** Function that answers a request to the test server. */
type RequestResponder = (seen: RecordedRequest) => {
  status?: number;
  type?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
};

async function serve(
  answer: RequestResponder,
): Promise<{ readonly url: string; readonly seen: RecordedRequest[] }> {
  const seen: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const one = { method: request.method, url: request.url, headers: request.headers, body };
      seen.push(one);
      const reply = answer(one);
      response.writeHead(reply.status ?? 200, {
        'content-type': reply.type ?? 'application/json',
        ...reply.headers,
      });
      response.end(reply.body ?? '');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

/** Runs the client program with these arguments, environment and standard input. */
async function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [file, ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

describe('check', () => {
  const verdict = { draft_revision: 3, publication_mode: 'portable', secrets: 0, empty: false };
  const body = (more: object) =>
    JSON.stringify({ ok: true, check: { ...verdict, ...more }, request_id: 'req_1' });

  // Verifies: documents.client-check.
  it('asks for the verdict of one website with the key, and prints it', async () => {
    const key = makeAgentKey();
    const { url, seen } = await serve(() => ({ body: body({}) }));
    const done = await run(['check', '42', '--url', url], { AGENT_BRIDGE_KEY: key });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual(verdict);
    expect(seen).toMatchObject([
      {
        method: 'GET',
        url: '/api/agent-bridge/pages/42/check',
        headers: { authorization: `Bearer ${key}` },
      },
    ]);
  });

  it.each([{ secrets: 1 }, { empty: true }])(
    'ends with 1 when a publication would be refused: %j',
    async (more) => {
      const { url } = await serve(() => ({ body: body(more) }));
      expect(await run(['check', '42', '--url', url])).toMatchObject({ code: 1 });
    },
  );

  it.each([[], ['x'], ['0'], ['42', '43'], ['42/../raw']])(
    'refuses %j as wrong use',
    async (...ids) => {
      const { url, seen } = await serve(() => ({ body: body({}) }));
      expect(await run(['check', ...ids, '--url', url])).toMatchObject({ code: 2, stdout: '' });
      expect(seen).toEqual([]);
    },
  );
});

describe('the single-file client', () => {
  it('shows its commands with --help, and ends with 2 on wrong use', async () => {
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('http://127.0.0.1:9');
    for (const command of ['call', 'inbox', 'mcp', 'doctor'])
      expect(help.stdout).toContain(command);
    for (const args of [
      [],
      ['dance'],
      ['call'],
      ['call', 'a', 'b', 'c'],
      ['call', 'a', '{'],
      ['--x'],
    ]) {
      expect((await run(args)).code, args.join(' ')).toBe(2);
    }
  });

  // Verifies: documents.inbox.
  it('prints each message once, and acknowledges it only after it was printed', async () => {
    const waiting = [1, 2, 3].map((id) => ({ id, text: `message ${id}` }));
    const asked: Record<string, unknown>[] = [];
    const { url } = await serve(({ body }) => {
      const { payload } = JSON.parse(body) as { readonly payload: Record<string, unknown> };
      asked.push(payload);
      const after = Number(payload['after_id']);
      const messages = waiting.filter(({ id }) => id > after).slice(0, 2);
      const next = messages.length === 2 && after === 0 ? 2 : null;
      const result = { messages, waiting: 3, next_after_id: next };
      return { body: JSON.stringify({ ok: true, result, request_id: 'req_1' }) };
    });
    const { code, stdout } = await run(['inbox', '--ack', '--url', url], { AGENT_BRIDGE_KEY: 'k' });
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(waiting);
    expect(asked.map(({ after_id, ack_ids }) => [after_id, ack_ids])).toEqual([
      [0, []],
      [2, [1, 2]],
      [3, [3]],
    ]);
    expect(asked.map(({ wait_s }) => wait_s)).toEqual([0, 0, 0]);
  });

  // Verifies: documents.inbox.
  it('watches: waits at the service, goes on when it was away, and ends when the key is refused', async () => {
    const error = {
      code: 'rate_limited',
      message: 'Too many.',
      retry: 'after_seconds',
      details: { retry_after_s: 0 },
    };
    const gone = { code: 'key_revoked', message: 'Revoked.', retry: 'never', details: {} };
    const answers = [
      { ok: true, result: { messages: [{ id: 4 }], waiting: 1, next_after_id: null } },
      { ok: false, error },
      { ok: true, result: { messages: [], waiting: 1, next_after_id: null } },
      { ok: false, error: gone },
    ];
    const { url, seen } = await serve(() => ({ body: JSON.stringify(answers.shift()) }));
    const { code, stdout, stderr } = await run(['inbox', '--watch', '--url', url], {});
    expect(code).toBe(1);
    expect(stdout).toBe('{"id":4}\n');
    expect(stderr).toContain('key_revoked');
    const payloads = seen.map(({ body }) => JSON.parse(body) as { readonly payload: object });
    for (const { payload } of payloads) expect(payload).toMatchObject({ wait_s: 20, ack_ids: [] });
    expect(payloads).toHaveLength(4);
    expect(payloads.at(-1)?.payload).toMatchObject({ after_id: 4 });
  });

  it('does an action with the payload, a file of HTML and the key of a file', async () => {
    const { url, seen } = await serve(() => ({
      body: '{"ok":true,"result":{"website":{"page_id":1}},"request_id":"req_1"}',
    }));
    const html = join(folder, 'page.html');
    const key = join(folder, 'key');
    writeFileSync(html, '<h1>ä "quoted"</h1>');
    writeFileSync(key, 'ak_secret\n');
    const { code, stdout } = await run(
      ['call', 'builder.create', '-', '--html', html, '--key-file', key, '--url', url],
      {},
      '{"title":"T"}',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ website: { page_id: 1 } });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/agent-bridge/act' });
    expect(seen[0]?.headers.authorization).toBe('Bearer ak_secret');
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      action: 'builder.create',
      payload: { title: 'T', raw_html: '<h1>ä "quoted"</h1>' },
    });
  });

  it('says code, hint and request id of a refusal, and ends with 1', async () => {
    const { url } = await serve(() => ({
      status: 409,
      body: '{"ok":false,"error":{"code":"revision_conflict","message":"M.","hint":"H."},"request_id":"req_9"}',
    }));
    const { code, stdout, stderr } = await run(['call', 'worlds.list', '--url', url]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe('revision_conflict: M.\nH.\nrequest_id req_9\n');
  });

  // Verifies: documents.client.
  it('prints the details of a refusal: issues, and the text to send instead', async () => {
    const details = {
      issues: [{ path: 'title', rule: 'too_big', message: 'must be at most 120 characters' }],
      suggested_old: '<h1>Moon</h1>',
    };
    const error = { code: 'patch_no_match', message: 'M.', hint: 'H.', details };
    const { url } = await serve(() => ({
      status: 422,
      body: JSON.stringify({ ok: false, error, request_id: 'req_9' }),
    }));
    const { stderr } = await run(['call', 'builder.patch', '--url', url]);
    const [, shown = ''] = /^details (\{[^]*\})\nrequest_id/m.exec(stderr) ?? [];
    expect(JSON.parse(shown)).toEqual(details);
  });

  // Verifies: documents.client.
  it('marks a replay, and leaves the result alone', async () => {
    const { url } = await serve(() => ({
      body: '{"ok":true,"result":{"n":1},"request_id":"req_1"}',
      headers: { 'idempotency-replayed': 'true' },
    }));
    const { code, stdout, stderr } = await run(['call', 'worlds.found', '--url', url]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { n: 1 }]);
    expect(stderr).toMatch(/^replayed: /);
  });

  // Verifies: documents.client.
  it('refuses a key file that is missing or empty, even with a key in the environment', async () => {
    const { url, seen } = await serve(() => ({ body: '{"ok":true,"result":{}}' }));
    const empty = join(folder, 'empty-key');
    writeFileSync(empty, '\n');
    for (const path of [join(folder, 'no-such-key'), empty])
      for (const command of [['call', 'worlds.list'], ['doctor']]) {
        const args = [...command, '--key-file', path, '--url', url];
        const { code, stderr } = await run(args, { AGENT_BRIDGE_KEY: 'ak_of_another_account' });
        expect([code, stderr]).toEqual([2, expect.stringContaining(path)]);
      }
    expect(seen).toEqual([]);
  });

  it('reports in one sentence that no server, or another server, answers', async () => {
    const none = await run(['call', 'worlds.list']);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('does not answer');
    const { url } = await serve(() => ({ status: 502, type: 'text/html', body: '<h1>proxy</h1>' }));
    const other = await run(['call', 'worlds.list', '--url', url]);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('502 without JSON');
  });

  it('doctor lists each finding and continues after a bad one', async () => {
    const { url } = await serve(({ url: path }) =>
      path === '/api/agent-bridge'
        ? { body: '{"ok":true,"name":"Agent Bridge"}' }
        : { status: 401, body: '{"ok":false,"error":{"message":"No key.","hint":"Get one."}}' },
    );
    const whole = makeAgentKey();
    const good = await run(['doctor', '--json', '--url', url], { AGENT_BRIDGE_KEY: whole });
    const findings = (JSON.parse(good.stdout) as { findings: { name: string; ok: boolean }[] })
      .findings;
    expect(good.code).toBe(1);
    expect(findings.find(({ name }) => name === 'key form')).toMatchObject({ ok: true });
    expect(findings.find(({ name }) => name === 'key')).toMatchObject({ ok: false });
    expect(good.stdout).not.toContain(whole);
    const torn = await run(['doctor', '--url', url], { AGENT_BRIDGE_KEY: whole.slice(0, -1) });
    expect(torn.stdout).toContain('FAIL  key form');
  });
});

describe('the stdio bridge', () => {
  it('carries messages, and sends the agreed version from then on', async () => {
    const { url, seen } = await serve(({ body }) => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return { status: 202 };
      const result = method === 'initialize' ? { protocolVersion: '2025-06-18' } : { method };
      return { body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
    });
    const lines = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ].map((line) => JSON.stringify(line));
    const { code, stdout } = await run(
      ['mcp', '--url', url],
      { AGENT_BRIDGE_KEY: 'ak_k' },
      `${lines.join('\n')}\n\n`,
    );
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } },
      { jsonrpc: '2.0', id: 2, result: { method: 'tools/list' } },
    ]);
    expect(seen.map(({ headers }) => headers['mcp-protocol-version']).sort()).toEqual([
      '2025-06-18',
      '2025-06-18',
      undefined,
    ]);
    expect(seen.every(({ headers }) => headers.authorization === 'Bearer ak_k')).toBe(true);
  });

  // Verifies: documents.client.
  it('answers every request under its own id when the service refuses the whole, and none to a notification', async () => {
    const { url } = await serve(() => ({
      status: 401,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"No key.","data":{"hint":"Get one."}}}',
    }));
    const input = [
      '{"jsonrpc":"2.0","id":"a","method":"initialize"}',
      '{"jsonrpc":"2.0","method":"notifications/x"}',
      'not json',
      '[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]',
    ].join('\n');
    const { stdout } = await run(['mcp', '--url', url], {}, input);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toMatchObject([
      { id: 'a', error: { code: -32001, message: 'No key. Get one.' } },
      { error: { code: -32700 } },
      [{ id: 7, error: { code: -32001 } }],
    ]);
  });

  it('answers with an error when no server answers, instead of staying silent', async () => {
    const { stdout, code } = await run(['mcp'], {}, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: -32000 } });
  });
});

// Verifies: audit.chain.
describe('audit verify', () => {
  const ACCOUNT = `acc_${'0'.repeat(26)}`;
  /** A journal row with the members that these tests change. */
  interface TestJournalRow {
    readonly id: number;
    readonly at: string;
    readonly word: string;
  }
  const ROWS: readonly TestJournalRow[] = [1, 2, 3].map((id) => ({
    id,
    at: `2026-11-0${id}T00:00:00.123Z`,
    word: `Wörd "${id}"`,
  }));
  /** Returns the hash of each row, computed as the database does. */
  const hashesOf = (rows: readonly TestJournalRow[]): readonly string[] =>
    rows.reduce<string[]>((all, { id, at, word }) => {
      const row = `[2, "${ACCOUNT}", ${id}, ${Date.parse(at)}, "a.b", "owner", null, "console", null, ${JSON.stringify(word)}, null, 4, "req_1"]`;
      const prev = Buffer.from(all.at(-1) ?? '', 'hex');
      return [...all, createHash('sha256').update(prev).update(row).digest('hex')];
    }, []);
  const hashes = hashesOf(ROWS);
  /** Runs `audit verify` against a server that returns the rows `shown`, one per page. */
  async function verify(shown: readonly TestJournalRow[]) {
    const { url } = await serve(({ body }) => {
      const { payload } = JSON.parse(body) as { payload: { after_id: number } };
      const row = shown.find(({ id }) => id > payload.after_id);
      const next = row !== undefined && row.id < 3 ? row.id : null;
      const events = [row].flatMap((one) =>
        one === undefined
          ? []
          : {
              id: one.id,
              at: one.at,
              action: 'a.b',
              surface: 'console',
              actor: { type: 'owner', key_id: null, key_name: null },
              target: { page_id: null, word: one.word },
              revision_before: null,
              revision_after: 4,
              request_id: 'req_1',
            },
      );
      const prev = row === undefined ? null : (hashes[row.id - 2] ?? '');
      const chain = { account_id: ACCOUNT, seq: 3, hash: hashes[2], prev };
      const result = { events, refusals: [], chain, next_after_id: next };
      return { body: JSON.stringify({ ok: true, action: 'audit.read', result, request_id: 'r' }) };
    });
    return run(['audit', 'verify', '--url', url], { AGENT_BRIDGE_KEY: makeAgentKey() });
  }

  it('recomputes the chain over pages up to the head', async () => {
    const { code, stdout } = await verify(ROWS);
    expect([code, stdout]).toEqual([
      0,
      `The journal is whole from row 1 to row 3, head ${hashes[2]}.\n`,
    ]);
  });

  it.each([
    ['a changed row', [0, 1, 2].map((n) => ({ ...ROWS[n], ...(n === 1 ? { word: 'x' } : {}) }))],
    [
      'a changed last row',
      [0, 1, 2].map((n) => ({ ...ROWS[n], ...(n === 2 ? { word: 'x' } : {}) })),
    ],
    ['a missing row', [ROWS[0], ROWS[2]]],
    ['a missing end', [ROWS[0], ROWS[1]]],
  ])('finds %s', async (_what, shown) => {
    const { code, stderr } = await verify(shown as TestJournalRow[]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The journal is broken: /);
  });
});
