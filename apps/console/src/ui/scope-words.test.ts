import { SCOPES } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { describeScope } from './scope-words.ts';

// Verifies: console.key.
test('every scope is described in words', () => {
  expect(SCOPES.filter((scope) => describeScope(scope) === scope)).toEqual([]);
});
