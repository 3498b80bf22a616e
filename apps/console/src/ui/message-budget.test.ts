import { expect, test } from 'vitest';
import { PreviewMessageRateLimiter } from './message-budget.ts';

// Verifies: console.preview-attacks.
test('a thousand messages in a second are allowed, and one more is not', () => {
  const budget = new PreviewMessageRateLimiter();
  for (let at = 0; at < 1_000; at += 1) expect(budget.allows(5_000 + at, 5_000 + at)).toBe(true);
  expect(budget.allows(5_999, 5_999)).toBe(false);
  expect(budget.allows(6_000, 6_000)).toBe(true);
});

// Verifies: console.preview-attacks.
test('messages that take half a second of a second to read are not allowed', () => {
  const budget = new PreviewMessageRateLimiter();
  expect(budget.allows(5_000, 5_300)).toBe(true);
  expect(budget.allows(5_300, 5_500)).toBe(true);
  expect(budget.allows(5_500, 5_501)).toBe(false);
});
