import { LIMITS, PUBLIC_PATHS, TOOL_ACTIONS } from '@bridge/contracts';
import { makeAgentKey } from '@bridge/kernel';
import { until } from '@bridge/testing';
import { describe, expect, it } from 'vitest';
import { SURFACES } from '../call.ts';
import { rpc, send, type McpHttpResponse, type EndpointRequestOptions } from '../mcp/post.ts';
import { done, product, refused, stage, unique } from '../stage.ts';
import { actHead, openRaw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));

const MILLION = 1_000_000;
const PATHS = { act: PUBLIC_PATHS.act, mcp: PUBLIC_PATHS.mcp } as const;

function post(
  path: string,
  body: string | Uint8Array,
  headers: NonNullable<EndpointRequestOptions['headers']> = {},
): Promise<McpHttpResponse> {
  return send(product().baseUrl, one.secret, body, { path, headers, version: '2025-11-25' });
}
/** The error code of a refusal. The error object is in `error` (act) or in `error.data` (MCP). */
function codeIn({ json }: McpHttpResponse): string | undefined {
  const { error } = (json ?? {}) as { error?: { code: unknown; data?: { code: string } } };
  return error?.data?.code ?? (typeof error?.code === 'string' ? error.code : undefined);
}
/** The number of Worlds and the list of websites, as JSON text. A refused call must not change them. */
async function effects(): Promise<string> {
  const call = one.on('act');
  const { worlds } = done<{ worlds: unknown[] }>(await call('worlds.list', {}));
  const { websites } = done<{ websites: unknown[] }>(await call('builder.list', { limit: 100 }));
  return JSON.stringify([worlds.length, websites]);
}

describe.each(SURFACES)('JSON bombs on %s', (surface) => {
  const bombs: readonly (readonly [string, () => string, string])[] = [
    ['ten million opening brackets', () => '['.repeat(10 * MILLION), 'json_too_complex'],
    ['ten million opening braces', () => '{"a":'.repeat(2 * MILLION), 'json_too_complex'],
    [
      'a million names',
      () => `{${Array.from({ length: MILLION }, (_, n) => `"n${n}":1`).join(',')}}`,
      'json_too_complex',
    ],
    ['ten million zeros', () => `[${'0,'.repeat(5 * MILLION)}0]`, 'json_too_complex'],
    ['one number of ten million digits', () => `[${'0'.repeat(10 * MILLION)}]`, 'invalid_json'],
    ['ten million blanks', () => ' '.repeat(10 * MILLION), 'invalid_json'],
    ['ten million quotes', () => '"'.repeat(10 * MILLION), 'json_too_complex'],
    ['ten million backslashes in a string', () => `"${'\\'.repeat(10 * MILLION)}`, 'invalid_json'],
    ['a string that never ends', () => `{"a":"${'x'.repeat(10 * MILLION)}`, 'invalid_json'],
  ];
  // Verifies: safety.json-bomb.
  it.each(bombs)('%s are refused before they are parsed', async (_, body, code) => {
    const answer = await post(PATHS[surface], body());
    expect([answer.status, codeIn(answer)]).toEqual([400, code]);
  });
});

/** Makes `n` new keys and returns their Authorization headers. Each key may send two large bodies at once. */
async function bearers(n: number): Promise<readonly string[]> {
  const keys = Array.from({ length: n }, () => one.owner.makeKey({ preset: 'read' }));
  return (await Promise.all(keys)).map(({ secret }) => `Bearer ${secret}`);
}

// Verifies: safety.neighbours.
it('other keys are answered while two keys keep sending JSON bombs and very large texts', async () => {
  const other = await stage();
  const walls: readonly (() => string)[] = [
    () => '['.repeat(10 * MILLION),
    () => `[${'0,'.repeat(5 * MILLION)}0]`,
    () => '"'.repeat(10 * MILLION),
    // Valid but large JSON: a worker thread parses it, and the schema refuses it.
    () => `{"action":"builder.list","payload":{"after_id":"${'\\ud83c\\udf0d'.repeat(MILLION)}"}}`,
  ];
  let isOver = false;
  let sent = 0;
  const keys = await bearers(2);
  const hostile = walls.map(async (wall, at) => {
    const body = wall();
    const authorization = keys[at % keys.length] ?? '';
    for (let n = 0; n < 2 || !isOver; n += 1) {
      expect((await post(PATHS.act, body, { authorization })).status).toBe(400);
      sent += 1;
    }
  });
  // Hostile bodies are in flight during all of these calls, because the senders stop only when the calls have ended.
  for (let n = 0; n < 20 || sent < 2 * walls.length; n += 1)
    done(await other.on(n % 2 === 0 ? 'act' : 'mcp')('worlds.list', {}));
  isOver = true;
  await Promise.all(hostile);
});

