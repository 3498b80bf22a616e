import { diffArrays } from 'diff';

/** A changed block: lines `aFrom` to `aTo` (exclusive) of the first text became lines `bFrom` to `bTo` of the second. */
export interface LineChange {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** Maximum number of edits searched for between two matched lines; a block with more is reported as one change. */
const BLOCK_EDITS_MAX = 400;
/** Maximum number of lines of a block in which edits are searched; a larger block is reported as one change. */
const BLOCK_LINES_MAX = 20_000;

/** Two texts as arrays of line numbers: equal lines have equal numbers. */
interface NumberedLines {
  readonly a: Int32Array;
  readonly b: Int32Array;
}

function numberLines(a: readonly string[], b: readonly string[]): NumberedLines {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return { a: Int32Array.from(a, numberOf), b: Int32Array.from(b, numberOf) };
}

/** Returns a block without the equal lines at its start and end. */
function trimmed({ a, b }: NumberedLines, block: LineChange): LineChange {
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

/** Returns, by line number, the index of each line that occurs once in the block; -1 for a line that occurs more often. */
function uniqueIn(lines: Int32Array, from: number, to: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? 0;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The indexes of an equal line in the first and in the second text. */
type MatchedPair = readonly [a: number, b: number];

/** Returns the longest subsequence of pairs that is ascending in both texts. The input is ascending in `a`. */
function longestRise(pairs: readonly MatchedPair[]): readonly MatchedPair[] {
  /** For each length, the index of the pair that ends the best subsequence of this length. */
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
  const rise: MatchedPair[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) rise.push(pair);
  }
  return rise.reverse();
}

/** Returns lines that occur once in both blocks and in the same order; they surely correspond. */
function anchorsOf({ a, b }: NumberedLines, block: LineChange): readonly MatchedPair[] {
  const inA = uniqueIn(a, block.aFrom, block.aTo);
  const inB = uniqueIn(b, block.bFrom, block.bTo);
  const pairs: MatchedPair[] = [];
  for (const [line, at] of inA) {
    const other = inB.get(line);
    if (at !== -1 && other !== undefined && other !== -1) pairs.push([at, other]);
  }
  return longestRise(pairs.sort(([left], [right]) => left - right));
}

/** Searches the edits of a block in which no line corresponds surely; returns one change when there are too many. */
function searchBlock({ a, b }: NumberedLines, block: LineChange): readonly LineChange[] {
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
 * Compares two texts by lines. Lines that occur once in both are matched first, and edits are searched only between them, so
 * that 60,000 lines take at most a second, whether most lines are equal or changed. Changes are ascending and not adjacent.
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
