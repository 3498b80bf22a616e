import { findAction, fingerprint } from '@bridge/contracts';
import { hash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { openCallReader } from './call-reader.ts';
import { prepareCall } from './prepare-call.ts';
import { readCall } from './read-call.ts';

const body = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8');
const reader = openCallReader();
afterAll(() => reader.close());

const create = (rawHtml: string) => ({
  action: 'builder.create',
  payload: { title: 'T', word: 'w', raw_html: rawHtml, idempotency_key: 'key-12345' },
});

/** Returns the issues of a call's input, each as the text `<path> <rule>`. */
function issuesOf(name: string, payload: unknown): readonly string[] {
  const { checked } = prepareCall(name, payload);
  return checked !== null && 'issues' in checked
    ? checked.issues.map(({ path, rule }) => `${path} ${rule}`)
    : [];
}

describe('an act body', () => {
  test('has its text taken out, hashed and counted', () => {
    const html = '<p>é😀</p>';
    const [call] = readCall(body(create(html)), 'act').calls;
    expect(call).toMatchObject({ name: 'builder.create', checked: { ok: true } });
    if (call?.checked?.ok !== true) throw new Error('not checked');
    const { raw_html: text } = call.checked.input.texts;
    expect(text).toMatchObject({ chars: 9, sha256: hash('sha256', html) });
    expect(Buffer.from(text?.bytes ?? []).toString('utf8')).toBe(html);
    expect(call.checked.input.wire).toEqual({
      title: 'T',
      word: 'w',
      idempotency_key: 'key-12345',
    });
  });

  test('without payload is an empty input; null is not', () => {
    expect(readCall(body({ action: 'worlds.list' }), 'act').calls[0]?.checked).toMatchObject({
      ok: true,
    });
    expect(
      readCall(body({ action: 'worlds.list', payload: null }), 'act').calls[0]?.checked,
    ).toMatchObject({ ok: false });
  });

  test.each([
    ['an array', []],
    ['a member more', { action: 'worlds.list', payload: {}, extra: 1 }],
    ['no action', { payload: {} }],
    ['a number as action', { action: 1 }],
  ])('with %s is refused', (_, value) => {
    expect(() => readCall(body(value), 'act')).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });
});

describe('an MCP body', () => {
  const call = (args: unknown) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'worlds_list', arguments: args },
  });
  test('gives the calls of a batch by their place, and their inputs leave the messages', () => {
    const read = readCall(body([{ jsonrpc: '2.0', method: 'x' }, call({}), call(7)]), 'mcp');
    expect(read.calls.map((one) => one?.name ?? null)).toEqual([null, 'worlds_list', null]);
    expect(read.body).toMatchObject([
      {},
      { params: { name: 'worlds_list' } },
      { params: { arguments: 7 } },
    ]);
  });
});

describe('the input of a call', () => {
  test('is refused with every issue at once, an unknown property by its name', () => {
    expect(issuesOf('builder.create', { title: '', word: 'W', more: 1, 'and more': 2 })).toEqual([
      'title too_small',
      'word invalid_format',
      'idempotency_key required',
      'more unrecognized_keys',
      'and more unrecognized_keys',
    ]);
    expect(
      issuesOf('builder.patch', {
        page_id: '1',
        expected_revision: 1.5,
        idempotency_key: 'short',
        patch_ops: [{ op: 'x', old: '', new: null, z: 1 }],
      }),
    ).toEqual([
      'page_id invalid_type',
      'expected_revision invalid_type',
      'idempotency_key invalid_format',
      'patch_ops[0].op invalid_value',
      'patch_ops[0].old too_small',
      'patch_ops[0].new invalid_type',
      'patch_ops[0].z unrecognized_keys',
    ]);
  });

  test('is never coerced: numbers beyond 2^53, strings, null and arrays are refused', () => {
    for (const pageId of [2 ** 53, -1, 0, '1', null, [1], Infinity, true])
      expect(issuesOf('builder.get', { page_id: pageId })).toHaveLength(1);
    expect(issuesOf('builder.get', [])).toEqual([' invalid_type']);
  });

  test('counts characters as code points: 5,242,880 emoji are legal, one more is not', async () => {
    const emoji = '😀'.repeat(5_242_880);
    const answer = await reader.read(body(create(emoji)), 'act');
    expect(answer.calls[0]?.checked).toMatchObject({
      ok: true,
      input: { texts: { raw_html: { chars: 5_242_880, sha256: hash('sha256', emoji) } } },
    });
    const over = await reader.read(body(create(`${emoji}x`)), 'act');
    expect(over.calls[0]?.checked).toMatchObject({
      ok: false,
      issues: [{ path: 'raw_html', rule: 'too_big' }],
    });
  }, 60_000);

  test('has the same fingerprint read large or small, by tool name or action, whatever the order of members', () => {
    const action = findAction('builder.create');
    if (action === undefined) throw new Error('no such action');
    const long = 'x'.repeat(300_000);
    for (const html of ['short', long]) {
      const { payload } = create(html);
      const turned = Object.fromEntries(Object.entries(payload).reverse());
      for (const call of [
        prepareCall('builder_create', payload),
        prepareCall('builder.create', turned),
      ])
        expect(call.checked).toMatchObject({
          ok: true,
          input: { fp: fingerprint(action, payload) },
        });
    }
  });
});

describe('a large body', () => {
  test('is read by a worker to the same end as on the event loop', async () => {
    const value = create('<p>“\u0000\r\n”</p>'.repeat(120_000));
    const bytes = body(value);
    expect(bytes.byteLength).toBeGreaterThan(1024 * 1024);
    const here = readCall(bytes, 'act');
    const there = await reader.read(Buffer.from(bytes), 'act');
    expect(there).toEqual(here);
  });

  test('is refused by a worker with the same code', async () => {
    const bytes = Buffer.alloc(2_000_000, '[');
    await expect(reader.read(bytes, 'act')).rejects.toMatchObject({ code: 'json_too_complex' });
  });
});
