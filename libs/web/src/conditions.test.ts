import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesEtag, readRange } from './conditions.ts';

test('an ETag is found in a list, weak or not, and nowhere else', () => {
  const etag = '"abc"';
  for (const header of ['"abc"', 'W/"abc"', '"x", "abc"', '*', ' * '])
    expect(matchesEtag(header, etag)).toBe(true);
  for (const header of [undefined, '', 'abc', '"abcd"', '"ab""c"', '"abc'])
    expect(matchesEtag(header, etag)).toBe(false);
});

test.each([
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=90-200', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['items=0-1', null],
  ['bytes=9999999999999999999-', null],
  [undefined, null],
] as const)('of 100 bytes, %s is %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('whatever a client sends, a part lies inside the whole', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat({ max: 1_000 }), (first, last, bytes) => {
      for (const header of [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
        const range = readRange(header, bytes);
        if (range === null || range === 'unsatisfiable') continue;
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.to).toBeGreaterThanOrEqual(range.from);
        expect(range.to).toBeLessThan(bytes);
      }
    }),
  );
});
