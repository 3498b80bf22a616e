import { fakeClock } from '@bridge/testing';
import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

test('pauses twice as long each time, and not at all when the next try would come too late', async () => {
  const clock = fakeClock(0);
  const backOff = new BackOff(clock, 10, { firstMs: 2, longestMs: 5 });
  expect(await backOff.pause()).toBe(true);
  // The second pause takes 4 ms. It ends before the deadline when the clock shows 5.
  clock.advance(5);
  expect(await backOff.pause()).toBe(true);
  // The third pause would take 5 ms, the maximum, and end at the deadline of 10 ms, so it is refused.
  expect(await backOff.pause()).toBe(false);
});
