import {
  type PatchTextReplacement,
  type PatchOperationFailure,
  OCCURRENCES_MAX,
} from './apply-patch.ts';
import { type PatchMissDiagnosis, diagnoseMiss } from './diagnose-miss.ts';
import { longestPrefix } from './find-text.ts';
import {
  floorToChar,
  positionOf,
  positionsOf,
  textAfter,
  textBefore,
  type Utf16Units,
  countUnitChars,
} from './units.ts';

/**
 * Maximum number of failed operations for which a refusal of a patch shows positions. Further ones are listed with index and
 * code only.
 */
export const DETAILED_OPS_MAX = 5;

/** The error code and public details of a refused patch. */
export interface PatchFailure {
  readonly code: PatchOperationFailure['code'];
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Limits on how much a refusal of a patch shows: numbers of positions and lengths of excerpts. When its details are too long,
 * the next smaller level of DETAIL_LEVELS is used.
 */
interface PatchRefusalDetailLimits {
  readonly places: number;
  readonly laterPlaces: number;
  readonly preview: number;
  readonly context: number;
}
const DETAIL_LEVELS: readonly PatchRefusalDetailLimits[] = [
  { places: OCCURRENCES_MAX, laterPlaces: OCCURRENCES_MAX, preview: 120, context: 40 },
  { places: OCCURRENCES_MAX, laterPlaces: 3, preview: 120, context: 40 },
  { places: OCCURRENCES_MAX, laterPlaces: 3, preview: 60, context: 20 },
  { places: 10, laterPlaces: 2, preview: 40, context: 20 },
  { places: 5, laterPlaces: 1, preview: 40, context: 10 },
  { places: 2, laterPlaces: 0, preview: 20, context: 5 },
];

/** A function that returns the details of a failed patch operation within the limits of a level of detail. */
type FailureDetailRenderer = (level: PatchRefusalDetailLimits) => Record<string, unknown>;

/**
 * Computes the expensive details of an operation whose `old` does not occur. The returned function shortens them to a level of
 * detail.
 */
function showMiss(source: Utf16Units, edit: PatchTextReplacement): FailureDetailRenderer {
  const prefix = longestPrefix(source, edit.old);
  const matched = floorToChar(edit.old, prefix.units);
  const { line, column } = positionOf(source, prefix.at);
  const longest = {
    chars: countUnitChars(edit.old.subarray(0, matched)),
    of: countUnitChars(edit.old),
    line,
    column,
  };
  return (level) => ({
    old_preview: textAfter(edit.old, 0, level.preview),
    longest_prefix: longest,
    source_continues: matched === 0 ? '' : textAfter(source, prefix.at + matched, level.context),
    old_continues: textAfter(edit.old, matched, level.context),
  });
}

function showPlaces(
  source: Utf16Units,
  edit: PatchTextReplacement,
  at: readonly number[],
): FailureDetailRenderer {
  const shown = at.slice(0, OCCURRENCES_MAX);
  const places = positionsOf(source, shown);
  return ({ places: max, context }) => ({
    match_count: at.length,
    capped: at.length > OCCURRENCES_MAX,
    matches: shown.slice(0, max).map((index, i) => ({
      ...places[i],
      before: textBefore(source, index, context),
      after: textAfter(source, index + edit.old.length, context),
    })),
  });
}

function show(
  source: Utf16Units,
  edits: readonly PatchTextReplacement[],
  failure: PatchOperationFailure,
): FailureDetailRenderer {
  const edit = edits[failure.opIndex];
  if (edit === undefined) return () => ({});
  switch (failure.code) {
    case 'patch_no_match':
      return showMiss(source, edit);
    case 'patch_ambiguous':
      return showPlaces(source, edit, failure.at);
    case 'patch_overlap':
      return () => ({ ops: failure.ops });
    case 'patch_no_change':
      return () => ({});
  }
}

/**
 * Builds the error of a refused patch: code and details of the first failed operation; `ops` lists the other failed ones
 * (`other_ops` if the first is an overlap). The details have at most `detailsBytesMax` bytes of JSON.
 * Spec: patch.every-failure, patch.places.
 */
export function patchFailure(
  source: Utf16Units,
  edits: readonly PatchTextReplacement[],
  failures: readonly [PatchOperationFailure, ...PatchOperationFailure[]],
  goodInOrder: number,
  bounds: { readonly detailsBytesMax: number; readonly monotonicMs: () => number },
): PatchFailure {
  const [first, ...others] = failures;
  const miss = failures.find(({ code }) => code === 'patch_no_match');
  const diagnosis: Partial<PatchMissDiagnosis> =
    miss === first
      ? diagnoseMiss(source, edits, first.opIndex, goodInOrder, bounds.monotonicMs)
      : {};
  const shows = failures.slice(0, DETAILED_OPS_MAX).map((failure) => show(source, edits, failure));
  const render = (
    level: PatchRefusalDetailLimits,
    explained: Partial<PatchMissDiagnosis>,
  ): Record<string, unknown> => {
    const listed = others.map((failure, i) => ({
      ...shows[i + 1]?.({ ...level, places: level.laterPlaces }),
      op_index: failure.opIndex,
      code: failure.code,
    }));
    const list =
      listed.length === 0 ? {} : { [first.code === 'patch_overlap' ? 'other_ops' : 'ops']: listed };
    return { applied: 0, op_index: first.opIndex, ...shows[0]?.(level), ...explained, ...list };
  };
  // A suggested text is never shortened. When it does not fit even at the smallest level, it is omitted.
  for (const explained of [diagnosis, { ...diagnosis, suggested_old: undefined }]) {
    for (const level of DETAIL_LEVELS) {
      const details = render(level, explained);
      const bytes = Buffer.byteLength(JSON.stringify(details));
      if (bytes <= bounds.detailsBytesMax) return { code: first.code, details };
    }
  }
  return { code: first.code, details: { applied: 0, op_index: first.opIndex } };
}
