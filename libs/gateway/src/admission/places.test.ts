import { describe, expect, test } from 'vitest';
import { Places } from './places.ts';

/** One window of a hundred calls, each so long. */
function turn(places: Places, ms: number, isFull: boolean): void {
  for (let n = 0; n < 100; n += 1) places.note(ms);
  places.turn(isFull);
}

/** Windows of as many calls as such services do, each as long as `msAt` says for so many at once. */
function settled(msAt: (places: number) => number, windows: number): number {
  const places = new Places();
  turn(places, msAt(1), false);
  for (let n = 0; n < windows; n += 1) turn(places, msAt(places.count), true);
  return places.count;
}

describe('while there is too much work', () => {
  test('a long way to the services allows as many calls at once as without it', () => {
    expect(settled(() => 10, 20)).toBe(32);
  });

  test('a processor that is full allows few, each of them quick', () => {
    const msAt = (places: number): number => Math.max(1, places / 3);
    expect(msAt(settled(msAt, 20))).toBeLessThan(3);
  });

  test('services that have become slower for another reason are given more calls again within minutes', () => {
    const places = new Places();
    turn(places, 1, false);
    for (let n = 0; n < 10; n += 1) turn(places, 6, true);
    expect(places.count).toBe(4);
    for (let n = 0; n < 600; n += 1) turn(places, 6, true);
    expect(places.count).toBe(32);
  });

  test('a window with few calls changes nothing', () => {
    const places = new Places();
    places.note(1);
    places.turn(true);
    places.turn(true);
    expect(places.count).toBe(8);
  });
});
