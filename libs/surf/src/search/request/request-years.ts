import { addShown } from './query-text.ts';
import { consume, type QuerySentenceParseState, wordAt } from './request-draft.ts';
import { GENERIC_THINGS, NEGATIONS } from './request-frames.ts';
import { OPEN_YEAR, yearRangeAt, type QueryYearSpan, yearsOutside } from './request-year-range.ts';

/** Reads the ranges of years in a query ("before 1800", "after 1950", "between 1900 and 1920"). They become a filter. */
export function addYears(draft: QuerySentenceParseState): void {
  if (draft.isDated) return;
  for (let at = 0; at < draft.tokens.length; at++) {
    const range = draft.consumed.has(at) ? null : yearRangeAt(draft, at);
    if (range === null) continue;
    const gap = gapAt(draft, at, range);
    if (gap === null) filterYears(draft, range);
    else excludeYears(draft, gap, `${gap.from}..${gap.to}`);
    consume(draft, at, (gap ?? range).length);
  }
}

/**
 * Returns the years between the two ranges of "before 1900 or after 1950", which no filter of dates can name together; null when
 * no such second range follows the one at a word.
 */
function gapAt(
  draft: QuerySentenceParseState,
  at: number,
  first: QueryYearSpan,
): QueryYearSpan | null {
  const next = at + first.length;
  const second = wordAt(draft, next) === 'or' ? yearRangeAt(draft, next + 1) : null;
  if (second === null) return null;
  const length = first.length + 1 + second.length;
  const [early, late] = first.to < second.from ? [first, second] : [second, first];
  const isOpen = early.from === -OPEN_YEAR && late.to === OPEN_YEAR;
  return isOpen && early.to + 1 < late.from
    ? { from: early.to + 1, to: late.from - 1, length }
    : null;
}

/** Reads exclusions of years that apply to all works: "nothing after 1900", "no works between 1900 and 1950". */
export function addExcludedYears(draft: QuerySentenceParseState): void {
  if (draft.isDated) return;
  for (let at = 0; at < draft.tokens.length; at++) {
    const negation = draft.consumed.has(at) ? 0 : NEGATIONS.lengthAt(draft.tokens, at);
    if (negation === 0) continue;
    let start = at + negation;
    for (let length = 1; length > 0; start += length)
      length = GENERIC_THINGS.lengthAt(draft.tokens, start);
    const excluded = yearRangeAt(draft, start);
    if (excluded === null) continue;
    consume(draft, at, start - at);
    excludeYears(draft, excluded, consume(draft, start, excluded.length));
    at = start + excluded.length - 1;
  }
}

/**
 * Excludes the works of these years: keeps the other years by a filter, or, when there are years on both sides of the range,
 * adds an exclusion, which the answer shows as `text`.
 */
export function excludeYears(
  draft: QuerySentenceParseState,
  years: QueryYearSpan,
  text: string,
): void {
  const wanted = yearsOutside(years);
  if (wanted !== null) {
    filterYears(draft, wanted);
    return;
  }
  draft.avoided.push({ parts: [], years: { from: years.from, to: years.to } });
  addShown(draft.shown, 'not', text);
}

/** Restricts the query's filter to years that are also in this range. Does nothing when no year would remain. */
export function filterYears(
  draft: QuerySentenceParseState,
  { from, to }: Omit<QueryYearSpan, 'length'>,
): void {
  const before = draft.filter.years;
  const years = { from: Math.max(from, before?.from ?? from), to: Math.min(to, before?.to ?? to) };
  if (years.from > years.to) return;
  draft.filter = { ...draft.filter, years };
  draft.shown['date'] =
    `${years.from === -OPEN_YEAR ? '' : years.from}..${years.to === OPEN_YEAR ? '' : years.to}`;
}
