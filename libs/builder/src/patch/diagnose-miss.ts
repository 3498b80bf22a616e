import type { PatchTextReplacement } from './apply-patch.ts';
import { findText } from './find-text.ts';
import {
  type TextNormalizer,
  type TextNormalizationName,
  FOLDS,
  FOLDS_TOGETHER,
  type Utf16Range,
  whitespace,
} from './fold.ts';
import { findNearMiss } from './near-miss.ts';
import { countUnitChars, textOf, type Utf16Units, unitsOf } from './units.ts';

/** Maximum time in ms to find out why the text `old` of an operation does not occur. After it, the reported cause is `none`. */
export const DIAGNOSIS_BUDGET_MS = 250;
/** Maximum number of code points of the stored text that is suggested to the client as a correct `old`. */
export const SUGGESTED_OLD_CHARS_MAX = 2_000;
/** Minimum length of `new`, in UTF-16 units, to conclude from its occurrence that the operation was applied before. */
const APPLIED_UNITS_MIN = 16;

/** The reason why the `old` of an operation does not occur, and the exact stored text to send instead, if one was found. */
export interface PatchMissDiagnosis {
  readonly cause: TextNormalizationName | 'typo' | 'already_applied' | 'produced_by_op' | 'none';
  readonly suggested_old?: string;
  /** For the cause `produced_by_op`: the index of the operation whose `new` contains this `old`, if it is one operation. */
  readonly produced_by?: number;
}

/** The kind of difference that was ignored to find the `old` of a patch in the draft, and the range of the text found. */
interface NormalizedTextMatch {
  readonly cause: TextNormalizationName;
  /** The range of the equal text in the draft; absent when there are several such texts. */
  readonly range?: Utf16Range;
}

/**
 * Returns the text, followed by the result of each normalization applied to the previous result. The intermediate results are
 * needed to map a range of the normalized text back to `text`.
 */
function stagesOf(text: string, folds: readonly TextNormalizer[]): string[] {
  const stages = [text];
  for (const fold of folds) stages.push(fold.fold(stages.at(-1) ?? ''));
  return stages;
}

function unfold(
  stages: readonly string[],
  folds: readonly TextNormalizer[],
  range: Utf16Range,
): Utf16Range {
  let mapped = range;
  for (let i = folds.length - 1; i >= 0; i -= 1) {
    mapped = folds[i]?.unfold(stages[i] ?? '', mapped) ?? mapped;
  }
  return mapped;
}

/**
 * Searches for `old` in the source after the same normalizations were applied to both. Returns undefined when it does not occur
 * then, when they change neither text, or when the time limit is over.
 */
function findFolded(
  source: string,
  old: string,
  folds: readonly TextNormalizer[],
  inTime: () => boolean,
): NormalizedTextMatch | undefined {
  const foldedOld = stagesOf(old, folds).at(-1) ?? '';
  if (foldedOld === '') return undefined;
  const stages = stagesOf(source, folds);
  const foldedSource = stages.at(-1) ?? '';
  if (foldedSource === source && foldedOld === old) return undefined;
  const [from, second] = findText(unitsOf(foldedSource), unitsOf(foldedOld), 2);
  if (from === undefined) return undefined;
  const range = unfold(stages, folds, { from, to: from + foldedOld.length });
  const stored = source.slice(range.from, range.to);
  const cause = firstNeeded(stored, old, folds, inTime);
  if (cause === undefined) return undefined;
  if (second !== undefined) return { cause };
  return { cause, range: folds.includes(whitespace) ? withBlanks(source, old, range) : range };
}

/** Returns the first normalization without which the texts differ (`whitespace` if none); undefined after the time limit. */
function firstNeeded(
  stored: string,
  old: string,
  folds: readonly TextNormalizer[],
  inTime: () => boolean,
): TextNormalizationName | undefined {
  for (const fold of FOLDS.filter((one) => folds.includes(one))) {
    if (!inTime()) return undefined;
    const others = folds.filter((other) => other !== fold);
    if (stagesOf(stored, others).at(-1) !== stagesOf(old, others).at(-1)) return fold.name;
  }
  return whitespace.name;
}

/**
 * Returns the index at which the white space at `at` ends, forwards (`step` 1) or backwards (-1). It includes at most as many
 * line ends as the text `like` contains.
 */
