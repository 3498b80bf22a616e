import { jsonSchema } from '@bridge/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { breaks } from './compatible.ts';
import { breakingDifferences, messageSchemas } from './message-schemas.ts';

const schema = (of: z.ZodType) => jsonSchema(of, 'input');
const base = {
  word: z.string().max(41),
  count: z.int().min(1).max(100),
  kind: z.enum(['single', 'project']),
  by: z.string().nullable(),
  body: z.union([z.object({ inline: z.string() }), z.object({ object: z.string() })]),
  list: z.array(z.object({ at: z.string() })).max(10),
  extra: z.record(z.string(), z.int()),
};

/**
 * Lists the differences by which a receiver with the schema `now` refuses values that are valid under `before`; empty when it
 * refuses none.
 */
const between = (before: Partial<typeof base>, now: z.core.$ZodLooseShape) =>
  breaks(schema(z.object(now)), schema(z.object(before)));

describe('two forms of a message', () => {
  test('that are the same, or differ in words only, can be exchanged', () => {
    expect(between(base, base)).toEqual([]);
    expect(between({ word: base.word }, { word: base.word.describe('A word.') })).toEqual([]);
    for (const subject of Object.values(messageSchemas()))
      for (const one of [subject.input, subject.result, subject.payload])
        if (one !== undefined) expect(breaks(one, one)).toEqual([]);
  });

  const harmless: readonly (readonly [string, z.core.$ZodLooseShape])[] = [
    ['a new optional member', { ...base, season: z.string().optional() }],
    ['a new member with a default', { ...base, season: z.string().default('calm') }],
    ['a member that is not looked at any more', { word: base.word }],
    ['a member that became optional', { ...base, word: base.word.optional() }],
    ['a wider limit', { ...base, word: z.string().max(60), count: z.int().min(0).max(200) }],
    ['no limit', { ...base, word: z.string(), list: z.array(z.object({ at: z.string() })) }],
    ['a further value', { ...base, kind: z.enum(['single', 'project', 'other']) }],
    ['null as well', { ...base, word: base.word.nullable() }],
    ['a further alternative', { ...base, body: z.union([base.body, z.object({ url: z.url() })]) }],
    ['any number instead of integers', { ...base, count: z.number() }],
  ];
  test.each(harmless)('can be exchanged: the receiver takes %s', (_, now) => {
    expect(between(base, now)).toEqual([]);
  });

  const breaking: readonly (readonly [string, z.core.$ZodLooseShape, string])[] = [
    ['a new required member', { ...base, season: z.string() }, '$.season: is required'],
    ['another type', { ...base, word: z.int() }, '$.word: string is not taken'],
    ['a tighter upper limit', { ...base, word: z.string().max(40) }, '$.word: maxLength'],
    ['a tighter lower limit', { ...base, count: z.int().min(2).max(100) }, '$.count: minimum'],
    ['a value less', { ...base, kind: z.enum(['single']) }, '$.kind: "project" is not taken'],
    ['fixed values only', { ...base, word: z.enum(['a']) }, '$.word: only fixed values'],
    ['no null any more', { ...base, by: z.string() }, '$.by: null is not taken'],
    ['a pattern', { ...base, word: z.string().max(41).regex(/^a/) }, '$.word: pattern differs'],
    ['an alternative less', { ...base, body: z.object({ inline: z.string() }) }, '$.body.inline'],
    ['fewer items', { ...base, list: z.array(z.object({ at: z.string() })).max(9) }, 'maxItems'],
    [
      'other items',
      { ...base, list: z.array(z.object({ at: z.int() })).max(10) },
      '$.list[].at: string is not taken',
    ],
    ['other values of a record', { ...base, extra: z.record(z.string(), z.string()) }, '$.extra.*'],
  ];
  test.each(breaking)('cannot: the receiver demands %s', (_, now, told) => {
    const [first = '', ...more] = between(base, now);
    expect(first).toContain(told);
    expect(more).toEqual([]);
  });
});

describe('two releases', () => {
  const call = (input: z.ZodType, result: z.ZodType) => ({
    'bridge.v1.a.b': { input: schema(input), result: jsonSchema(result, 'output') },
  });
  const one = z.object({ a: z.string() });
  const two = z.object({ a: z.string(), b: z.string() });

  // Verifies: operations.two-releases.
  test('run side by side when a service requires no more and returns no less', () => {
    expect(breakingDifferences(call(two, one), call(one, two))).toEqual([]);
  });

  test('do not when a service requires more, returns less, or a subject is removed', () => {
    expect(breakingDifferences(call(one, one), call(two, one))).toEqual([
      'bridge.v1.a.b input.b: is required and may be absent',
    ]);
    expect(breakingDifferences(call(one, two), call(one, one))).toEqual([
      'bridge.v1.a.b result.b: is required and may be absent',
    ]);
    expect(breakingDifferences(call(one, one), {})).toEqual(['bridge.v1.a.b: is gone']);
  });
});
