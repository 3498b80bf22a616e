import { findText } from './find-text.ts';
import type { Range } from './fold.ts';
import { textOf, type Utf16Units, unitsOf } from './units.ts';

/** Largest number of inserted, deleted or replaced units. */
const EDITS_MAX = 2;
/** Units of text that each edit needs; shorter texts resemble too many others. */
const UNITS_PER_EDIT_MIN = 6;
/** Longer texts are not compared. */
const OLD_UNITS_MAX = 4_000;
/** A piece with more occurrences ends the search. */
const PIECE_OCCURRENCES_MAX = 32;

/** The difference between a text and a prefix of another one: `edits`, and the `units` of the prefix. */
interface Alignment {
  readonly edits: number;
  readonly units: number;
}

/** The best alignment of `part` with a prefix of `text`; null when it needs more than `EDITS_MAX` edits. */
function align(part: string, text: string): Alignment | null {
  const width = 2 * EDITS_MAX + 1;
  const isInText = (j: number): boolean => j >= 0 && j <= text.length;
  // Row i, cell k: edits between i units of the part and j = i + k - EDITS_MAX units of the text.
  let row = Array.from({ length: width }, (_, k) =>
    isInText(k - EDITS_MAX) ? k - EDITS_MAX : Infinity,
  );
  for (let i = 1; i <= part.length; i += 1) {
    const before = row;
    row = [];
    for (let k = 0; k < width; k += 1) {
      const j = i + k - EDITS_MAX;
      const swapped = (before[k] ?? 0) + (part[i - 1] === text[j - 1] ? 0 : 1);
      const added = (row[k - 1] ?? Infinity) + 1;
      const removed = (before[k + 1] ?? Infinity) + 1;
      row.push(isInText(j) ? Math.min(swapped, added, removed) : Infinity);
    }
  }
  let best: Alignment | null = null;
  for (const [k, edits] of row.entries()) {
    const units = part.length + k - EDITS_MAX;
    const isNearer =
      best === null || edits < best.edits || (edits === best.edits && k === EDITS_MAX);
    if (edits <= EDITS_MAX && isNearer) best = { edits, units };
  }
  return best;
}

function reversed(text: string): string {
  return [...Array(text.length).keys()].map((i) => text[text.length - 1 - i]).join('');
}

/**
 * The only range of `text` that differs from `old` by one or two units; undefined when there is none, or several with as
 * few edits. One of three pieces of `old` occurs there exactly, so only the occurrences of the pieces are compared.
 */
export function findNearMiss(source: Utf16Units, old: string): Range | undefined {
  if (old.length < UNITS_PER_EDIT_MIN || old.length > OLD_UNITS_MAX) return undefined;
  const editsMax = Math.min(EDITS_MAX, Math.floor(old.length / UNITS_PER_EDIT_MIN));
  const cut = Math.floor(old.length / (EDITS_MAX + 1));
  const text = textOf(source);
  const found = new Map<number, Range & { readonly edits: number }>();
  for (let n = 0; n <= EDITS_MAX; n += 1) {
    const from = n * cut;
    const to = n === EDITS_MAX ? old.length : from + cut;
    const places = findText(source, unitsOf(old.slice(from, to)), PIECE_OCCURRENCES_MAX + 1);
    // A frequent piece leaves open whether the range is the only one.
    if (places.length > PIECE_OCCURRENCES_MAX) return undefined;
    for (const at of places) {
      const end = at + to - from;
      const left = align(
        reversed(old.slice(0, from)),
        reversed(text.slice(Math.max(0, at - from - EDITS_MAX), at)),
      );
      const right = align(old.slice(to), text.slice(end, end + old.length - to + EDITS_MAX));
      if (left === null || right === null) continue;
      const edits = left.edits + right.edits;
      const range = { from: at - left.units, to: end + right.units };
      const known = found.get(range.from);
      if (edits <= editsMax && (known === undefined || edits < known.edits))
        found.set(range.from, { ...range, edits });
    }
  }
  const ranges = [...found.values()].sort((a, b) => a.edits - b.edits);
  const [best] = ranges;
  if (best === undefined) return undefined;
  const isOnly = ranges.every(
    ({ edits, from, to }) => edits > best.edits || (from < best.to && to > best.from),
  );
  return isOnly ? { from: best.from, to: best.to } : undefined;
}
