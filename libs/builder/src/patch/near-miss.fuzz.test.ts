import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { findNearMiss } from './near-miss.ts';
import { unitsOf } from './units.ts';

/** Returns the edit distance of two ASCII texts in characters, computed with the complete dynamic-programming table. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, unit] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const swapped = (row[j] ?? 0) + (unit === other ? 0 : 1);
      next.push(Math.min(swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A range of a text that is similar to a pattern, with the number of edits between them. */
interface SimilarTextRange {
  readonly from: number;
  readonly to: number;
  readonly edits: number;
}

/** Returns every range of the text whose edit distance to `old` is within the limit for a text of this length. */
function nearRanges(text: string, old: string): readonly SimilarTextRange[] {
  const editsMax = Math.min(2, Math.floor(old.length / 6));
  const ranges: SimilarTextRange[] = [];
  for (let from = 0; from <= text.length; from += 1)
    for (let units = old.length - editsMax; units <= old.length + editsMax; units += 1) {
      if (from + units > text.length) continue;
      const edits = distance(text.slice(from, from + units), old);
      if (edits <= editsMax) ranges.push({ from, to: from + units, edits });
    }
  return ranges;
}

/** Random texts. They are short: in long texts pieces of `old` occur so often that the tested search gives up. */
const words = fc.string({ unit: fc.constantFrom(...'abcdefgh <>'), minLength: 20, maxLength: 32 });
/** One random edit of a text: at a position, at most one character is removed and at most one is inserted. */
const edit = fc.record({
  at: fc.nat(),
  removed: fc.constantFrom(0, 1),
  added: fc.constantFrom('', 'x', 'a'),
});
const cases = fc.record({
  text: words,
  from: fc.nat(),
  units: fc.integer({ min: 5, max: 20 }),
  edits: fc.array(edit, { maxLength: 3 }),
});

// Verifies: patch.typo.
fuzz(
  'near-miss',
  'the range of a miss is the nearest of all, and the only one as near',
  () =>
    fc.property(cases, ({ text, from, units, edits }) => {
      const start = from % (text.length - units + 1);
      let old = text.slice(start, start + units);
      for (const { at, removed, added } of edits) {
        const place = at % (old.length + 1);
        old = old.slice(0, place) + added + old.slice(place + removed);
      }
      const found = findNearMiss(unitsOf(text), old);
      const near = nearRanges(text, old);
      const fewest = Math.min(...near.map((one) => one.edits));
      const nearest = near.filter((one) => one.edits === fewest);
      if (old.length < 6 || near.length === 0) expect(found).toBeUndefined();
      else if (found !== undefined) {
        expect(nearest).toContainEqual({ ...found, edits: fewest });
        for (const { from: begin, to } of nearest)
          expect(begin < found.to && to > found.from).toBe(true);
      } else {
        // Without a result, several ranges have the same smallest edit distance, and at least two of them do not overlap.
        const disjoint = nearest.some((one) =>
          nearest.some((other) => one.to <= other.from || other.to <= one.from),
        );
        expect(disjoint).toBe(true);
      }
    }),
  { cost: 2 },
);