// Verifies: limits.large-bodies.
it('large bodies whose senders disconnect release their memory budget: the same number is read again', async () => {
  const declared = 40 * MILLION;
  const keys = await bearers(3);
  for (let round = 0; round < 4; round += 1) {
    const sockets = await Promise.all(
      [...keys, ...keys].map(async (authorization) => {
        const opened = await openRaw();
        opened.socket.write(
          actHead(
            `Authorization: ${authorization}`,
            'Content-Type: application/json',
            `Content-Length: ${declared}`,
            'Expect: 100-continue',
          ),
        );
        return opened;
      }),
    );
    // All six requests get memory before their bodies are sent: 240 MB of the gateway's budget of 256 MiB.
    await until('all six to receive 100 Continue', () =>
      sockets.every(({ received }) => received().startsWith('HTTP/1.1 100 ')),
    );
    for (const { socket } of sockets) socket.write(' '.repeat(100_000));
    for (const { socket } of sockets) socket.destroy();
    await Promise.all(sockets.map(({ closed }) => closed));
    await until('the room to be free again', async () => {
      const { status } = await post(
        PATHS.act,
        `{"action":"no.such","payload":{"x":"${'x'.repeat(30 * MILLION)}"}}`,
      );
      return status === 400;
    });
  }
});

describe.each(SURFACES)('strict input on %s', (surface) => {
  const envelope = (action: string, payload: string): string =>
    surface === 'act'
      ? `{"action":"${action}","payload":${payload}}`
      : `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${action.replace('.', '_')}","arguments":${payload}}}`;
  const outcome = async (action: string, payload: string): Promise<unknown> => {
    const answer = await post(PATHS[surface], envelope(action, payload));
    const { result } = (answer.json ?? {}) as { result?: { content?: { text: string }[] } };
    const told = result?.content?.[0]?.text;
    return told === undefined
      ? { status: answer.status, ...(answer.json as { error: object }).error }
      : JSON.parse(told);
  };

  it.each(TOOL_ACTIONS.map(({ name, example }) => [name, example] as const))(
    '%s names a property it does not know',
    async (name, example) => {
      const error = refused(
        await one.on(surface)(name, { ...example, surprise: 1 }),
        'invalid_input',
      );
      expect(error.details).toMatchObject({ issues: [{ path: 'surprise' }] });
    },
  );

  const wrong: readonly (readonly [string, string, string])[] = [
    ['a string for an integer', '{"limit":"1"}', 'limit'],
    ['a fraction', '{"limit":1.5}', 'limit'],
    ['a negative number', '{"after_id":-1}', 'after_id'],
    ['an integer beyond 2^53', '{"after_id":9007199254740993}', 'after_id'],
    ['a number beyond all', '{"after_id":1e999}', 'after_id'],
    ['null for an integer', '{"limit":null}', 'limit'],
    ['true for an integer', '{"limit":true}', 'limit'],
    ['an array for an integer', '{"limit":[1]}', 'limit'],
  ];
  // Verifies: safety.strict-json.
  it.each(wrong)('%s is refused with its path, never converted', async (_, payload, path) => {
    expect(await outcome('builder.list', payload)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      details: { issues: [{ path }] },
    });
  });

  // Verifies: safety.strict-json, safety.names.
  it('repeated names, __proto__, arrays and null in place of the input have no effect', async () => {
    const before = await effects();
    const key = unique('g25');
    const found = (more: string) =>
      post(
        PATHS[surface],
        envelope('worlds.found', `{"word":"${key}","idempotency_key":"${key}"${more}}`),
      );
    for (const [more, code] of [
      [',"word":"other-word"', 'invalid_json'],
      [',"\\u0077ord":"other-word"', 'invalid_json'],
      [',"__proto__":{"word":"x"}', 'invalid_input'],
      [',"\\u005f_proto__":1', 'invalid_input'],
    ] as const)
      expect([more, codeIn(await found(more))]).toEqual([more, code]);
    for (const payload of ['[]', 'null', '"x"', '7']) {
      const { status, text } = await post(PATHS[surface], envelope('worlds.found', payload));
      expect([payload, text.includes('"isError":true') ? 400 : status]).toEqual([
        payload,
        // MCP refuses arguments of a wrong type with a JSON-RPC error in a 200 response.
        surface === 'mcp' ? 200 : 400,
      ]);
      expect(text).toMatch(/error/i);
    }
    expect(await effects()).toBe(before);
  });
});

