import { expect, test } from 'vitest';
import { readPlace } from './read-place.ts';

const placeOf = (query: string) => readPlace(new URLSearchParams(query));

// Verifies: console.publish-dialog.
test('an address names a place in the HTML or in a layer', () => {
  expect(placeOf('line=3&column=11')).toEqual({ layerId: null, line: 3, column: 11 });
  expect(placeOf('layer=odd&line=2')).toEqual({ layerId: 'odd', line: 2, column: 1 });
  expect(placeOf('layer=odd')).toEqual({ layerId: 'odd', line: 1, column: 1 });
  expect(placeOf('')).toBeNull();
});

test('an address that somebody wrote by hand names a place that exists in every text', () => {
  for (const query of ['line=abc&column=-4', 'line=0', 'line=1e999&column=2.5'])
    expect(placeOf(query), query).toEqual({ layerId: null, line: 1, column: 1 });
});
