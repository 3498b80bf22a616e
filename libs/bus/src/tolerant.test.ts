import { BUILDER, bodyRef, MESSAGES, TOOL_ACTIONS } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tolerant, tolerantOnce } from './tolerant.ts';

test('unknown members are ignored inside objects, lists, choices, records and wrappers', () => {
  const inner = z.strictObject({ a: z.int() });
  const schema = tolerant(
    z.strictObject({
      object: inner,
      list: z.array(inner),
      choice: z.union([inner, z.strictObject({ b: z.string() })]),
      told: z.discriminatedUnion('k', [z.strictObject({ k: z.literal(1) })]),
      record: z.record(z.string(), inner),
      maybe: inner.nullable().optional(),
      filled: inner.default({ a: 7 }),
    }),
  );
  const one = { a: 1, z: 0 };
  expect(
    schema.parse({
      object: one,
      list: [one],
      choice: { b: 'x', z: 0 },
      told: { k: 1, z: 0 },
      record: { any: one },
      maybe: one,
      z: 0,
    }),
  ).toEqual({
    object: { a: 1 },
    list: [{ a: 1 }],
    choice: { b: 'x' },
    told: { k: 1 },
    record: { any: { a: 1 } },
    maybe: { a: 1 },
    filled: { a: 7 },
  });
});

test('everything else is as strict as before: types, limits, checks on the whole', () => {
  const range = z
    .strictObject({ from: z.int(), to: z.int().max(9) })
    .refine(({ from, to }) => from <= to);
  const schema = tolerant(range);
  expect(schema.safeParse({ from: 1, to: 2, z: 0 }).success).toBe(true);
  for (const wrong of [{ from: 2, to: 1 }, { from: 1, to: 10 }, { from: '1', to: 2 }, { from: 1 }])
    expect(schema.safeParse(wrong).success).toBe(false);
  expect(tolerant(bodyRef).safeParse({ bytes: 1, chars: 1, sha256: 'f'.repeat(64) }).success).toBe(
    false,
  );
});

test('the strict schema itself stays strict, and its tolerant form is made once', () => {
  const { wireOutput } = BUILDER.get;
  expect(tolerantOnce(wireOutput)).toBe(tolerantOnce(wireOutput));
  const strict = z.strictObject({});
  tolerant(strict);
  expect(strict.safeParse({ z: 0 }).success).toBe(false);
});

test('no schema of the bus refuses an unknown member anywhere', () => {
  for (const { wireInput, wireOutput } of [...TOOL_ACTIONS, ...MESSAGES])
    for (const schema of [wireInput, wireOutput])
      expect(JSON.stringify(z.toJSONSchema(tolerant(schema), { io: 'input' }))).not.toContain(
        '"additionalProperties":false',
      );
});
