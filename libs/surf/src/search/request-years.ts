import { consume, type RequestDraft } from './request-draft.ts';

const OPEN_YEAR = 99_999;
const CENTURY_YEARS = 100;

const BEFORE = new Set([
  'before',
  'until',
  'till',
  'pre',
  'predating',
  'avant',
  'vor',
  'bis',
  'antes',
  'prima',
  'voor',
  'przed',
]);
const AFTER = new Set([
  'after',
  'since',
  'post',
  'postdating',
  'apres',
  'depuis',
  'nach',
  'seit',
  'despues',
  'desde',
  'dopo',
  'na',
  'po',
]);
/** Words of two that mean before or after: "prior to 1800". */
const PAIRS: Readonly<Record<string, 'before' | 'after'>> = {
  'prior to': 'before',
  'up to': 'before',
  'earlier than': 'before',
  'older than': 'before',
  'not after': 'before',
  'later than': 'after',
  'newer than': 'after',
  'younger than': 'after',
  'not before': 'after',
  'antes de': 'before',
  'despues de': 'after',
  'prima del': 'before',
  'dopo il': 'after',
};
const FROM = new Set([
  'between',
  'from',
  'entre',
  'zwischen',
  'von',
  'tra',
  'fra',
  'tussen',
  'de',
  'da',
]);
const TO = new Set([
  'and',
  'to',
  'until',
  'till',
  'through',
  'et',
  'und',
  'bis',
  'a',
  'y',
  'e',
  'en',
  'al',
]);
const BETWEEN = new Set(['between', 'entre', 'zwischen', 'tra', 'fra', 'tussen']);

/** First and last year of a year, a decade ("1920s") or a century ("18th century"), with its number of tokens. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Reads ranges of years: "before 1800", "after 1950", "between 1900 and 1920". They become a filter. */
export function addYears(draft: RequestDraft): void {
  const { tokens, consumed } = draft;
  if (draft.filter.years !== undefined) return;
  for (let at = 0; at < tokens.length; at++) {
    if (consumed.has(at)) continue;
    const range = betweenAt(draft, at) ?? sinceAt(draft, at);
    if (range === null) continue;
    const { from, to, length } = range;
    consume(draft, at, length);
    draft.filter = { ...draft.filter, years: { from, to } };
    draft.shown['date'] = `${from === -OPEN_YEAR ? '' : from}..${to === OPEN_YEAR ? '' : to}`;
    return;
  }
}

function wordAt({ tokens, consumed }: RequestDraft, at: number): string {
  return consumed.has(at) ? '' : (tokens[at]?.word ?? '');
}

function spanAt(draft: RequestDraft, at: number): Span | null {
  const start = wordAt(draft, at) === 'the' ? at + 1 : at;
  const word = wordAt(draft, start);
  const used = start - at;
  if (/^\d{3,4}$/.test(word)) return { from: Number(word), to: Number(word), length: used + 1 };
  const decade = /^(\d{3}0)s$/.exec(word)?.[1];
  if (decade !== undefined)
    return { from: Number(decade), to: Number(decade) + 9, length: used + 1 };
  const century = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (century === undefined || !/^centur/.test(wordAt(draft, start + 1))) return null;
  const to = Number(century) * CENTURY_YEARS;
  return { from: to - CENTURY_YEARS + 1, to, length: used + 2 };
}

/** "between 1900 and 1920", "from 1900 to 1920". */
function betweenAt(draft: RequestDraft, at: number): Span | null {
  const word = wordAt(draft, at);
  const opening = FROM.has(word) ? 1 : 0;
  const first = spanAt(draft, at + opening);
  if (first === null) return null;
  const middle = wordAt(draft, at + opening + first.length);
  if (!TO.has(middle) || (opening === 0 && middle !== 'to' && middle !== 'until')) return null;
  // "from 1920 and 1930" names two years, "between" a range.
  if ((middle === 'and' || middle === 'et' || middle === 'und') && !BETWEEN.has(word)) return null;
  const last = spanAt(draft, at + opening + first.length + 1);
  if (last === null || last.to < first.from) return null;
  return { from: first.from, to: last.to, length: opening + first.length + 1 + last.length };
}

/** "before 1800", "after the 1950s". */
function sinceAt(draft: RequestDraft, at: number): Span | null {
  const word = wordAt(draft, at);
  const pair = PAIRS[`${word} ${wordAt(draft, at + 1)}`];
  const single = BEFORE.has(word) ? 'before' : AFTER.has(word) ? 'after' : undefined;
  const relation = pair ?? single;
  const opening = pair === undefined ? 1 : 2;
  const span = relation === undefined ? null : spanAt(draft, at + opening);
  if (span === null) return null;
  const length = opening + span.length;
  if (relation === 'before')
    return { from: -OPEN_YEAR, to: isInclusive(word) ? span.to : span.from - 1, length };
  return { from: isInclusive(word) ? span.from : span.to + 1, to: OPEN_YEAR, length };
}

/** "since 1950" and "until 1950" include the year. */
function isInclusive(word: string): boolean {
  return ['since', 'until', 'till', 'up', 'depuis', 'seit', 'bis', 'desde', 'not'].includes(word);
}
