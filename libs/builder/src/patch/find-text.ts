import type { Utf16Units } from './units.ts';

/**
 * Number of entries of the table that says how far the search window may move. A code unit selects its entry by its lowest
 * bits. A power of two, small enough for the L1 cache.
 */
const SHIFT_CLASSES = 2048;
/**
 * Number of positions of the search window at which only one unit of the pattern (`pivot`) is compared, before the shift table
 * is used again.
 */
const STRIDE = 32;
const SHIFT_MASK = SHIFT_CLASSES - 1;

/**
 * The lexicographically maximal suffix of a pattern, for the Two-Way algorithm: the index before its first unit, and its
 * period.
 */
interface MaximalSuffix {
  readonly start: number;
  readonly period: number;
}

/**
 * Returns the maximal suffix of the pattern: the lexicographically greatest one or, with `reversed`, the greatest one under the
 * reversed order of units.
 */
function maximalSuffix(pattern: Utf16Units, reversed: boolean): MaximalSuffix {
  let start = -1;
  let candidate = 0;
  let matched = 1;
  let period = 1;
  while (candidate + matched < pattern.length) {
    const a = pattern[start + matched] ?? 0;
    const b = pattern[candidate + matched] ?? 0;
    if (a === b) {
      if (matched === period) {
        candidate += period;
        matched = 1;
      } else matched += 1;
    } else if (reversed ? a < b : a > b) {
      candidate += matched;
      matched = 1;
      period = candidate - start;
    } else {
      start = candidate;
      candidate += 1;
      matched = 1;
      period = 1;
    }
  }
  return { start, period };
}

/**
 * The critical factorization of a pattern (Two-Way algorithm): the start of its right half, the shift of the search window
 * after its right half matched, and the length of the prefix that is then known to match.
 */
interface CriticalFactorization {
  readonly right: number;
  readonly shift: number;
  /**
   * Number of UTF-16 units at the start of the pattern that are known to match after a shift; 0 for a pattern that is not
   * periodic.
   */
  readonly memory: number;
}

function factorise(pattern: Utf16Units): CriticalFactorization {
  const up = maximalSuffix(pattern, false);
  const down = maximalSuffix(pattern, true);
  const { start, period } = down.start > up.start ? down : up;
  const right = start + 1;
  for (let i = 0; i < right; i += 1) {
    if (pattern[i] !== pattern[i + period]) {
      return { right, shift: Math.max(start, pattern.length - right) + 1, memory: 0 };
    }
  }
  return { right, shift: period, memory: pattern.length - period };
}

/**
 * Returns the shift table: for each entry (the lowest bits of a code unit), how far the search window may move when its last
 * unit selects this entry.
 */
function shiftTable(pattern: Utf16Units): Int32Array {
  const table = new Int32Array(SHIFT_CLASSES).fill(pattern.length);
  for (let i = 0; i < pattern.length; i += 1)
    table[(pattern[i] ?? 0) & SHIFT_MASK] = pattern.length - 1 - i;
  return table;
}

/**
 * Returns the indexes of the first `cap` occurrences of `pattern`, including overlapping ones. Two-Way search (Crochemore and
 * Perrin) takes linear time. The built-in `indexOf` took 31 s for a crafted pattern in 800,000 characters.
 * Spec: patch.unique, patch.literal.
 */
export function findText(text: Utf16Units, pattern: Utf16Units, cap: number): number[] {
  const found: number[] = [];
  const size = pattern.length;
  if (size > text.length) return found;
  const { right, shift, memory } = factorise(pattern);
  const table = shiftTable(pattern);
  const pivot = pattern[right];
  const last = text.length - size;
  let known = 0;
  let at = 0;
  while (at <= last) {
    const skip = table[(text[at + size - 1] ?? 0) & SHIFT_MASK] ?? 0;
    if (skip > 0) {
      // The search window moves by at least the number of UTF-16 units that are known to match.
      // Otherwise the search in a periodic text would take quadratic time.
      at += skip < known ? known : skip;
      known = 0;
      continue;
    }
    if (known === 0 && text[at + right] !== pivot) {
      // The search window moves by one unit at a time while the text differs from the unit `pivot` of the pattern.
      // This short loop is fast for texts that mostly differ.
      const stop = at + STRIDE < last ? at + STRIDE : last;
      do at += 1;
      while (at <= stop && text[at + right] !== pivot);
      continue;
    }
    let i = known > right ? known : right;
    while (i < size && pattern[i] === text[at + i]) i += 1;
    if (i < size) {
      at += i - right + 1;
      known = 0;
      continue;
    }
    i = right;
    while (i > known && pattern[i - 1] === text[at + i - 1]) i -= 1;
    if (i <= known) {
      found.push(at);
      if (found.length === cap) break;
    }
    at += shift;
    known = memory;
  }
  return found;
}

/** The longest prefix of a pattern that occurs in a text: its length in UTF-16 units and the index of its first occurrence. */
export interface LongestPrefixMatch {
  readonly units: number;
  readonly at: number;
}

/**
 * Finds the longest prefix of `pattern` that occurs in `text` (Knuth-Morris-Pratt) in linear time, with four bytes of memory
 * per unit of the pattern. Its result only explains to a client where the `old` of a patch stops matching.
 */
export function longestPrefix(text: Utf16Units, pattern: Utf16Units): LongestPrefixMatch {
  const size = Math.min(pattern.length, text.length);
  const border = new Int32Array(size + 1);
  border[0] = -1;
  for (let i = 0, j = -1; i < size; border[i] = j) {
    while (j >= 0 && pattern[i] !== pattern[j]) j = border[j] ?? -1;
    i += 1;
    j += 1;
  }
  let best = 0;
  let bestAt = 0;
  let matched = 0;
  for (let i = 0; i < text.length && best < size; i += 1) {
    while (matched >= 0 && text[i] !== pattern[matched]) matched = border[matched] ?? -1;
    matched += 1;
    if (matched > best) {
      best = matched;
      bestAt = i + 1 - matched;
    }
  }
  return { units: best, at: bestAt };
}
