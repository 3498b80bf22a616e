import { describe, expect, test } from 'vitest';
import { findText, longestPrefix } from './find-text.ts';
import { unitsOf } from './units.ts';

function naive(text: string, pattern: string): number[] {
  const found: number[] = [];
  for (let i = 0; i + pattern.length <= text.length; i += 1) {
    if (text.startsWith(pattern, i)) found.push(i);
  }
  return found;
}

describe('findText', () => {
  // Verifies: patch.unique.
  test('agrees with a naive search on every binary text up to nine letters', () => {
    const words: string[] = [];
    for (let size = 1; size <= 9; size += 1) {
      for (let bits = 0; bits < 2 ** size; bits += 1) {
        words.push(bits.toString(2).padStart(size, '0'));
      }
    }
    const patterns = words.filter((word) => word.length <= 5);
    for (const text of words.slice(-512)) {
      for (const pattern of patterns) {
        const found = findText(unitsOf(text), unitsOf(pattern), Infinity);
        if (found.join() !== naive(text, pattern).join())
          expect.fail(`${pattern} in ${text}: ${found.join()}`);
      }
    }
  });

  // Verifies: patch.miss-explained.
  test('a beginning that overlaps an almost complete one is still the longest', () => {
    expect(longestPrefix(unitsOf('abababc'), unitsOf('ababc'))).toEqual({ units: 5, at: 2 });
  });

  // Verifies: patch.unique.
  test.each([
    ['cccccbcbbacbbacbbacbbacbaabaabaacbacbacba', 'bacba'],
    ['cbbcbbcbbcbbacacacccbcbaccbac', 'cac'],
  ])('finds the overlapping places of a periodic pattern in %s', (text, pattern) => {
    expect(findText(unitsOf(text), unitsOf(pattern), Infinity)).toEqual(naive(text, pattern));
  });

  test('stops counting at the cap', () => {
    expect(findText(unitsOf('a'.repeat(1_000)), unitsOf('aa'), 21)).toHaveLength(21);
  });

  test('units that share a class of the shift table are still distinguished', () => {
    const text = `${'\u0041'.repeat(50)}\u0841\u1041${'\u0041'.repeat(50)}`;
    expect(findText(unitsOf(text), unitsOf('\u0841\u1041'), 9)).toEqual([50]);
    expect(findText(unitsOf(text), unitsOf('\u1041\u0841'), 9)).toEqual([]);
  });
});
