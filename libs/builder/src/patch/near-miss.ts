import { findText } from './find-text.ts';
import type { Utf16Range } from './fold.ts';
import { textOf, type Utf16Units, unitsOf } from './units.ts';

/**
 * Maximum number of UTF-16 units that may be inserted, deleted or replaced for a text to count as a near miss of the `old` of a
 * patch.
 */
const EDITS_MAX = 2;
/** Minimum number of UTF-16 units of `old` for each permitted edit. A shorter `old` is similar to too many texts. */
const UNITS_PER_EDIT_MIN = 6;
/** Maximum length of the `old` of a patch, in UTF-16 units, for which a near miss is searched. */
const OLD_UNITS_MAX = 4_000;
/** Maximum number of occurrences of a third of `old` in the draft. If there are more, the search ends without a result. */
const PIECE_OCCURRENCES_MAX = 32;

/** The result of aligning a text with a prefix of another text: number of edits, and length of that prefix in UTF-16 units. */
interface PrefixEditDistance {
  readonly edits: number;
  readonly units: number;
}

/** Returns the prefix of `text` that needs the fewest edits to become `part`; null when it needs more than EDITS_MAX edits. */
function align(part: string, text: string): PrefixEditDistance | null {
  const width = 2 * EDITS_MAX + 1;
  const isInText = (j: number): boolean => j >= 0 && j <= text.length;
  // Dynamic programming (edit distance) over a band around the diagonal. Cell k of row i is the number of edits between
  // the first i units of `part` and the first i + k - EDITS_MAX units of `text`.
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
  let best: PrefixEditDistance | null = null;
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
 * Returns the range of `source` whose edit distance to `old` is one or two UTF-16 units; undefined if there is none, or when
 * separate ranges have the same smallest distance. `old` is cut into three pieces: with two edits one piece is unchanged, so
 * the search starts from the occurrences of the pieces.
 */
export function findNearMiss(source: Utf16Units, old: string): Utf16Range | undefined {
  if (old.length < UNITS_PER_EDIT_MIN || old.length > OLD_UNITS_MAX) return undefined;
  const editsMax = Math.min(EDITS_MAX, Math.floor(old.length / UNITS_PER_EDIT_MIN));
  const cut = Math.floor(old.length / (EDITS_MAX + 1));
  const text = textOf(source);
  const found = new Map<number, Utf16Range & { readonly edits: number }>();
  for (let n = 0; n <= EDITS_MAX; n += 1) {
    const from = n * cut;
    const to = n === EDITS_MAX ? old.length : from + cut;
    const places = findText(source, unitsOf(old.slice(from, to)), PIECE_OCCURRENCES_MAX + 1);
    // Further occurrences of this piece were not searched, so another range might have the same number of edits.
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
