import { joinExact, splitExact } from './exact-lines.ts';
import { diffLines, type LineChange } from './line-diff.ts';

/** A part of a merge: lines that both have, lines that one side changed, or a clash of both. */
export type MergePart =
  | { readonly kind: 'same' | 'ours' | 'theirs' | 'both'; readonly lines: readonly string[] }
  | {
      readonly kind: 'clash';
      readonly base: readonly string[];
      readonly ours: readonly string[];
      readonly theirs: readonly string[];
    };

/** A merge of two texts that were made from one. */
export interface MergeResult {
  readonly parts: readonly MergePart[];
  readonly clashes: number;
}

/** A span of the base that at least one side changed, with the changes of each side in it. */
interface ChangedSpan {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly LineChange[];
  readonly theirs: readonly LineChange[];
}

/** Groups the changes of both sides. Changes that touch belong together: their order would be a guess. */
function spansOf(
  ours: readonly LineChange[],
  theirs: readonly LineChange[],
): readonly ChangedSpan[] {
  const all = [
    ...ours.map((change) => ({ side: 'ours' as const, change })),
    ...theirs.map((change) => ({ side: 'theirs' as const, change })),
  ].sort(
    (one, other) => one.change.aFrom - other.change.aFrom || one.change.aTo - other.change.aTo,
  );
  const spans: ChangedSpan[] = [];
  for (const { side, change } of all) {
    const last = spans.at(-1);
    if (last !== undefined && change.aFrom <= last.to) {
      spans[spans.length - 1] = {
        ...last,
        to: Math.max(last.to, change.aTo),
        [side]: [...last[side], change],
      };
    } else {
      const none = { from: change.aFrom, to: change.aTo, ours: [], theirs: [] };
      spans.push({ ...none, [side]: [change] });
    }
  }
  return spans;
}

/** Returns the lines that one side has in place of a span of the base. */
function sideLines(
  base: readonly string[],
  lines: readonly string[],
  { from, to }: ChangedSpan,
  changes: readonly LineChange[],
): readonly string[] {
  const pieces: (readonly string[])[] = [];
  let at = from;
  for (const { aFrom, aTo, bFrom, bTo } of changes) {
    pieces.push(base.slice(at, aFrom), lines.slice(bFrom, bTo));
    at = aTo;
  }
  return [...pieces, base.slice(at, to)].flat();
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/**
 * Merges two texts by lines, given the text from which both were made. What one side changed is taken; what both changed in the
 * same way is taken once; what both changed differently, or side by side, is a clash.
 */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): MergeResult {
  const parts: MergePart[] = [];
  let clashes = 0;
  let at = 0;
  for (const span of spansOf(diffLines(base, ours), diffLines(base, theirs))) {
    if (span.from > at) parts.push({ kind: 'same', lines: base.slice(at, span.from) });
    at = span.to;
    const own = sideLines(base, ours, span, span.ours);
    const other = sideLines(base, theirs, span, span.theirs);
    if (span.theirs.length === 0) parts.push({ kind: 'ours', lines: own });
    else if (span.ours.length === 0) parts.push({ kind: 'theirs', lines: other });
    else if (isEqual(own, other)) parts.push({ kind: 'both', lines: own });
    else {
      clashes += 1;
      parts.push({ kind: 'clash', base: base.slice(span.from, span.to), ours: own, theirs: other });
    }
  }
  if (at < base.length) parts.push({ kind: 'same', lines: base.slice(at) });
  return { parts, clashes };
}

/** What a person chose for a clash, or wrote in its place. */
export type ClashChoice = 'ours' | 'theirs' | 'both' | { readonly text: string };

function chosenLines(part: MergePart, choice: ClashChoice): readonly string[] {
  if (part.kind !== 'clash') return part.lines;
  if (typeof choice === 'object') return splitExact(choice.text);
  return choice === 'both' ? [...part.ours, ...part.theirs] : part[choice];
}

/** Returns the text of a merge. `choices` has one entry for each clash, in their order; a missing one takes ours. */
export function mergedText(
  { parts }: MergeResult,
  choices: readonly (ClashChoice | undefined)[] = [],
): string {
  let clash = -1;
  return joinExact(
    parts.flatMap((part) => {
      if (part.kind === 'clash') clash += 1;
      return chosenLines(part, choices[clash] ?? 'ours');
    }),
  );
}

/** Merges two texts by lines; see mergeLines. */
export function merge3(base: string, ours: string, theirs: string): MergeResult {
  return mergeLines(splitExact(base), splitExact(ours), splitExact(theirs));
}
