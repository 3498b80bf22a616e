import { expect, test } from 'vitest';
import { randomIds } from './ids.ts';

test('an id is its prefix and 26 characters that no eye confuses', () => {
  for (const prefix of ['acc', 'key', 'req'])
    expect(randomIds.make(prefix)).toMatch(
      new RegExp(`^${prefix}_[0-9abcdefghjkmnpqrstvwxyz]{26}$`),
    );
});

test('ids do not repeat, and every place but the last takes every character', () => {
  const ids = Array.from({ length: 4_000 }, () => randomIds.make('x').slice(2));
  expect(new Set(ids).size).toBe(ids.length);
  for (let place = 0; place < 25; place += 1)
    expect(new Set(ids.map((id) => id.charAt(place))).size).toBe(32);
  // 128 bits are 25 characters of five bits and a last character of three bits, which has 8 values.
  expect(new Set(ids.map((id) => id.charAt(25))).size).toBe(8);
});
