import { expect, test } from 'vitest';
import { ResourceScope } from './resource-scope.ts';

test('a scope releases everything once, the newest first', () => {
  const scope = new ResourceScope();
  const released: string[] = [];
  scope.own(() => released.push('first'));
  scope.own(() => released.push('second'));
  expect(scope.isEnded).toBe(false);
  scope.end();
  scope.end();
  expect(released).toEqual(['second', 'first']);
  expect(scope.isEnded).toBe(true);
});

test('a resource that is handed over after the end is released at once', () => {
  const scope = new ResourceScope();
  scope.end();
  let held = 1;
  scope.own(() => (held -= 1));
  expect(held).toBe(0);
});

test('a release that throws keeps no other resource', () => {
  const scope = new ResourceScope();
  let held = 2;
  const give = (): void => void (held -= 1);
  scope.own(give);
  scope.own(() => {
    throw new TypeError('broken');
  });
  scope.own(give);
  expect(() => scope.end()).toThrow('broken');
  expect(held).toBe(0);
});
