import { type Edit, type Failure, PLACES_MAX } from './apply-patch.ts';
import { type Diagnosis, diagnoseMiss } from './diagnose-miss.ts';
import { longestPrefix } from './find-text.ts';
import {
  floorToChar,
  placeOf,
  placesOf,
  textAfter,
  textBefore,
  type Units,
  countChars,
} from './units.ts';

/** Failing operations that are shown with their places; the others by index and code only. */
export const DETAILED_OPS_MAX = 5;

/** Code and public details of a refused patch. */
export interface PatchFailure {
  readonly code: Failure['code'];
  readonly details: Readonly<Record<string, unknown>>;
}

/** How much is shown; the next lesser one is taken when the details would not fit. */
interface Room {
  readonly places: number;
  readonly laterPlaces: number;
  readonly preview: number;
  readonly context: number;
}
const ROOMS: readonly Room[] = [
  { places: PLACES_MAX, laterPlaces: PLACES_MAX, preview: 120, context: 40 },
  { places: PLACES_MAX, laterPlaces: 3, preview: 120, context: 40 },
  { places: PLACES_MAX, laterPlaces: 3, preview: 60, context: 20 },
  { places: 10, laterPlaces: 2, preview: 40, context: 20 },
  { places: 5, laterPlaces: 1, preview: 40, context: 10 },
  { places: 2, laterPlaces: 0, preview: 20, context: 5 },
];

type Show = (room: Room) => Record<string, unknown>;

/** Everything costly about one failing operation is found once; showing it in less room is cheap. */
function showMiss(source: Units, edit: Edit): Show {
  const prefix = longestPrefix(source, edit.old);
  const matched = floorToChar(edit.old, prefix.units);
  const { line, column } = placeOf(source, prefix.at);
  const longest = {
    chars: countChars(edit.old.subarray(0, matched)),
    of: countChars(edit.old),
    line,
    column,
  };
  return (room) => ({
    old_preview: textAfter(edit.old, 0, room.preview),
    longest_prefix: longest,
    source_continues: matched === 0 ? '' : textAfter(source, prefix.at + matched, room.context),
    old_continues: textAfter(edit.old, matched, room.context),
  });
}

function showPlaces(source: Units, edit: Edit, at: readonly number[]): Show {
  const shown = at.slice(0, PLACES_MAX);
  const places = placesOf(source, shown);
  return ({ places: max, context }) => ({
    match_count: at.length,
    capped: at.length > PLACES_MAX,
    matches: shown.slice(0, max).map((index, i) => ({
      ...places[i],
      before: textBefore(source, index, context),
      after: textAfter(source, index + edit.old.length, context),
    })),
  });
}

function show(source: Units, edits: readonly Edit[], failure: Failure): Show {
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
 * The error of a refused patch: code and places of the first failing operation, and all other failing ones in `ops`
 * (`other_ops` beside an overlap, whose `ops` names the two), so that one round trip mends them all. Their JSON takes at most `detailsBytesMax`.
 * Spec: patch.every-failure, patch.places.
 */
export function patchFailure(
  source: Units,
  edits: readonly Edit[],
  failures: readonly [Failure, ...Failure[]],
  goodInOrder: number,
  bounds: { readonly detailsBytesMax: number; readonly monotonicMs: () => number },
): PatchFailure {
  const [first, ...others] = failures;
  const miss = failures.find(({ code }) => code === 'patch_no_match');
  const diagnosis: Partial<Diagnosis> =
    miss === first
      ? diagnoseMiss(source, edits, first.opIndex, goodInOrder, bounds.monotonicMs)
      : {};
  const shows = failures.slice(0, DETAILED_OPS_MAX).map((failure) => show(source, edits, failure));
  const render = (room: Room, explained: Partial<Diagnosis>): Record<string, unknown> => {
    const listed = others.map((failure, i) => ({
      ...shows[i + 1]?.({ ...room, places: room.laterPlaces }),
      op_index: failure.opIndex,
      code: failure.code,
    }));
    const list =
      listed.length === 0 ? {} : { [first.code === 'patch_overlap' ? 'other_ops' : 'ops']: listed };
    return { applied: 0, op_index: first.opIndex, ...shows[0]?.(room), ...explained, ...list };
  };
  // A suggestion is never cut, so it is the last to go.
  for (const explained of [diagnosis, { ...diagnosis, suggested_old: undefined }]) {
    for (const room of ROOMS) {
      const details = render(room, explained);
      const bytes = Buffer.byteLength(JSON.stringify(details));
      if (bytes <= bounds.detailsBytesMax) return { code: first.code, details };
    }
  }
  return { code: first.code, details: { applied: 0, op_index: first.opIndex } };
}
