import { describe, expect, test } from 'vitest';
import { editOf } from './apply-patch.ts';
import { diagnoseMiss, DIAGNOSIS_BUDGET_MS } from './diagnose-miss.ts';
import { unitsOf } from './units.ts';

const edits = [editOf({ old: '<H1>Moonlit</H1>', new: 'x' })];
const source = unitsOf('<h1>Moonlit</h1>');
/** Returns the diagnosis by a clock that shows these times, and then always the last of them. */
function diagnoseAt(...times: readonly number[]): ReturnType<typeof diagnoseMiss> {
  let calls = 0;
  return diagnoseMiss(source, edits, 0, 0, () => times[Math.min(calls++, times.length - 1)] ?? 0);
}

// Verifies: patch.miss-explained.
describe('the time limit of a diagnosis', () => {
  test('counts from its start, whatever the clock shows', () => {
    const found = { cause: 'letter_case', suggested_old: '<h1>Moonlit</h1>' };
    expect(diagnoseAt(0)).toEqual(found);
    expect(diagnoseAt(1_000_000)).toEqual(found);
  });

  test.each([
    ['before the first comparison', 0],
    ['while a match is examined', 5],
  ])('that ends %s leaves the cause open', (_, callsInTime) => {
    const inTime = Array.from({ length: callsInTime }, () => 0);
    expect(diagnoseAt(0, ...inTime, DIAGNOSIS_BUDGET_MS)).toEqual({ cause: 'none' });
  });
});

test('a difference that several normalizations remove, each without the others, is one of whitespace', () => {
  // The Kelvin sign differs from K by composition and by case, the no-break space from a blank as a lookalike and as whitespace.
  const old = [editOf({ old: '<b>10 K b</b>', new: 'x' })];
  const stored = '<b>10\u00a0\u212a b</b>';
  expect(diagnoseMiss(unitsOf(stored), old, 0, 0, () => 0)).toEqual({
    cause: 'whitespace',
    suggested_old: stored,
  });
});

test.each([
  ['of which one character remains without white space', `x${' '.repeat(20)}`, 'already_applied'],
  ['of white space alone', ' '.repeat(20), 'letter_case'],
])('a `new` %s that the text contains is judged by that rest', (_, wanted, cause) => {
  const stored = unitsOf(`<p>x${' '.repeat(20)}</p>`);
  const miss = [editOf({ old: '<P>', new: wanted })];
  expect(diagnoseMiss(stored, miss, 0, 0, () => 0)).toMatchObject({ cause });
});
