import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallSlotPool } from './slot-pool.ts';

const BUSY = 4;
const LIMIT = { busy: BUSY, idle: 2 * BUSY };
const take = (pool: CallSlotPool, count: number, now: number): (() => void)[] =>
  Array.from({ length: count }, () => pool.takeSlot(now));

test('an idle process has more slots than a busy one, from the next reading of its load', () => {
  let isBusy = false;
  const pool = new CallSlotPool(LIMIT, () => isBusy);
  expect(pool.hasFreeSlot(0)).toBe(true);
  const all = take(pool, BUSY, 0);
  expect(pool.hasFreeSlot(0)).toBe(true);
  all.push(...take(pool, BUSY, 0));
  expect(pool.hasFreeSlot(0)).toBe(false);
  isBusy = true;
  for (const free of all.splice(BUSY)) free();
  expect([pool.hasFreeSlot(19), pool.hasFreeSlot(20)]).toEqual([true, false]);
});

test('calls that wait for another service free their slots within 60 ms while the process is idle', () => {
  const pool = new CallSlotPool(LIMIT, () => false);
  expect(pool.hasFreeSlot(0)).toBe(true);
  const stuck = take(pool, 2 * BUSY, 19);
  expect([pool.hasFreeSlot(19), pool.hasFreeSlot(40), pool.hasFreeSlot(60)]).toEqual([
    false,
    false,
    true,
  ]);
  const later = take(pool, 2 * BUSY, 65);
  for (const free of stuck) free();
  expect(pool.hasFreeSlot(66)).toBe(false);
  later[0]?.();
  expect(pool.hasFreeSlot(66)).toBe(true);
});

test('while the process is busy every call keeps its slot to its end, however long it takes', () => {
  const pool = new CallSlotPool(LIMIT, () => true);
  expect(pool.hasFreeSlot(0)).toBe(true);
  const held = take(pool, BUSY, 0);
  for (let now = 0; now < 1_000; now += 7) expect(pool.hasFreeSlot(now)).toBe(false);
  held[0]?.();
  expect(pool.hasFreeSlot(1_000)).toBe(true);
});

test('calls in progress never exceed the limit of an idle process by slots that were not freed, in any order of events', () => {
  const event = fc.record({
    ms: fc.integer({ min: 0, max: 60 }),
    ends: fc.boolean(),
    which: fc.nat(),
    isBusy: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), (events) => {
      let isBusy = false;
      let now = 0;
      const held: (() => void)[] = [];
      const pool = new CallSlotPool(LIMIT, () => isBusy);
      for (const { ms, ends, which, isBusy: next } of events) {
        now += ms;
        isBusy = next;
        const [free] = ends ? held.splice(which % Math.max(1, held.length), 1) : [];
        free?.();
        if (pool.hasFreeSlot(now)) held.push(pool.takeSlot(now));
        else expect(held.length).toBeGreaterThanOrEqual(BUSY);
      }
      // After all calls have ended, the number of free slots equals that at the start.
      for (const free of held) free();
      isBusy = true;
      now += 20;
      expect(pool.hasFreeSlot(now)).toBe(true);
      take(pool, BUSY, now);
      expect(pool.hasFreeSlot(now)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
