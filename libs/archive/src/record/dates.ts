import { Memo } from '../memo.ts';
import { type ArchiveDate, type Certainty, YEAR_MIN } from './archive-record.ts';
import { type YearSpan, yearsOf } from './date-rules.ts';
import { plainDateText } from './date-text.ts';

/** A later event than the making: printed, cast, published. The date is the first year of making. */
const LATER =
  /[,;:(]?\s*\b(?:published|printed|reprinted|cast|executed|issued|fabricated|refabricated|reconstructed|remade|posthumous|edition|ed\.|this (?:cast|print)|signed|restored|assembled|produced|dated|manufactured|editioned|first (?:printed|published)|probably printed|print(?:s|ed)? (?:made|c)|with later)\b/;
const CIRCA =
  /\b(?:c|ca|circa|about|around|approx(?:imately)?|probably|possibly|perhaps|likely|early|mid|late)\b|\?/;

/** Words that say on which side of the year the work lies. */
function attachment(text: string, years: YearSpan): Certainty {
  if (/^(?:before|by|not later than|ante)\b/.test(text)) return 'before';
  if (/^(?:after|not before|post|since)\b/.test(text)) return 'after';
  return years.certainty;
}

/**
 * The years of a date text, by table. Total: a text that no rule matches, or whose years are before -10000, after `yearMax` or
 * in the wrong order, has no years and certainty `none`.
 */
export function parseDate(text: string, yearMax: number): ArchiveDate {
  // Collections repeat the same few date texts in thousands of works.
  if (parsed.yearMax !== yearMax) parsed = { yearMax, dates: new Memo(PARSED_MAX) };
  return parsed.dates.get(text, () => parse(text, yearMax));
}

const PARSED_MAX = 20_000;
let parsed = { yearMax: Number.NaN, dates: new Memo<ArchiveDate>(PARSED_MAX) };

function parse(text: string, yearMax: number): ArchiveDate {
  const nothing: ArchiveDate = { text, from: null, to: null, certainty: 'none' };
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
 * A date with the source's own years where they are possible, else with those of its text. `dropped`: whether the source's
 * years were not possible (99999, 18343, in the wrong order).
 */
export function dateOf(
  text: string,
  from: number | null,
  to: number | null,
  yearMax: number,
): { readonly date: ArchiveDate; readonly dropped: boolean } {
  return dateWithYears(parseDate(text, yearMax), from, to, yearMax);
}

/** A parsed date with the source's own years, as `dateOf`. */
export function dateWithYears(
  worded: ArchiveDate,
  from: number | null,
  to: number | null,
  yearMax: number,
): { readonly date: ArchiveDate; readonly dropped: boolean } {
  if (from === null && to === null) return { date: worded, dropped: false };
  const start = from ?? to ?? 0;
  const end = to ?? from ?? 0;
  const possible = start >= YEAR_MIN && end <= yearMax && start <= end;
  if (!possible) return { date: worded, dropped: true };
  const certainty =
    worded.certainty === 'none' ? (start === end ? 'exact' : 'range') : worded.certainty;
  return { date: { text: worded.text, from: start, to: end, certainty }, dropped: false };
}
