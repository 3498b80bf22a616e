import { findText } from './find-text.ts';
import { countChars, linesOf, type Units, unitsOf } from './units.ts';

/** Occurrences of an ambiguous `old` that are counted and shown; one more tells that there are others. */
export const PLACES_MAX = 20;

/** One replacement, in code units. */
export interface Edit {
  readonly old: Units;
  readonly new: Units;
}

/** What one operation did: `line` of the stored text it was applied to, `removed` and `added` in code points. */
export interface Change {
  readonly op_index: number;
  readonly line: number;
  readonly removed: number;
  readonly added: number;
}

/** Why an operation cannot be applied to the stored text. */
export type Failure =
  | { readonly code: 'patch_no_match'; readonly opIndex: number }
  | { readonly code: 'patch_ambiguous'; readonly opIndex: number; readonly at: readonly number[] }
  | {
      readonly code: 'patch_overlap';
      readonly opIndex: number;
      readonly ops: readonly [number, number];
    }
  | { readonly code: 'patch_no_change'; readonly opIndex: number };

/** Outcome of a patch: the new text, the failing operations in their order, or what is wrong with the whole. */
export type Patched =
  | {
      readonly state: 'applied';
      readonly text: Units;
      /** Code points of the text. */
      readonly chars: number;
      readonly changes: readonly Change[];
    }
  | {
      readonly state: 'failed';
      readonly failures: readonly Failure[];
      /** Operations before this index are good when applied one after the other. */
      readonly goodInOrder: number;
    }
  | { readonly state: 'unchanged' }
  | { readonly state: 'too_large'; readonly chars: number };

interface Located {
  readonly opIndex: number;
  readonly from: number;
  readonly to: number;
}

function isSame(a: Units, b: Units): boolean {
  return (
    a.length === b.length &&
    Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(
      Buffer.from(b.buffer, b.byteOffset, b.byteLength),
    )
  );
}

/** The text with the ranges, ascending and disjoint, replaced. */
function splice(text: Units, edits: readonly Edit[], ranges: readonly Located[]): Units {
  let size = text.length;
  for (const { opIndex, from, to } of ranges)
    size += (edits[opIndex]?.new.length ?? 0) - (to - from);
  const result = new Uint16Array(size);
  let read = 0;
  let write = 0;
  for (const { opIndex, from, to } of ranges) {
    result.set(text.subarray(read, from), write);
    write += from - read;
    const added = edits[opIndex]?.new ?? new Uint16Array();
    result.set(added, write);
    write += added.length;
    read = to;
  }
  result.set(text.subarray(read), write);
  return result;
}

/** Pairs of located operations that touch the same unit; each pair is blamed on its later operation. */
function overlaps(ascending: readonly Located[]): Failure[] {
  const failures: Failure[] = [];
  let reach: Located | undefined;
  for (const range of ascending) {
    if (reach !== undefined && range.from < reach.to) {
      const [first, second] = [reach.opIndex, range.opIndex].sort((a, b) => a - b) as [
        number,
        number,
      ];
      failures.push({ code: 'patch_overlap', opIndex: second, ops: [first, second] });
    }
    if (reach === undefined || range.to > reach.to) reach = range;
  }
  return failures;
}

interface Reading {
  readonly text: Units;
  readonly changes: readonly Change[];
}

/** Reading A: every `old` stands exactly once in the stored text, and no two touch the same unit. */
function allAtOnce(text: Units, edits: readonly Edit[]): Reading | { failures: Failure[] } {
  const failures: Failure[] = [];
  const located: Located[] = [];
  for (const [opIndex, edit] of edits.entries()) {
    if (isSame(edit.old, edit.new)) {
      failures.push({ code: 'patch_no_change', opIndex });
      continue;
    }
    const at = findText(text, edit.old, PLACES_MAX + 1);
    const [from] = at;
    if (from === undefined) failures.push({ code: 'patch_no_match', opIndex });
    else if (at.length > 1) failures.push({ code: 'patch_ambiguous', opIndex, at });
    else located.push({ opIndex, from, to: from + edit.old.length });
  }
  located.sort((a, b) => a.from - b.from);
  failures.push(...overlaps(located));
  if (failures.length > 0) {
    return { failures: failures.sort((a, b) => a.opIndex - b.opIndex) };
  }
  const lines = linesOf(
    text,
    located.map(({ from }) => from),
  );
  const changes = located.map(({ opIndex }, i) => ({
    op_index: opIndex,
    line: lines[i] ?? 1,
    ...sizesOf(edits[opIndex]),
  }));
  changes.sort((a, b) => a.op_index - b.op_index);
  return { text: splice(text, edits, located), changes };
}

/** Reading B: in order, every `old` stands exactly once in what the operations before it made. */
function oneByOne(text: Units, edits: readonly Edit[]): Reading | { failedAt: number } {
  let working = text;
  const changes: Change[] = [];
  for (const [opIndex, edit] of edits.entries()) {
    const [from, second] = findText(working, edit.old, 2);
    if (from === undefined || second !== undefined) return { failedAt: opIndex };
    const line = linesOf(working, [from])[0] ?? 1;
    changes.push({ op_index: opIndex, line, ...sizesOf(edit) });
    working = splice(working, edits, [{ opIndex, from, to: from + edit.old.length }]);
  }
  return { text: working, changes };
}

function sizesOf(edit: Edit | undefined): { removed: number; added: number } {
  if (edit === undefined) return { removed: 0, added: 0 };
  return { removed: countChars(edit.old), added: countChars(edit.new) };
}

/**
 * Applies exact replacements to a text, all or none. A patch is good when it is good under either reading; where both
 * are, they give the same text. A result of more than `charsMax` code points is refused. What fails is told by reading A.
 * Inputs are well-formed.
 * Spec: patch.unique, patch.sequence, patch.all-or-none.
 */
export function applyPatch(source: Units, edits: readonly Edit[], charsMax: number): Patched {
  let reading = allAtOnce(source, edits);
  if ('failures' in reading) {
    const { failures } = reading;
    // An operation that asks for nothing is refused under either reading.
    if (failures.some(({ code }) => code === 'patch_no_change')) {
      return { state: 'failed', failures, goodInOrder: 0 };
    }
    const inOrder = oneByOne(source, edits);
    if ('failedAt' in inOrder) {
      return { state: 'failed', failures, goodInOrder: inOrder.failedAt };
    }
    reading = inOrder;
  }
  if (isSame(reading.text, source)) return { state: 'unchanged' };
  const chars = countChars(reading.text);
  if (chars > charsMax) return { state: 'too_large', chars };
  return { state: 'applied', text: reading.text, chars, changes: reading.changes };
}

/** An edit from the strings of an operation. */
export function editOf(op: { readonly old: string; readonly new: string }): Edit {
  return { old: unitsOf(op.old), new: unitsOf(op.new) };
}
