import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Places } from './places.ts';

const MOST = 4;
const ROOM = { busy: MOST, calm: MOST };
const MORE = { busy: MOST, calm: 2 * MOST };
const fill = (places: Places, now: number): number[] =>
  Array.from({ length: MOST }, () => places.take(now));

test('calls that wait for a part that stands still keep nobody out for longer than 40 ms while the process has time to spare', () => {
  const places = new Places(ROOM, () => false);
  const turns = fill(places, 19);
  expect([places.areTaken(19), places.areTaken(39), places.areTaken(40)]).toEqual([
    true,
    true,
    false,
  ]);
  // Whoever comes now counts; whoever was forgotten frees nothing when it ends at last.
  const later = fill(places, 45);
  for (const turn of turns) places.giveBack(turn, 46);
  expect(places.areTaken(46)).toBe(true);
  places.giveBack(later[0] ?? expect.fail(), 46);
  expect(places.areTaken(46)).toBe(false);
});

test('while the process is busy everybody inside counts, however long, and frees one place at the end', () => {
  let isBusy = true;
  const places = new Places(ROOM, () => isBusy);
  const turns = fill(places, 0);
  for (let now = 0; now < 1_000; now += 7) expect(places.areTaken(now)).toBe(true);
  places.giveBack(turns[0] ?? expect.fail(), 1_000);
  expect(places.areTaken(1_000)).toBe(false);
  places.take(1_000);
  expect(places.areTaken(5_000)).toBe(true);
  isBusy = false;
  expect(places.areTaken(5_020)).toBe(false);
});

test('while the process has time to spare there is room for more, and from the moment it has none for no more of them', () => {
  let isBusy = false;
  const places = new Places(MORE, () => isBusy);
  fill(places, 0);
  expect(places.areTaken(0)).toBe(false);
  const more = fill(places, 0);
  expect(places.areTaken(0)).toBe(true);
  isBusy = true;
  for (const turn of more) places.giveBack(turn, 20);
  expect(places.areTaken(20)).toBe(true);
});

test('what is counted is never less than nothing and never more than what is inside, whatever comes in whatever order', () => {
  const step = fc.record({
    ms: fc.integer({ min: 0, max: 60 }),
    leaves: fc.boolean(),
    which: fc.nat(),
    isBusy: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let isBusy = false;
      let now = 0;
      const inside: number[] = [];
      const places = new Places(MORE, () => isBusy);
      for (const { ms, leaves, which, isBusy: next } of steps) {
        now += ms;
        isBusy = next;
        const [left] = leaves ? inside.splice(which % Math.max(1, inside.length), 1) : [];
        if (left !== undefined) places.giveBack(left, now);
        if (places.areTaken(now)) expect(inside.length).toBeGreaterThanOrEqual(MOST);
        else inside.push(places.take(now));
      }
      // When all have left and time has passed there is room for as many as ever, and not for one more.
      isBusy = true;
      now += 20;
      for (const turn of inside) places.giveBack(turn, now);
      fill(places, now);
      expect(places.areTaken(now)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
