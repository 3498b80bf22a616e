import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILDER, WORLDS, DEFAULT_HTML } from './index.ts';
import { fingerprint, FINGERPRINT_VERSION } from './fingerprint.ts';

const NAME = { name: 'builder.patch' };
const json = fc.jsonValue({ maxDepth: 4 });
const input = fc.dictionary(
  fc.string({ maxLength: 12 }).filter((name) => name !== 'idempotency_key' && name !== 'sha256'),
  json,
);

/** Returns a JSON value in which the members of every object are in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

describe('the fingerprint of a call', () => {
  // Verifies: idempotency.fingerprint.
  test('is the same for any order of its members', () => {
    fc.assert(
      fc.property(input, (value) => {
        expect(fingerprint(NAME, reversed(value) as object)).toBe(fingerprint(NAME, value));
      }),
    );
  });

  test('is the same with another idempotency key, or none', () => {
    fc.assert(
      fc.property(input, fc.string(), (value, key) => {
        const keyed = { ...value, idempotency_key: key };
        expect(fingerprint(NAME, keyed)).toBe(fingerprint(NAME, value));
      }),
    );
  });

  // Verifies: idempotency.fingerprint.
  test('is the same whether a default is sent or left out', () => {
    const shared = { title: 'Moon', word: 'moon', idempotency_key: 'create-moon-1' };
    const [implicit, explicit] = [shared, { ...shared, raw_html: DEFAULT_HTML }].map((call) =>
      fingerprint(BUILDER.create, BUILDER.create.input.parse(call)),
    );
    expect(implicit).toBe(explicit);
    const lists = [{}, { limit: 30 }, { after_id: 0 }].map((call) =>
      fingerprint(BUILDER.list, BUILDER.list.input.parse(call)),
    );
    expect(new Set(lists).size).toBe(1);
  });

  test('is the same whether a long text is given or its hash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1_025, maxLength: 1_500 }), (text) => {
        const [whole, hashed] = [text, { sha256: hash('sha256', text) }].map((raw_html) =>
          fingerprint(BUILDER.create, { title: 'x', word: 'x', raw_html }),
        );
        expect(whole).toBe(hashed);
      }),
      { numRuns: 50 },
    );
    const ops = [{ op: 'replace_text', old: 'a'.repeat(2_000), new: 'b' }];
    const hashed = [{ ...ops[0], old: { sha256: hash('sha256', 'a'.repeat(2_000)) } }];
    expect(fingerprint(BUILDER.patch, { page_id: 1, patch_ops: hashed })).toBe(
      fingerprint(BUILDER.patch, { page_id: 1, patch_ops: ops }),
    );
  });

  test('takes a hash in place of a text of more than 1,024 units only', () => {
    const prints = (chars: number): readonly string[] => {
      const text = 'x'.repeat(chars);
      return [text, { sha256: hash('sha256', text) }].map((raw_html) =>
        fingerprint(NAME, { raw_html }),
      );
    };
    expect(new Set(prints(1_025)).size).toBe(1);
    expect(new Set(prints(1_024)).size).toBe(2);
  });

  test('differs for another action, another value, another type, another place', () => {
    const prints = [
      fingerprint(NAME, { a: 1 }),
      fingerprint({ name: 'builder.clear' }, { a: 1 }),
      fingerprint(NAME, { a: 2 }),
      fingerprint(NAME, { a: '1' }),
      fingerprint(NAME, { a: [1] }),
      fingerprint(NAME, { a: null }),
      fingerprint(NAME, { b: 1 }),
      fingerprint(NAME, { a: 1, b: 1 }),
      fingerprint(NAME, { a: { idempotency_key: 1 } }),
      fingerprint(NAME, { a: {} }),
      fingerprint(NAME, {}),
      fingerprint(NAME, { a: `#${hash('sha256', 'x'.repeat(2_000))}` }),
      fingerprint(NAME, { a: 'x'.repeat(2_000) }),
      // Members named sha256 whose value is not a hash are ordinary data.
      fingerprint(NAME, { a: { sha256: 1 } }),
      fingerprint(NAME, { a: { sha256: '1' } }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  test('differs for any two different inputs', () => {
    fc.assert(
      fc.property(input, input, (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(fingerprint(NAME, one) === fingerprint(NAME, other)).toBe(same);
      }),
    );
  });

  // Verifies: idempotency.fingerprint.
  test('is the same in every release: stored keys must stay comparable', () => {
    expect(FINGERPRINT_VERSION).toBe(1);
    expect(fingerprint(WORLDS.found, WORLDS.found.example)).toBe(
      hash('sha256', '1\nworlds.found\n{"word":"moonlit-press"}'),
    );
    const ops =
      '[{"new":"<h1>The Moonlit Press</h1>","old":"<h1>Moonlit Press</h1>","op":"replace_text"}]';
    expect(fingerprint(BUILDER.patch, BUILDER.patch.example)).toBe(
      hash('sha256', `1\nbuilder.patch\n{"expected_revision":1,"page_id":42,"patch_ops":${ops}}`),
    );
  });
});

/** Converts a JSON value for a comparison: each object becomes the list of its members, sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { entries: entries.map(([name, member]) => [name, sorted(member)]) };
}
