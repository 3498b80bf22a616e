import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetOf, placeOf } from './places.ts';

test('a place and its offset name the same character, in texts of any line ends', () => {
  const text = fc
    .array(fc.constantFrom('\n', '\r\n', '\r', '\u2028', 'ab', '🌙'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, fc.nat(60), (value, at) => {
      const offset = Math.min(at, value.length);
      expect(offsetOf(value, placeOf(value, offset))).toBe(offset);
    }),
  );
});

test('a place beyond its line or the text is the nearest place that exists', () => {
  expect(offsetOf('ab\ncd', { line: 1, column: 9 })).toBe(2);
  expect(offsetOf('ab\ncd', { line: 7, column: 1 })).toBe(5);
  expect(placeOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
});
