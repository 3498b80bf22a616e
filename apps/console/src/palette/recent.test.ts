import { expect, test } from 'vitest';
import { thingOf, withVisit } from './recent.ts';

// Verifies: console.palette.
test('screens of a website, a World or a key are recent under one address, other screens are not', () => {
  expect(thingOf('/pages/42/revisions')).toBe('/pages/42');
  expect(thingOf('/worlds/moonlit-press')).toBe('/worlds/moonlit-press');
  expect(thingOf('/keys/key_1a')).toBe('/keys/key_1a');
  for (const path of ['/', '/keys', '/keys/new', '/pages/x', '/invitations/moonlit-press'])
    expect(thingOf(path), path).toBeNull();
});

// Verifies: console.palette.
test('the newest visit is first, each address is listed once, and the oldest is dropped', () => {
  const visits = Array.from({ length: 9 }, (_, n) => `/pages/${n + 1}`);
  const recent = visits.reduce<readonly string[]>(withVisit, []);
  expect(recent).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `/pages/${n}`));
  expect(withVisit(recent, '/pages/4').slice(0, 2)).toEqual(['/pages/4', '/pages/9']);
});