// Verifies: safety.unicode.
it('a byte order mark, bytes that are no UTF-8 and half a surrogate pair are refused, never repaired', async () => {
  const create = (title: Uint8Array | string): Buffer =>
    Buffer.concat([
      Buffer.from(`{"action":"builder.create","payload":{"word":"${one.word}","title":"`),
      Buffer.from(title),
      Buffer.from(`","idempotency_key":"${unique('g25')}"}}`),
    ]);
  const before = await effects();
  const { act } = PATHS;
  for (const bad of [
    [0xff],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
  ])
    expect(codeIn(await post(act, create(Uint8Array.from(bad))))).toBe('invalid_unicode');
  for (const text of ['\\ud800', '\\udc00', 'a\\ud83d', '\\ude00\\ud83d'])
    expect([text, codeIn(await post(act, create(text)))]).toEqual([text, 'invalid_unicode']);
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), create('x')]);
  expect(codeIn(await post(act, marked))).toBe('invalid_json');
  expect(codeIn(await post(act, Buffer.from(create('x').toString(), 'utf16le')))).toBe(
    'invalid_json',
  );
  expect(await effects()).toBe(before);
});

describe('a refusal repeats a sent value shortened, and never a key', () => {
  const key = makeAgentKey();
  const long = 'n'.repeat(MILLION / 5);
  const many = (name: (n: number) => string): string =>
    Array.from({ length: 200 }, (_, n) => `"${name(n)}":1`).join(',');
  const rpcText = (method: string, params: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  const wide = (n: number): string => `${'\\u0001'.repeat(100)}${n}`;
  const inputs = (name: string): readonly (readonly [string, string])[] => [
    ['a member of the input', `{"${name}":1}`],
    ['two of the same name', `{"${name}":1,"${name}":2}`],
    ['what a forbidden name stands in', `{"${name}":{"__proto__":1}}`],
    ['what half a character stands in', `{"${name}":"\\ud800"}`],
    ['a value', `{"limit":"${name}"}`],
  ];
  const bodies = (name: string): readonly (readonly [string, keyof typeof PATHS, string])[] => [
    ['a member beside the input', 'act', `{"action":"builder.list","${name}":1}`],
    ['an action', 'act', `{"action":"${name}"}`],
    ['a tool', 'mcp', rpcText('tools/call', `{"name":"${name}"}`)],
    ['a method', 'mcp', rpcText(name, '{}')],
    ['a member of the message', 'mcp', `{"jsonrpc":"2.0","id":1,"method":"ping","${name}":1}`],
    ...inputs(name).flatMap(([where, input]) => [
      [where, 'act', `{"action":"builder.list","payload":${input}}`] as const,
      [
        where,
        'mcp',
        rpcText('tools/call', `{"name":"builder_list","arguments":${input}}`),
      ] as const,
    ]),
  ];

  // Verifies: errors.short.
  it.each(bodies(key))('a key as the name of %s (%s) is not repeated', async (_, path, body) => {
    const { text } = await post(PATHS[path], body);
    expect(text).not.toContain(key);
  });

  // Verifies: errors.short.
  it.each(bodies(long))(
    'two hundred thousand letters as the name of %s (%s) are repeated shortened',
    async (_, path, body) => {
      const { text } = await post(PATHS[path], body);
      expect(text.length).toBeLessThanOrEqual(LIMITS.errorBodyBytesMax);
    },
  );

  it.each([
    ['act', `{"action":"builder.list","payload":{${many(wide)}}}`],
    ['act', `{"action":"builder.list",${many(wide)}}`],
    ['mcp', rpcText('tools/call', `{"name":"builder_list","arguments":{${many(wide)}}}`)],
  ] as const)('hundreds of unknown names are answered in few bytes (%s)', async (path, body) => {
    const { text, status } = await post(PATHS[path], body);
    expect(status).toBeLessThan(500);
    expect(text.length).toBeLessThanOrEqual(LIMITS.errorBodyBytesMax);
  });
});

describe.each(SURFACES)('content types on %s', (surface) => {
  const path = PATHS[surface];
  const body = surface === 'act' ? '{"action":"worlds.list"}' : JSON.stringify(rpc('ping'));
  const refusedHeaders: readonly (readonly [
    string,
    NonNullable<EndpointRequestOptions['headers']>,
  ])[] = [
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a tab and a letter behind it', { 'content-type': 'application/json\ta' }],
    ['a blank and a letter behind it', { 'content-type': 'application/json x' }],
    ['utf-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['two charsets', { 'content-type': 'application/json; charset=utf-8; charset=utf-7' }],
    ['two types', { 'content-type': 'application/json, text/plain' }],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a type that only begins so', { 'content-type': 'application/json-patch+json' }],
    ['none', { 'content-type': null }],
    ['gzip', { 'content-encoding': 'gzip' }],
    ['identity, but said', { 'content-encoding': 'identity' }],
    ['br', { 'content-encoding': 'br' }],
  ];
  // Verifies: safety.content-type.
  it.each(refusedHeaders)('a body of %s is 415', async (_, headers) => {
    const answer = await post(path, body, headers);
    expect([answer.status, codeIn(answer)]).toEqual([415, 'unsupported_media_type']);
  });
});
