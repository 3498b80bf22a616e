import { diffArrays } from 'diff';

/** A changed block: lines `aFrom` to `aTo` (exclusive) of the first text became lines `bFrom` to `bTo` of the second. */
export interface LineChange {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** Most edits that are searched for between two matched lines; a block with more is shown as one change. */
const BLOCK_EDITS_MAX = 400;
/** Most lines of a block that is searched at all. */
const BLOCK_LINES_MAX = 20_000;

/** Lines as numbers: equal lines have equal numbers. */
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

/** Returns the block without the lines that both ends share. */
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

/** Where the lines that stand once in the block of one text are, by their number. */
function uniqueIn(lines: Int32Array, from: number, to: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? 0;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

type MatchedPair = readonly [a: number, b: number];

/** Returns the longest sequence of pairs that rises in both texts. The pairs rise in `a`. */
function longestRise(pairs: readonly MatchedPair[]): readonly MatchedPair[] {
  /** Index of the pair that ends the best sequence of each length. */
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

/** Returns the lines that stand once in both blocks and in the same order: they are certainly the same lines. */
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

/** Searches a block without anchors; one change of the whole when it has too many edits. */
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
 * Compares two texts by lines. Lines that stand once in both are matched first, then only the blocks between them are searched:
 * the time stays within a second for 60,000 lines, also when most lines are equal or all are changed. Changes rise and never touch.
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
