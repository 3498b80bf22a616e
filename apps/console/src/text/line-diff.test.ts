import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, type LineChange } from './line-diff.ts';

/** Maximum time in ms for comparing 60,000 lines on a busy machine; a comparison with quadratic time would take minutes. */
const LARGE_MS_MAX = 20_000;
const LARGE = 60_000;

function applyChanges(
  a: readonly string[],
  b: readonly string[],
  changes: readonly LineChange[],
): readonly string[] {
  const result: string[] = [];
  let at = 0;
  for (const { aFrom, aTo, bFrom, bTo } of changes) {
    result.push(...a.slice(at, aFrom), ...b.slice(bFrom, bTo));
    at = aTo;
  }
  return [...result, ...a.slice(at)];
}

const fewLines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 40 });

test('the changes turn the first text into the second, rise, and never touch', () => {
  fc.assert(
    fc.property(fewLines, fewLines, (a, b) => {
      const changes = diffLines(a, b);
      expect(applyChanges(a, b, changes)).toEqual(b);
      for (const [index, change] of changes.entries()) {
        const before = changes[index - 1];
        if (before !== undefined) expect(change.aFrom).toBeGreaterThan(before.aTo);
        expect(change.aTo - change.aFrom + change.bTo - change.bFrom).toBeGreaterThan(0);
      }
    }),
  );
});

test('a change of one line is found as that line, also between equal lines', () => {
  const a = ['<ul>', '<li>', '</li>', '<li>', '</li>', '</ul>'];
  const b = ['<ul>', '<li>', '</li>', '<li>', 'new', '</li>', '</ul>'];
  expect(diffLines(a, b)).toEqual([{ aFrom: 4, aTo: 4, bFrom: 4, bTo: 5 }]);
});

const large = (make: (index: number) => string): readonly string[] =>
  Array.from({ length: LARGE }, (_, index) => make(index));

// Verifies: console.diff-time.
test.each([
  [
    '3,000 changes',
    large((n) => `line ${n}`),
    large((n) => (n % 20 === 0 ? `x${n}` : `line ${n}`)),
  ],
  ['repeated lines', large(() => 'same'), [...large(() => 'same').slice(9), 'other']],
  ['every line changed', large((n) => `a${n}`), large((n) => `b${n}`)],
  ['few different lines', large((n) => String(n % 7)), large((n) => String((n * 3) % 7))],
])('60,000 lines with %s are compared in time', { timeout: LARGE_MS_MAX }, (_, a, b) => {
  const changes = diffLines(a, b);
  expect(changes.length).toBeGreaterThan(0);
  expect(applyChanges(a, b, changes)).toEqual(b);
});
