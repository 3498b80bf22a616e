import { consume, type QuerySentenceDraft } from './request-draft.ts';
import { GENERIC_THINGS, NEGATIONS } from './request-frames.ts';
import { OPEN_YEAR, yearRangeAt, type QueryYearSpan, yearsOutside } from './request-year-range.ts';

/** Reads the ranges of years in a query ("before 1800", "after 1950", "between 1900 and 1920"). They become a filter. */
export function addYears(draft: QuerySentenceDraft): void {
  if (draft.isDated) return;
  for (let at = 0; at < draft.tokens.length; at++) {
    const range = draft.consumed.has(at) ? null : yearRangeAt(draft, at);
    if (range === null) continue;
    consume(draft, at, range.length);
    filterYears(draft, range);
  }
}

/**
 * Reads exclusions of years that apply to all works ("nothing after 1900", "no works before 1900"), and makes the remaining
 * years a filter.
 */
export function addExcludedYears(draft: QuerySentenceDraft): void {
  if (draft.isDated) return;
  for (let at = 0; at < draft.tokens.length; at++) {
    const negation = draft.consumed.has(at) ? 0 : NEGATIONS.lengthAt(draft.tokens, at);
    if (negation === 0) continue;
    let start = at + negation;
    for (let length = 1; length > 0; start += length)
      length = GENERIC_THINGS.lengthAt(draft.tokens, start);
    const excluded = yearRangeAt(draft, start);
    const wanted = excluded === null ? null : yearsOutside(excluded);
    if (excluded === null || wanted === null) continue;
    consume(draft, at, start - at + excluded.length);
    filterYears(draft, wanted);
    at = start + excluded.length - 1;
  }
}

/** Restricts the query's filter to years that are also in this range. Does nothing when no year would remain. */
export function filterYears(
  draft: QuerySentenceDraft,
  { from, to }: Omit<QueryYearSpan, 'length'>,
): void {
  const before = draft.filter.years;
  const years = { from: Math.max(from, before?.from ?? from), to: Math.min(to, before?.to ?? to) };
  if (years.from > years.to) return;
  draft.filter = { ...draft.filter, years };
  draft.shown['date'] =
    `${years.from === -OPEN_YEAR ? '' : years.from}..${years.to === OPEN_YEAR ? '' : years.to}`;
}
