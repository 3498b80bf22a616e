import { diffArrays } from 'diff';

/** A changed block: lines `aFrom` to `aTo` (exclusive) of the first text became lines `bFrom` to `bTo` of the second. */
export interface LineChange {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/**
 * Maximum number of line edits (insertions and deletions) that are searched for in a block. A block that needs more is reported
 * as one change.
 */
const BLOCK_EDITS_MAX = 400;
/**
 * Maximum number of lines, of both texts together, of a block in which line edits are searched for. A larger block is reported
 * as one change.
 */
const BLOCK_LINES_MAX = 20_000;

/** Two texts in which each line is replaced with a number. Equal lines have the same number. */
interface InternedLines {
  readonly a: Int32Array;
  readonly b: Int32Array;
}

function numberLines(a: readonly string[], b: readonly string[]): InternedLines {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return { a: Int32Array.from(a, numberOf), b: Int32Array.from(b, numberOf) };
}

/** Returns a block without the lines at its start and end that are equal in both texts. */
function trimmed({ a, b }: InternedLines, block: LineChange): LineChange {
  let { aFrom, aTo, bFrom, bTo } = block;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom += 1;
    bFrom += 1;
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo -= 1;
    bTo -= 1;
  }
  return { aFrom, aTo, bFrom, bTo };
}

/**
 * Returns the index of each line that occurs once between `from` and `to` (exclusive); -1 for a line that occurs more often.
 * The key is the number that stands for the line's text.
 */
function uniqueIn(lines: Int32Array, from: number, to: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? 0;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The indexes of a line that both texts contain: its index in the first and in the second text. */
type MatchedLinePair = readonly [a: number, b: number];

/**
 * Returns the longest subsequence of pairs in which the indexes of both texts ascend. `pairs` is sorted by the index in the
 * first text.
 */
function longestRise(pairs: readonly MatchedLinePair[]): readonly MatchedLinePair[] {
  /**
   * At position n: among the ascending subsequences of n + 1 pairs found so far, the index of the last pair of the one that
   * ends earliest in the second text.
   */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, b]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const rise: MatchedLinePair[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) rise.push(pair);
  }
  return rise.reverse();
}

/**
 * Returns the pairs of equal lines that occur exactly once in each text's part of the block and in the same order in both
 * texts. The comparison treats the lines of a pair as the same line.
 */
function anchorsOf({ a, b }: InternedLines, block: LineChange): readonly MatchedLinePair[] {
  const inA = uniqueIn(a, block.aFrom, block.aTo);
  const inB = uniqueIn(b, block.bFrom, block.bTo);
  const pairs: MatchedLinePair[] = [];
  for (const [line, at] of inA) {
    const other = inB.get(line);
    if (at !== -1 && other !== undefined && other !== -1) pairs.push([at, other]);
  }
  return longestRise(pairs.sort(([left], [right]) => left - right));
}

/**
 * Searches for the line edits in a block, which lies between two matched lines. Returns the whole block as one change when it
 * is too large or needs too many edits.
 */
function searchBlock({ a, b }: InternedLines, block: LineChange): readonly LineChange[] {
  const { aFrom, aTo, bFrom, bTo } = block;
  if (aFrom === aTo && bFrom === bTo) return [];
  if (aFrom === aTo || bFrom === bTo || aTo - aFrom + bTo - bFrom > BLOCK_LINES_MAX) return [block];
  const parts = diffArrays([...a.subarray(aFrom, aTo)], [...b.subarray(bFrom, bTo)], {
    maxEditLength: BLOCK_EDITS_MAX,
  });
  if (parts === undefined) return [block];
  const changes: LineChange[] = [];
  let open: LineChange = { aFrom, aTo: aFrom, bFrom, bTo: bFrom };
  for (const { added, removed, count } of parts) {
    if (removed) open = { ...open, aTo: open.aTo + count };
    else if (added) open = { ...open, bTo: open.bTo + count };
    else {
      if (open.aFrom !== open.aTo || open.bFrom !== open.bTo) changes.push(open);
      const nextA = open.aTo + count;
      const nextB = open.bTo + count;
      open = { aFrom: nextA, aTo: nextA, bFrom: nextB, bTo: nextB };
    }
  }
  if (open.aFrom !== open.aTo || open.bFrom !== open.bTo) changes.push(open);
  return changes;
}

/**
 * Compares two texts by lines. Lines that occur once in both are matched first, and edits are searched only between them. So
 * 60,000 lines take at most a second. Changes are ascending and not adjacent.
 */
export function diffLines(a: readonly string[], b: readonly string[]): readonly LineChange[] {
  const lines = numberLines(a, b);
  const whole = trimmed(lines, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length });
  const changes: LineChange[] = [];
  let { aFrom, bFrom } = whole;
  const search = (aTo: number, bTo: number): void => {
    for (const change of searchBlock(lines, trimmed(lines, { aFrom, aTo, bFrom, bTo })))
      changes.push(change);
    aFrom = aTo;
    bFrom = bTo;
  };
  for (const [atA, atB] of anchorsOf(lines, whole)) {
    search(atA, atB);
    aFrom = atA + 1;
    bFrom = atB + 1;
  }
  search(whole.aTo, whole.bTo);
  return changes;
}
