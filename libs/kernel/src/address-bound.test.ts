import { expect, test } from 'vitest';
import { ClientConnectionLimiter } from './address-bound.ts';
import { ResourceScope } from './resource-scope.ts';

test('a block of addresses holds its most and no more, and gives it back with the scope', () => {
  const bound = new ClientConnectionLimiter(2);
  const scopes = [1, 2, 3].map(() => new ResourceScope());
  const admitted = scopes.map((scope) => bound.admit(scope, 'a'));
  expect(admitted).toEqual([true, true, false]);
  expect(bound.admit(new ResourceScope(), 'b')).toBe(true);
  expect(bound.total).toBe(3);
  for (const scope of scopes) scope.end();
  expect(bound.total).toBe(1);
  expect(bound.admit(new ResourceScope(), 'a')).toBe(true);
});

test('a client whose connection closed before it was counted is not counted', () => {
  const bound = new ClientConnectionLimiter(1);
  const scope = new ResourceScope();
  scope.end();
  expect(bound.admit(scope, 'a')).toBe(true);
  expect(bound.total).toBe(0);
});
