import type { CallPrincipal } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { permissionsOf } from './permissions.ts';

const inPerson: CallPrincipal = {
  account_id: 'acc_00000000000000000000000001',
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'console',
};
const withKey = (scopes: string[], worlds: string[] | null = null): CallPrincipal => ({
  ...inPerson,
  key_id: 'key_00000000000000000000000001',
  scopes,
  worlds,
  surface: 'act',
});
const right = { word: 'moon', role: 'founder', suspended: false } as const;

test('the founder in person may do everything, a contributor everything but manage, a viewer nothing', () => {
  expect(permissionsOf(inPerson, right)).toEqual([
    'page.create',
    'page.attach',
    'page.publish',
    'world.manage',
  ]);
  expect(permissionsOf(inPerson, { ...right, role: 'contributor' })).toEqual([
    'page.create',
    'page.attach',
    'page.publish',
  ]);
  expect(permissionsOf(inPerson, { ...right, role: 'viewer' })).toEqual([]);
});

test('a key may do what both its scopes and the role allow, and never manages a World', () => {
  const every = ['builder.create', 'builder.attach', 'builder.publish', 'worlds.list'];
  expect(permissionsOf(withKey(every), right)).toEqual([
    'page.create',
    'page.attach',
    'page.publish',
  ]);
  expect(permissionsOf(withKey(['builder.create']), right)).toEqual(['page.create']);
  expect(permissionsOf(withKey(['worlds.list']), right)).toEqual([]);
  expect(permissionsOf(withKey(every), { ...right, role: 'viewer' })).toEqual([]);
});

test('a key limited to Worlds has no permission in another one', () => {
  expect(permissionsOf(withKey(['builder.create'], ['moon']), right)).toEqual(['page.create']);
  expect(permissionsOf(withKey(['builder.create'], ['sun']), right)).toEqual([]);
});

test('no account has a permission in a suspended World', () => {
  expect(permissionsOf(inPerson, { ...right, suspended: true })).toEqual([]);
});
