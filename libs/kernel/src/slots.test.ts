import { describe, expect, test } from 'vitest';
import { ShortLivedObjectSlotMap } from './slots.ts';

describe('what is open', () => {
  test('is all there, and what was closed is not', () => {
    const open = new ShortLivedObjectSlotMap<{ readonly name: string }>();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => open.add({ name }));
    expect([a, b, c]).toEqual([0, 1, 2]);
    open.delete(1);
    expect([...open].map(({ name }) => name)).toEqual(['a', 'c']);
    expect([open.get(0), open.get(1), open.get(9)]).toEqual([{ name: 'a' }, null, null]);
    expect(open.size).toBe(2);
  });

  test('takes no more room than was open at once, however much comes and goes', () => {
    const open = new ShortLivedObjectSlotMap<object>();
    for (let n = 0; n < 1_000; n += 1) {
      const slots = [open.add({}), open.add({})];
      expect(Math.max(...slots)).toBeLessThan(2);
      for (const slot of slots) open.delete(slot);
    }
    expect(open.size).toBe(0);
  });

  test('tells when it is empty, at once or later, and that it is not in time', async () => {
    const open = new ShortLivedObjectSlotMap<object>();
    expect(await open.emptyWithin(60_000)).toBe(true);
    const [first, second] = [open.add({}), open.add({})];
    const empty = open.emptyWithin(60_000);
    open.delete(first);
    expect(await open.emptyWithin(1)).toBe(false);
    open.delete(second);
    expect(await empty).toBe(true);
  });
});
