import { findText } from './find-text.ts';
import { countUnitChars, linesOf, type Utf16Units, unitsOf } from './units.ts';

/** Maximum number of occurrences that the refusal shows when `old` occurs more than once; one more is searched. */
export const OCCURRENCES_MAX = 20;

/** One replacement of a patch: the text `old` becomes `new`, both as UTF-16 code units. */
export interface PatchTextReplacement {
  readonly old: Utf16Units;
  readonly new: Utf16Units;
}

/** One applied operation. `line` is the line of `old` before the change; `removed` and `added` are numbers of code points. */
export interface AppliedPatchOperation {
  readonly op_index: number;
  readonly line: number;
  readonly removed: number;
  readonly added: number;
}

/** The reason why one operation of a patch cannot be applied to the stored text. */
export type PatchOperationFailure =
  | { readonly code: 'patch_no_match'; readonly opIndex: number }
  | { readonly code: 'patch_ambiguous'; readonly opIndex: number; readonly at: readonly number[] }
  | {
      readonly code: 'patch_overlap';
      readonly opIndex: number;
      readonly ops: readonly [number, number];
    }
  | { readonly code: 'patch_no_change'; readonly opIndex: number };

/** The result of a patch: the new text, the failed operations ordered by index, or a failure of the whole patch. */
export type PatchOutcome =
  | {
      readonly state: 'applied';
      readonly text: Utf16Units;
      /** Length of the new text in Unicode code points. */
      readonly chars: number;
      readonly changes: readonly AppliedPatchOperation[];
    }
  | {
      readonly state: 'failed';
      readonly failures: readonly PatchOperationFailure[];
      /** Number of operations, counted from the first, that succeed when they are applied one after the other. */
      readonly goodInOrder: number;
    }
  | { readonly state: 'unchanged' }
  | { readonly state: 'too_large'; readonly chars: number };

/** One operation of a patch with the range of the stored text that it replaces, in UTF-16 units. */
interface PatchOperationWithTextRange {
  readonly opIndex: number;
  readonly edit: PatchTextReplacement;
  readonly from: number;
  readonly to: number;
}

function isSame(a: Utf16Units, b: Utf16Units): boolean {
  return (
    a.length === b.length &&
    Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(
      Buffer.from(b.buffer, b.byteOffset, b.byteLength),
    )
  );
}

/** Returns the text after the given ranges were replaced. They must be in ascending order and not overlap. */
function splice(text: Utf16Units, ranges: readonly PatchOperationWithTextRange[]): Utf16Units {
  let size = text.length;
  for (const { edit, from, to } of ranges) size += edit.new.length - (to - from);
  const result = new Uint16Array(size);
  let read = 0;
  let write = 0;
  for (const { edit, from, to } of ranges) {
    result.set(text.subarray(read, from), write);
    write += from - read;
    result.set(edit.new, write);
    write += edit.new.length;
    read = to;
  }
  result.set(text.subarray(read), write);
  return result;
}

/** Finds pairs of operations whose ranges overlap. The failure is assigned to the operation with the greater index. */
function findOverlaps(ascending: readonly PatchOperationWithTextRange[]): PatchOperationFailure[] {
  const failures: PatchOperationFailure[] = [];
  let reach: PatchOperationWithTextRange | undefined;
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

/** The text after a patch, with the changes that each operation made. */
interface PatchedText {
  readonly text: Utf16Units;
  readonly changes: readonly AppliedPatchOperation[];
}

/** Applies all operations to the original text. Each `old` must occur exactly once in it, and ranges must not overlap. */
function applyAtOnce(
  text: Utf16Units,
  edits: readonly PatchTextReplacement[],
): PatchedText | { failures: PatchOperationFailure[] } {
  const failures: PatchOperationFailure[] = [];
  const located: PatchOperationWithTextRange[] = [];
  for (const [opIndex, edit] of edits.entries()) {
    if (isSame(edit.old, edit.new)) {
      failures.push({ code: 'patch_no_change', opIndex });
      continue;
    }
    const at = findText(text, edit.old, OCCURRENCES_MAX + 1);
    const [from] = at;
    if (from === undefined) failures.push({ code: 'patch_no_match', opIndex });
    else if (at.length > 1) failures.push({ code: 'patch_ambiguous', opIndex, at });
    else located.push({ opIndex, edit, from, to: from + edit.old.length });
  }
  located.sort((a, b) => a.from - b.from);
  failures.push(...findOverlaps(located));
  if (failures.length > 0) {
    return { failures: failures.sort((a, b) => a.opIndex - b.opIndex) };
  }
  const lines = linesOf(
    text,
    located.map(({ from }) => from),
  );
  const changes = located.map(({ opIndex, edit }, i) => ({
    op_index: opIndex,
    line: lines[i] ?? 1,
    ...sizesOf(edit),
  }));
  changes.sort((a, b) => a.op_index - b.op_index);
  return { text: splice(text, located), changes };
}

/**
 * Applies the operations one after the other. Each `old` must occur exactly once in the text that the earlier operations
 * produced.
 */
function applyInSequence(
  text: Utf16Units,
  edits: readonly PatchTextReplacement[],
): PatchedText | { failedAt: number } {
  let working = text;
  const changes: AppliedPatchOperation[] = [];
  for (const [opIndex, edit] of edits.entries()) {
    const [from, second] = findText(working, edit.old, 2);
    if (from === undefined || second !== undefined) return { failedAt: opIndex };
    const line = linesOf(working, [from])[0] ?? 1;
    changes.push({ op_index: opIndex, line, ...sizesOf(edit) });
    working = splice(working, [{ opIndex, edit, from, to: from + edit.old.length }]);
  }
  return { text: working, changes };
}

function sizesOf(edit: PatchTextReplacement): { removed: number; added: number } {
  return { removed: countUnitChars(edit.old), added: countUnitChars(edit.new) };
}

/**
 * Applies exact replacements to a well-formed text: all at once on the original text or, if that fails, one after the other.
 * When both fail, nothing is applied and the failures of the first method are returned. Refuses a result above `charsMax` code
 * points. Spec: patch.unique, patch.sequence, patch.all-or-none.
 */
export function applyPatch(
  source: Utf16Units,
  edits: readonly PatchTextReplacement[],
  charsMax: number,
): PatchOutcome {
  let patched = applyAtOnce(source, edits);
  if ('failures' in patched) {
    const { failures } = patched;
    // An operation whose `old` equals `new` is always refused, so the operations are not tried one after the other.
    if (failures.some(({ code }) => code === 'patch_no_change')) {
      return { state: 'failed', failures, goodInOrder: 0 };
    }
    const inOrder = applyInSequence(source, edits);
    if ('failedAt' in inOrder) {
      return { state: 'failed', failures, goodInOrder: inOrder.failedAt };
    }
    patched = inOrder;
  }
  if (isSame(patched.text, source)) return { state: 'unchanged' };
  const chars = countUnitChars(patched.text);
  if (chars > charsMax) return { state: 'too_large', chars };
  return { state: 'applied', text: patched.text, chars, changes: patched.changes };
}

/** Converts the strings of one operation to UTF-16 code units. */
export function editOf(op: { readonly old: string; readonly new: string }): PatchTextReplacement {
  return { old: unitsOf(op.old), new: unitsOf(op.new) };
}
