import { fakeClock } from '@bridge/testing';
import { expect, test } from 'vitest';
import { repeatPaced, restMs } from './pace.ts';

// Verifies: storage.swept.
test('a sweep uses at most 5 % of a core, and still keeps up with a million objects a day on a slow store', () => {
  for (const workMs of [1, 100, 1_500])
    expect(workMs / (workMs + restMs(workMs))).toBeLessThanOrEqual(0.05 + 1e-9);
  // A blob store that needs 150 ms for each removal and performs 16 in parallel; this time counts as work of the sweep.
  const pageMs = (1_000 / 16) * 150;
  const pagesADay = (24 * 3_600_000) / (pageMs + restMs(pageMs));
  expect(pagesADay * 1_000).toBeGreaterThan(1_000_000);
});

test('steps go on until there is no more work, or the process begins to stop', async () => {
  const stopping = new AbortController();
  const needs = { clock: fakeClock(), stopping: stopping.signal };
  let steps = 0;
  await repeatPaced(needs, async () => (steps += 1) < 3);
  expect(steps).toBe(3);
  await repeatPaced(needs, async () => {
    steps += 1;
    if (steps === 5) stopping.abort();
    return true;
  });
  expect(steps).toBe(5);
});
