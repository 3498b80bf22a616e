import { LIMITS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { wireProblems } from '@bridge/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ask,
  done,
  received,
  request,
  surface,
  toolCall,
  type TestCallHandler,
} from './ask.fixture.ts';

const worlds: TestCallHandler = () => done('worlds.list', { worlds: [] });
const note = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('a batch', () => {
  it('is answered at 2025-03-26, member for member', async () => {
    const members = [
      request('ping', undefined, 'a'),
      note,
      toolCall('worlds_list', {}, 2),
      request('nothing', undefined, 3),
      toolCall('no_such_tool', {}, 4),
    ];
    for (const version of [undefined, '2025-03-26']) {
      const { status, json } = await ask(members, {
        ...(version === undefined ? {} : { version }),
        answer: worlds,
      });
      expect(status).toBe(200);
      expect(json).toMatchObject([
        { id: 'a', result: {} },
        { id: 2, result: { content: [{ text: '{"worlds":[]}' }] } },
        { id: 3, error: { code: -32601 } },
        { id: 4, error: { code: -32602 } },
      ]);
      const [ping, call] = json as unknown[];
      expect(wireProblems('2025-03-26', 'ping', ping)).toEqual([]);
      expect(wireProblems('2025-03-26', 'tools/call', call)).toEqual([]);
    }
  });

  it.each(['2025-06-18', '2025-11-25'])(
    'is refused at %s, which ended batches',
    async (version) => {
      const { status, json } = await ask([request('ping')], { version });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { code: -32600 } });
    },
  );

  it('is refused with the served versions under a version that is none of them', async () => {
    const { status, json } = await ask([request('ping')], { version: '2024-11-05' });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { code: -32000 } });
  });

  it('of notifications and responses only is accepted with 202', async () => {
    const { status, text } = await ask([note, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect({ status, text }).toEqual({ status: 202, text: '' });
  });

  it('refuses initialize inside it, and does the rest', async () => {
    const { json } = await ask([
      request('initialize', { protocolVersion: '2025-03-26' }, 1),
      request('ping', undefined, 2),
    ]);
    expect(json).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: {} },
    ]);
  });

  it.each([
    ['it is empty', []],
    [
      'it is too long',
      Array.from({ length: LIMITS.batchMembersMax + 1 }, (_, id) => request('ping', undefined, id)),
    ],
    ['two ids are the same', [toolCall('worlds_list', {}, 1), toolCall('worlds_list', {}, 1)]],
    ['a member is no message', [toolCall('worlds_list', {}, 1), 7]],
    [
      'a member has no id that can be given back',
      [toolCall('worlds_list', {}, 1), request('ping', undefined, null)],
    ],
    ['it holds a batch', [[request('ping')]]],
  ])('is refused whole when %s, and nothing of it is done', async (_, members) => {
    const called: string[] = [];
    const { status, json } = await ask(members, {
      answer: (call) => {
        called.push(call.name);
        return worlds(call);
      },
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { code: -32600 } });
    expect(called).toEqual([]);
  });

  it('runs a few members at once, never all of them', async () => {
    let running = 0;
    let most = 0;
    const members = Array.from({ length: LIMITS.batchMembersMax }, (_, id) =>
      toolCall('worlds_list', {}, id),
    );
    await ask(members, {
      answer: async (call) => {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        running -= 1;
        return worlds(call);
      },
    });
    expect(most).toBe(4);
  });

  it('counts every member against the rate, and refuses each one over it', async () => {
    let calls = 0;
    const { status, json } = await ask(
      [
        toolCall('worlds_list', {}, 1),
        toolCall('worlds_list', {}, 2),
        request('ping', undefined, 3),
        request('ping', undefined, 4),
      ],
      {
        tokens: 1,
        answer: (call) => {
          calls += 1;
          if (calls > 1) throw new BridgeError('rate_limited', { limit: 'reads' });
          return worlds(call);
        },
      },
    );
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { id: 1, result: { content: [{ text: '{"worlds":[]}' }] } },
      { id: 2, result: { isError: true } },
      { id: 3, result: {} },
      { id: 4, error: { code: -32000, data: { code: 'rate_limited' } } },
    ]);
  });

  it('closes every stream when the client disconnects', async () => {
    const closed: number[] = [];
    const streaming = (n: number) => ({
      action: 'builder.get',
      replayed: false,
      result: {
        json: null,
        outline: {},
        chunks: () => ({
          [Symbol.asyncIterator]: () => ({
            next: async () => ({ done: false as const, value: 'x' }),
            return: async () => {
              closed.push(n);
              return { done: true as const, value: undefined };
            },
          }),
        }),
      },
    });
    let n = 0;
    const reply = await surface.answer(
      received(
        [1, 2, 3].map((id) => toolCall('builder_get', { page_id: id }, id)),
        {
          answer: () => streaming((n += 1)),
        },
      ),
    );
    const body = reply.body as AsyncIterable<string>;
    const reader = body[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    await reader.return?.();
    expect(closed.sort()).toEqual([1, 2, 3]);
  });
});

describe('any JSON value', () => {
  it('is answered with 200, 202 or 400 and a body that is JSON-RPC, and never throws', async () => {
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          jsonrpc: fc.constantFrom('2.0', '1.0', 2),
          id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double()),
          method: fc.oneof(
            fc.constantFrom('initialize', 'ping', 'tools/list', 'tools/call', 'x'),
            fc.jsonValue(),
          ),
          params: fc.oneof(
            fc.record(
              { name: fc.constantFrom('worlds_list', 'x', 7), arguments: fc.jsonValue() },
              { requiredKeys: [] },
            ),
            fc.jsonValue(),
          ),
          result: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const body = fc.oneof(message, fc.array(message, { maxLength: 25 }));
    const version = fc.constantFrom(undefined, '2025-03-26', '2025-06-18', '2025-11-25', 'x');
    await fc.assert(
      fc.asyncProperty(body, version, async (value, asked) => {
        // Excludes member names that the product’s JSON parser refuses before the MCP endpoint receives the body.
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const { status, json } = await ask(JSON.stringify(value), {
          ...(asked === undefined ? {} : { version: asked }),
          answer: worlds,
        });
        expect([200, 202, 400]).toContain(status);
        if (status === 202) expect(json).toBeUndefined();
        else
          for (const each of Array.isArray(json) ? json : [json])
            expect(wireProblems('2025-11-25', '', each)).toEqual([]);
      }),
    );
  });
});
