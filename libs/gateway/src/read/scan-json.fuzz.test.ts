import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { bytes, outcome } from './parse-json.fixture.ts';

const DEPTH_MAX = 32;
const TOKENS_MAX = 10_000;

/**
 * Reference implementation of the JSON scanner: returns the outcome that its first violated rule gives, found by regular
 * expressions.
 */
function expectedOutcome(text: string): string {
  const stack: (Set<string> | null)[] = [];
  let tokens = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[\]}]|[^\s"{}[\],:]+/g)) {
    const [token] = match;
    if ('}]'.includes(token)) {
      stack.pop();
      continue;
    }
    tokens += 1;
    if (tokens > TOKENS_MAX) return 'json_too_complex';
    if ('{['.includes(token)) {
      if (stack.length === DEPTH_MAX) return 'json_too_complex';
      stack.push(token === '{' ? new Set() : null);
    } else if (/^\s*:/.test(text.slice(match.index + token.length))) {
      const name = JSON.parse(token) as string;
      if (name === '__proto__') return 'invalid_input';
      if (stack.at(-1)?.has(name) === true) return 'invalid_json';
      stack.at(-1)?.add(name);
    }
  }
  return 'ok';
}

const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 });
/** Strings like HTML in JSON: with escaped quotes and backslashes, adjacent or far apart. */
const quoted = fc
  .array(fc.constantFrom('\\"', '\\\\', 'a', '{', ',', ':', ']', 'z'.repeat(61)), { maxLength: 8 })
  .map((parts) => `"${parts.join('')}"`);
const name = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"c\\""', '"d"', '"e"', '"__proto_"');
const literal = fc.constantFrom('0', '-1.5e9', 'true', 'false', 'null', '9', '-0');
const { value } = fc.letrec<{ value: string }>((tie) => {
  const list = (item: fc.Arbitrary<string>, open: string, close: string) =>
    fc
      .tuple(blank, fc.array(item, { maxLength: 4 }), blank)
      .map(([before, items, after]) => open + before + items.join(`,${before}`) + after + close);
  const member = fc
    .tuple(name, blank, tie('value'))
    .map(([key, between, one]) => `${key}${between}:${between}${one}`);
  return {
    value: fc.oneof(
      { maxDepth: 5 },
      literal,
      quoted,
      list(tie('value'), '[', ']'),
      list(member, '{', '}'),
    ),
  };
});

// Verifies: safety.json-bomb.
fuzz(
  'json-limits',
  'names, depth and number of values are counted as a slow reader counts them',
  () =>
    fc.property(
      value,
      fc.constantFrom(0, 0, 0, 28, 31, 32, 33),
      fc.constantFrom(1, 1, 1, 800, 3_000),
      (one, depth, times) => {
        const many = times === 1 ? one : `[${Array.from({ length: times }, () => one).join(',')}]`;
        const text = '['.repeat(depth) + many + ']'.repeat(depth);
        expect(outcome(bytes(text))).toBe(expectedOutcome(text));
      },
    ),
);