function endOfBlanks(text: string, at: number, step: 1 | -1, like: string): number {
  let lineEnds = like.split(/\r\n|[\r\n]/).length - 1;
  for (let i = at; ; i += step) {
    const char = text.charAt(step === 1 ? i : i - 1);
    if (char === '' || !/\s/.test(char)) return i;
    const next = text.charAt(step === 1 ? i + 1 : i);
    if (char !== '\n' && char !== '\r') continue;
    if (char === '\r' && next === '\n' && step === -1) continue;
    if (lineEnds === 0) return i;
    if (char === '\r' && next === '\n') continue;
    lineEnds -= 1;
  }
}

/**
 * Extends a range, which was found without regard to white space, by the white space at both ends of `old`. If the source has
 * other white space there, the range is extended by that white space.
 */
function withBlanks(source: string, old: string, { from, to }: Utf16Range): Utf16Range {
  const leading = old.slice(0, old.length - old.trimStart().length);
  const trailing = old.slice(old.trimEnd().length);
  return {
    from: source.endsWith(leading, from)
      ? from - leading.length
      : endOfBlanks(source, from, -1, leading),
    to: source.startsWith(trailing, to)
      ? to + trailing.length
      : endOfBlanks(source, to, 1, trailing),
  };
}

function suggestion(source: string, units: Utf16Units, range: Utf16Range): string | undefined {
  const text = source.slice(range.from, range.to);
  if (text.length > 2 * SUGGESTED_OLD_CHARS_MAX || !text.isWellFormed()) return undefined;
  const asUnits = unitsOf(text);
  if (countUnitChars(asUnits) > SUGGESTED_OLD_CHARS_MAX) return undefined;
  return findText(units, asUnits, 2).length === 1 ? text : undefined;
}

/** True when `wanted` occurs exactly once in the text, or more often and has at least half of APPLIED_UNITS_MIN units. */
function isProbablyApplied(source: Utf16Units, wanted: Utf16Units): boolean {
  const places = wanted.length === 0 ? 0 : findText(source, wanted, 2).length;
  return places === 1 || (places > 1 && wanted.length >= APPLIED_UNITS_MIN / 2);
}

/** True when the normalized `old` contains `new`: an occurrence of `new` then does not show that the operation was applied. */
function isShortening(edit: PatchTextReplacement): boolean {
  const fold = (units: Utf16Units) => unitsOf(stagesOf(textOf(units), FOLDS_TOGETHER).at(-1) ?? '');
  const left = fold(edit.new);
  // The built-in `includes` takes quadratic time for some texts.
  return left.length === 0 || findText(fold(edit.old), left, 1).length > 0;
}

/**
 * Finds the reason why the text `old` of an operation does not occur. A similar text is only suggested, never replaced, because
 * a wrong match would damage the draft. `monotonicMs` is the clock of the time limit. Spec: patch.miss-explained.
 */
export function diagnoseMiss(
  source: Utf16Units,
  edits: readonly PatchTextReplacement[],
  opIndex: number,
  goodInOrder: number,
  monotonicMs: () => number,
): PatchMissDiagnosis {
  const edit = edits[opIndex];
  if (edit === undefined) return { cause: 'none' };
  const started = monotonicMs();
  const inTime = (): boolean => monotonicMs() - started < DIAGNOSIS_BUDGET_MS;
  const producer = edits.findIndex(
    (other, i) => i < opIndex && findText(other.new, edit.old, 1).length > 0,
  );
  if (producer >= 0) return { cause: 'produced_by_op', produced_by: producer };
  if (opIndex < goodInOrder) return { cause: 'produced_by_op' };
  if (
    edit.new.length >= APPLIED_UNITS_MIN &&
    isProbablyApplied(source, edit.new) &&
    !isShortening(edit)
  )
    return { cause: 'already_applied' };

  const text = textOf(source);
  const old = textOf(edit.old);
  for (const folds of [...FOLDS.map((fold) => [fold]), FOLDS_TOGETHER]) {
    if (!inTime()) return { cause: 'none' };
    const found = findFolded(text, old, folds, inTime);
    if (found === undefined) continue;
    const suggested = found.range && suggestion(text, source, found.range);
    if (suggested === undefined) return { cause: found.cause };
    if (suggested === textOf(edit.new)) return { cause: 'already_applied' };
    return { cause: found.cause, suggested_old: suggested };
  }
  if (!inTime()) return { cause: 'none' };
  if (isProbablyApplied(source, edit.new)) return { cause: 'already_applied' };
  const range = findNearMiss(source, old);
  const near = range && suggestion(text, source, range);
  return near === undefined ? { cause: 'none' } : { cause: 'typo', suggested_old: near };
}
