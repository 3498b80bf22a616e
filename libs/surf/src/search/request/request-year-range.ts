import { AFTER_CHRIST, BEFORE_CHRIST } from '../terms/times.ts';
import { type QuerySentenceParseState, wordAt } from './request-draft.ts';

/** A range of years from -OPEN_YEAR or to OPEN_YEAR has no limit on that side. No record has such a year. */
export const OPEN_YEAR = 99_999;
const CENTURY_YEARS = 100;
const DECADE_SPAN_YEARS = 10;

const BEFORE = new Set(
  'before until till pre predating avant vor bis antes prima voor przed'.split(' '),
);
const AFTER = new Set(
  'after since post postdating apres depuis nach seit despues desde dopo na po'.split(' '),
);
/** Pairs of words that mean before or after: "prior to 1800". */
const PAIRS: Readonly<Record<string, 'before' | 'after'>> = {
  'prior to': 'before',
  'up to': 'before',
  'earlier than': 'before',
  'older than': 'before',
  'later than': 'after',
  'newer than': 'after',
  'younger than': 'after',
  'antes de': 'before',
  'despues de': 'after',
  'prima del': 'before',
  'dopo il': 'after',
};
const ONWARDS = new Set(['onwards', 'onward']);
/** Pairs of words after a time that open its range of years: "1950 or later". */
const OR_LATER: Readonly<Record<string, 'before' | 'after'>> = {
  'or later': 'after',
  'and later': 'after',
  'or newer': 'after',
  'or earlier': 'before',
  'and earlier': 'before',
  'or older': 'before',
};
/** Words that begin a range of years that includes the named year: "since 1950", "until 1950" (not "before 1950"). */
const INCLUSIVE = new Set('since until till up depuis seit bis desde'.split(' '));
const FROM = new Set('between from entre zwischen von tra fra tussen de da'.split(' '));
const TO = new Set('and to until till through et und bis a y e en al'.split(' '));
const BETWEEN = new Set('between entre zwischen tra fra tussen'.split(' '));

/** The first and last year of a time that a search query names, and its number of words. */
export interface QueryYearSpan {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/**
 * Returns the range of years that begins at a word (token) of the query: "between 1900 and 1920", "before 1800"; null when
 * there is none.
 */
export function yearRangeAt(draft: QuerySentenceParseState, at: number): QueryYearSpan | null {
  return betweenAt(draft, at) ?? sinceAt(draft, at) ?? orLaterAt(draft, at);
}

/**
 * Returns the years of the year ("1920", "500 bc"), decade ("1920s") or century ("18th century", "5th century bc") at a word of
 * the query; null when there is none.
 */
export function yearSpanOf(draft: QuerySentenceParseState, at: number): QueryYearSpan | null {
  const start = wordAt(draft, at) === 'the' ? at + 1 : at;
  const word = wordAt(draft, start);
  const used = start - at;
  const decade = /^(\d{3}0)s$/.exec(word)?.[1];
  if (decade !== undefined)
    return { from: Number(decade), to: Number(decade) + DECADE_SPAN_YEARS - 1, length: used + 1 };
  const century = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (century === undefined) {
    const year = Number(word);
    const isYear = hasEra(draft, start + 1) ? /^\d{1,4}$/ : /^\d{3,4}$/;
    return isYear.test(word) ? inEra(draft, at, { from: year, to: year, length: used + 1 }) : null;
  }
  if (!/^centur/.test(wordAt(draft, start + 1))) return null;
  const to = Number(century) * CENTURY_YEARS;
  return inEra(draft, at, { from: to - CENTURY_YEARS + 1, to, length: used + 2 });
}

function hasEra(draft: QuerySentenceParseState, at: number): boolean {
  const word = wordAt(draft, at);
  return BEFORE_CHRIST.has(word) || AFTER_CHRIST.has(word);
}

/** Returns the years at a word together with the era that follows them: "500" before "bc" is the year -500. */
function inEra(draft: QuerySentenceParseState, at: number, years: QueryYearSpan): QueryYearSpan {
  if (!hasEra(draft, at + years.length)) return years;
  const length = years.length + 1;
  return BEFORE_CHRIST.has(wordAt(draft, at + years.length))
    ? { ...beforeChrist(years), length }
    : { ...years, length };
}

function beforeChrist({ from, to, length }: QueryYearSpan): QueryYearSpan {
  return { from: -to, to: -from, length };
}

/**
 * Returns the years of a range such as "between 1900 and 1920" or "from 1900 to 1920" at a word of the query; null for others.
 */
function betweenAt(draft: QuerySentenceParseState, at: number): QueryYearSpan | null {
  const word = wordAt(draft, at);
  const opening = FROM.has(word) ? 1 : 0;
  const named = yearSpanOf(draft, at + opening);
  if (named === null) return null;
  const middle = wordAt(draft, at + opening + named.length);
  if (!TO.has(middle) || (opening === 0 && middle !== 'to' && middle !== 'until')) return null;
  // "From 1920 and 1930" names two years; "between 1920 and 1930" names a range.
  if ((middle === 'and' || middle === 'et' || middle === 'und') && !BETWEEN.has(word)) return null;
  const last = yearSpanOf(draft, at + opening + named.length + 1);
  if (last === null) return null;
  // "Between 500 and 300 bc" names the era once.
  const first = last.to < 0 && named.from > 0 ? beforeChrist(named) : named;
  if (last.to < first.from) return null;
  return { from: first.from, to: last.to, length: opening + first.length + 1 + last.length };
}

/** Returns the years of "before 1800" or "after the 1950s" at a word of the query; null for others. */
function sinceAt(draft: QuerySentenceParseState, at: number): QueryYearSpan | null {
  const word = wordAt(draft, at);
  const pair = PAIRS[`${word} ${wordAt(draft, at + 1)}`];
  const single = BEFORE.has(word) ? 'before' : AFTER.has(word) ? 'after' : undefined;
  const relation = pair ?? single;
  const opening = pair === undefined ? 1 : 2;
  const span = relation === undefined ? null : yearSpanOf(draft, at + opening);
  if (span === null) return null;
  const length = opening + span.length;
  const isInclusive = INCLUSIVE.has(word);
  return relation === 'before'
    ? { from: -OPEN_YEAR, to: isInclusive ? span.to : span.from - 1, length }
    : { from: isInclusive ? span.from : span.to + 1, to: OPEN_YEAR, length };
}

/** Returns the years of "1950 or later", "from the 1950s onwards" or "1850 and earlier" at a word of the query; null for others. */
function orLaterAt(draft: QuerySentenceParseState, at: number): QueryYearSpan | null {
  const opening = wordAt(draft, at) === 'from' ? 1 : 0;
  const span = yearSpanOf(draft, at + opening);
  if (span === null) return null;
  const end = at + opening + span.length;
  const [first, second] = [wordAt(draft, end), wordAt(draft, end + 1)];
  const isSingle = ONWARDS.has(first);
  const relation = isSingle ? 'after' : OR_LATER[`${first} ${second}`];
  if (relation === undefined) return null;
  const length = opening + span.length + (isSingle ? 1 : 2);
  return relation === 'before'
    ? { from: -OPEN_YEAR, to: span.to, length }
    : { from: span.from, to: OPEN_YEAR, length };
}

/** Returns all years outside a range that has no limit on one side; null for a range with two limits. */
export function yearsOutside({ from, to, length }: QueryYearSpan): QueryYearSpan | null {
  if (from === -OPEN_YEAR) return { from: to + 1, to: OPEN_YEAR, length };
  return to === OPEN_YEAR ? { from: -OPEN_YEAR, to: from - 1, length } : null;
}
