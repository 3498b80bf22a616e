import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { findText, longestPrefix } from './find-text.ts';
import { unitsOf } from './units.ts';

function naive(text: string, pattern: string): number[] {
  const found: number[] = [];
  for (let i = 0; i + pattern.length <= text.length; i += 1) {
    if (text.startsWith(pattern, i)) found.push(i);
  }
  return found;
}

/** Texts of few different letters with short periods, so that patterns occur often, overlap and almost occur. */
const piece = fc.string({
  unit: fc.constantFrom('a', 'b', '\n', '🌍', 'é'),
  minLength: 1,
  maxLength: 6,
});
const periodic = fc
  .array(fc.tuple(piece, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.map(([text, times]) => text.repeat(times)).join(''));

// Verifies: patch.unique.
fuzz(
  'find-text',
  'the places of a text are exactly those that a naive search finds, overlapping ones too',
  () =>
    fc.property(periodic, periodic, fc.nat(), fc.nat(), (text, other, from, size) => {
      const start = from % text.length;
      const own = text.slice(start, start + 1 + (size % text.length));
      for (const pattern of [own, other])
        expect(findText(unitsOf(text), unitsOf(pattern), Infinity)).toEqual(naive(text, pattern));
    }),
  { cost: 2 },
);

fuzz(
  'longest-prefix',
  'the longest beginning that stands anywhere is told at its first place',
  () =>
    fc.property(periodic, periodic, (text, pattern) => {
      const prefix = longestPrefix(unitsOf(text), unitsOf(pattern));
      const beginning = pattern.slice(0, prefix.units);
      expect(text.indexOf(beginning)).toBe(prefix.at);
      if (prefix.units < pattern.length)
        expect(text).not.toContain(pattern.slice(0, prefix.units + 1));
    }),
  { cost: 2 },
);
