import { joinExact, mainLineEnd, splitExact, type LineEnding } from './exact-lines.ts';
import { diffLines, type LineChange } from './line-diff.ts';

/** One part of a merged text: unchanged lines, lines that our side, their side or both sides changed alike, or a conflict. */
export type MergedTextPart =
  | { readonly kind: 'same' | 'ours' | 'theirs' | 'both'; readonly lines: readonly string[] }
  | {
      readonly kind: 'conflict';
      readonly base: readonly string[];
      readonly ours: readonly string[];
      readonly theirs: readonly string[];
    };

/** The three-way merge of two texts (ours and theirs) that were changed from a common base, as a sequence of parts. */
export interface TextMergeResult {
  readonly parts: readonly MergedTextPart[];
  readonly conflicts: number;
  /** The line end that our text uses most. */
  readonly lineEnd: LineEnding;
  /** True when the comparison exceeded its time limit. The whole texts are then one conflict. */
  readonly isCutOff: boolean;
}

/** A conflict: a range of base lines that both sides changed differently. */
export type MergeConflict = Extract<MergedTextPart, { kind: 'conflict' }>;

/** A range of base lines that at least one side changed, with the changes of each side. */
interface ChangedMergeBaseLines {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly LineChange[];
  readonly theirs: readonly LineChange[];
}

/**
 * Groups the changes of both sides into ranges of base lines. Changes that touch each other share a range, because their order
 * would have to be guessed.
 */
function spansOf(
  ours: readonly LineChange[],
  theirs: readonly LineChange[],
): readonly ChangedMergeBaseLines[] {
  const all = [
    ...ours.map((change) => ({ side: 'ours' as const, change })),
    ...theirs.map((change) => ({ side: 'theirs' as const, change })),
  ].sort(
    (one, other) => one.change.aFrom - other.change.aFrom || one.change.aTo - other.change.aTo,
  );
  const spans: ChangedMergeBaseLines[] = [];
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

/** Returns the lines with which one side of a merge replaces a range of base lines, given its changes in that range. */
function sideLines(
  base: readonly string[],
  lines: readonly string[],
  { from, to }: ChangedMergeBaseLines,
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

/** Returns a merge in which the whole texts are one conflict; used when their comparison exceeds its time limit. */
export function conflictOfWhole(base: string, ours: string, theirs: string): TextMergeResult {
  const conflict: MergeConflict = {
    kind: 'conflict',
    base: splitExact(base),
    ours: splitExact(ours),
    theirs: splitExact(theirs),
  };
  return { parts: [conflict], conflicts: 1, lineEnd: mainLineEnd(ours), isCutOff: true };
}

/**
 * Merges two texts by lines, given their common base. A change of one side is applied; equal changes of both sides are applied
 * once; different or adjacent changes of both sides are a conflict.
 */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): TextMergeResult {
  const parts: MergedTextPart[] = [];
  let conflicts = 0;
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
      conflicts += 1;
      parts.push({
        kind: 'conflict',
        base: base.slice(span.from, span.to),
        ours: own,
        theirs: other,
      });
    }
  }
  if (at < base.length) parts.push({ kind: 'same', lines: base.slice(at) });
  return { parts, conflicts, lineEnd: mainLineEnd(joinExact(ours)), isCutOff: false };
}

/** The owner's choice for a conflict: our side, their side, both one after the other, or a text that the owner writes. */
export type MergeConflictChoice = 'ours' | 'theirs' | 'both' | { readonly text: string };

/**
 * Returns the lines of both sides of a conflict, ours first. If our last line is the last line of the text, it has no line end.
 * When their lines follow it, it gets the line end that our text uses most.
 */
function bothLines(
  { parts, lineEnd }: TextMergeResult,
  conflict: MergeConflict,
): readonly string[] {
  const { ours, theirs } = conflict;
  const last = ours.at(-1);
  const isUnended = conflict === parts.at(-1) && theirs.length > 0 && last !== undefined;
  if (!isUnended || lineEnd === '\n' || last.endsWith('\r')) return [...ours, ...theirs];
  return [...ours.slice(0, -1), `${last}\r`, ...theirs];
}

/**
 * Returns the CR at the end of a conflict's last line, or an empty text. The editor for the conflict does not contain this CR,
 * so the owner cannot remove half of a CRLF.
 */
function returnBehind(merge: TextMergeResult, conflict: MergeConflict): '\r' | '' {
  return bothLines(merge, conflict).at(-1)?.endsWith('\r') === true ? '\r' : '';
}

/** Returns the text with which the editor for a conflict opens: the lines of both sides. */
export function textToWrite(merge: TextMergeResult, conflict: MergeConflict): string {
  const text = joinExact(bothLines(merge, conflict));
  return text.slice(0, text.length - returnBehind(merge, conflict).length);
}

function chosenLines(
  merge: TextMergeResult,
  conflict: MergeConflict,
  choice: MergeConflictChoice,
): readonly string[] {
  if (choice === 'both') return bothLines(merge, conflict);
  if (typeof choice === 'string') return conflict[choice];
  return choice.text === '' ? [] : splitExact(choice.text + returnBehind(merge, conflict));
}

/**
 * Returns the merged text. `choices` has one entry for each conflict, in their order; a conflict without an entry gets our
 * lines.
 */
export function mergedText(
  merge: TextMergeResult,
  choices: readonly (MergeConflictChoice | undefined)[] = [],
): string {
  let conflict = -1;
  return joinExact(
    merge.parts.flatMap((part) => {
      if (part.kind !== 'conflict') return part.lines;
      conflict += 1;
      return chosenLines(merge, part, choices[conflict] ?? 'ours');
    }),
  );
}

/** Merges two texts, given their common base, by lines (see mergeLines). */
export function merge3(base: string, ours: string, theirs: string): TextMergeResult {
  return mergeLines(splitExact(base), splitExact(ours), splitExact(theirs));
}
