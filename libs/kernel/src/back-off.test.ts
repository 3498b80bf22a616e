import { fakeClock } from '@bridge/testing';
import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

test('pauses twice as long each time, and not at all when the next try would come too late', async () => {
  const clock = fakeClock(0);
  const backOff = new BackOff(clock, 10, { firstMs: 2, longestMs: 5 });
  expect(await backOff.pause()).toBe(true);
  // The second pause is of 4 ms: from 5 on it ends before the limit.
  clock.advance(5);
  expect(await backOff.pause()).toBe(true);
  // The third is of 5 ms, not of 8: from 5 on it would end at the limit.
  expect(await backOff.pause()).toBe(false);
});
