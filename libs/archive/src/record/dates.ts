import { BoundedResultCache } from '../memo.ts';
import { type WorkDate, type DateCertainty, YEAR_MIN } from './archive-record.ts';
import { type WorkYearSpan, yearsOf } from './date-rules.ts';
import { plainDateText } from './date-text.ts';

/**
 * Matches the words of an event after the making, such as "printed" or "cast". A date after them is not the date of the work.
 */
const LATER =
  /[,;:(]?\s*\b(?:published|printed|reprinted|cast|executed|issued|fabricated|refabricated|reconstructed|remade|posthumous|edition|ed\.|this (?:cast|print)|signed|restored|assembled|produced|dated|manufactured|editioned|first (?:printed|published)|probably printed|print(?:s|ed)? (?:made|c)|with later)\b/;
const CIRCA =
  /\b(?:c|ca|circa|about|around|approx(?:imately)?|probably|possibly|perhaps|likely|early|mid|late)\b|\?/;

/** Returns `before` or `after` when the text begins with a word of this meaning, else the certainty that the date rule gave. */
function attachment(text: string, years: WorkYearSpan): DateCertainty {
  if (/^(?:before|by|not later than|ante)\b/.test(text)) return 'before';
  if (/^(?:after|not before|post|since)\b/.test(text)) return 'after';
  return years.certainty;
}

/**
 * Parses a date text. A text without a matching rule, or with years before -10000, after `yearMax` or in the wrong order,
 * has no years and the certainty `none`.
 */
export function parseDate(text: string, yearMax: number): WorkDate {
  // Results are cached, because collections repeat the same date texts in thousands of works.
  if (parsed.yearMax !== yearMax) parsed = { yearMax, dates: new BoundedResultCache(PARSED_MAX) };
  return parsed.dates.get(text, () => parse(text, yearMax));
}

const PARSED_MAX = 20_000;
let parsed = { yearMax: Number.NaN, dates: new BoundedResultCache<WorkDate>(PARSED_MAX) };

function parse(text: string, yearMax: number): WorkDate {
  const nothing: WorkDate = { text, from: null, to: null, certainty: 'none' };
  const lower = plainDateText(text);
  const later = LATER.exec(lower);
  const made =
    later !== null && /\d{3}/.test(lower.slice(0, later.index))
      ? lower.slice(0, later.index)
      : lower;
  const years = yearsOf(made.trim()) ?? yearsOf(lower);
  if (years === null || years.from > years.to || years.from < YEAR_MIN || years.to > yearMax)
    return nothing;
  const certainty = attachment(made, years);
  const circa = certainty === 'exact' && CIRCA.test(text.toLowerCase());
  return { text, from: years.from, to: years.to, certainty: circa ? 'circa' : certainty };
}

/**
 * Returns a date with the years that the source states as numbers, if they are possible, else with the years of its text.
 * `dropped` is true when the stated years are impossible (99999, wrong order).
 */
export function dateOf(
  text: string,
  from: number | null,
  to: number | null,
  yearMax: number,
): { readonly date: WorkDate; readonly dropped: boolean } {
  return dateWithYears(parseDate(text, yearMax), from, to, yearMax);
}

/**
 * Replaces the years of a parsed date with the years that the source states as numbers, if these are possible. `dropped` is
 * true when they are impossible (99999, wrong order).
 */
export function dateWithYears(
  worded: WorkDate,
  from: number | null,
  to: number | null,
  yearMax: number,
): { readonly date: WorkDate; readonly dropped: boolean } {
  if (from === null && to === null) return { date: worded, dropped: false };
  const start = from ?? to ?? 0;
  const end = to ?? from ?? 0;
  const possible = start >= YEAR_MIN && end <= yearMax && start <= end;
  if (!possible) return { date: worded, dropped: true };
  const certainty =
    worded.certainty === 'none' ? (start === end ? 'exact' : 'range') : worded.certainty;
  return { date: { text: worded.text, from: start, to: end, certainty }, dropped: false };
}
