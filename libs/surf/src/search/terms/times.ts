import { centuryWords, decadeWord, yearWord } from '@bridge/archive';
import { ORDINALS, ordinalOf } from './ordinals.ts';
import { type TimeExpressionInQuery, yearSpanAt } from './year-spans.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Matches the word "century" in several languages. */
const CENTURY =
  /^(?:century|centurie|centuries|siecles?|jahrhunderts?|secol[oi]|siglos?|seculos?|c|cent)$/;
const DECADES: Readonly<Record<string, number>> = {
  twenties: 1920,
  thirties: 1930,
  forties: 1940,
  fifties: 1950,
  sixties: 1960,
  seventies: 1970,
  eighties: 1980,
  nineties: 1990,
};

function century(count: number, before: boolean): readonly QueryUnitAlternative[] {
  const word = before ? `b${count}` : `c${count}`;
  return [{ words: [word], worth: 1 }];
}

/** Words after a year or century before Christ. */
export const BEFORE_CHRIST: ReadonlySet<string> = new Set(['bc', 'bce']);
/** Words after a year or century after Christ. */
export const AFTER_CHRIST: ReadonlySet<string> = new Set(['ad', 'ce']);

/** Words between two ordinals in "18th and 19th centuries", where "centuries" follows only the second one. */
const AND_CENTURY: ReadonlySet<string> = new Set(['and', 'or', 'to', 'und', 'oder', 'et', 'ou']);

/**
 * Reads a range of centuries that begins at this word: "18th and 19th centuries", "18th 19th century"; null when there is none.
 */
function centuriesAt(typed: readonly string[], at: number): TimeExpressionInQuery | null {
  const first = ordinalOf(typed[at] ?? '');
  const next = AND_CENTURY.has(typed[at + 1] ?? '') ? at + 2 : at + 1;
  const last = ordinalOf(typed[next] ?? '');
  if (first < 1 || last <= first || last > 30 || !CENTURY.test(typed[next + 1] ?? '')) return null;
  const alternatives: QueryUnitAlternative[] = [];
  for (let count = first; count <= last; count++) alternatives.push(...century(count, false));
  return { length: next + 2 - at, alternatives };
}

/**
 * Reads a time that begins at this word: "18th century", "xixe siècle", "1950s", "1953", "500 bc", "the fifties"; null
 * when there is none.
 */
export function timeAt(typed: readonly string[], at: number): TimeExpressionInQuery | null {
  const word = typed[at] ?? '';
  const next = typed[at + 1] ?? '';
  const count = ordinalOf(word);
  if (count >= 1 && count <= 30 && CENTURY.test(next)) {
    const era = typed[at + 2] ?? '';
    const before = BEFORE_CHRIST.has(era);
    return {
      length: before || AFTER_CHRIST.has(era) ? 3 : 2,
      alternatives: century(count, before),
    };
  }
  const several = centuriesAt(typed, at);
  if (several !== null) return several;
  if (ORDINALS.has(word) && word.endsWith('cento'))
    return { length: 1, alternatives: century(count, false) };
  const decade = /^(\d{3})0s$/.exec(word);
  if (decade !== null) return decadeTime(Number(decade[1]) * 10);
  // "The 60s" means the 1960s.
  const short = /^([2-9])0s$/.exec(word);
  if (short !== null) return decadeTime(1900 + Number(short[1]) * 10);
  if (Object.hasOwn(DECADES, word)) return decadeTime(DECADES[word] ?? 0);
  if (/^[1-9]\d{0,3}$/.test(word) && BEFORE_CHRIST.has(next)) return yearBefore(Number(word));
  if (/^1[0-9]\d\d$|^20\d\d$/.test(word)) return yearTime(Number(word), next);
  return null;
}

function decadeTime(year: number): TimeExpressionInQuery {
  const near = [
    { words: [decadeWord(year - 10)], worth: 0.35 },
    { words: [decadeWord(year + 10)], worth: 0.55 },
  ];
  return {
    length: 1,
    alternatives: [
      { words: [decadeWord(year)], worth: 1 },
      ...(year % 100 === 0 ? [{ words: centuryWords(year, year), worth: 0.8 }] : near),
    ],
  };
}

function yearBefore(year: number): TimeExpressionInQuery {
  return {
    length: 2,
    alternatives: [
      { words: [yearWord(-year)], worth: 1 },
      { words: centuryWords(-year, -year), worth: 0.5 },
    ],
  };
}

function yearTime(year: number, next: string): TimeExpressionInQuery {
  // "1920 1930" is a range without a dash.
  const until =
    /^\d{4}$/.test(next) && Number(next) > year && Number(next) - year <= 60 ? Number(next) : null;
  if (until === null) {
    return {
      length: 1,
      alternatives: [
        { words: [yearWord(year)], worth: 1 },
        { words: [decadeWord(year)], worth: 0.5 },
      ],
    };
  }
  const words = new Set<string>();
  for (let one = year; one <= until; one += 10) words.add(decadeWord(one));
  words.add(decadeWord(until));
  return { length: 2, alternatives: [...words].map((word) => ({ words: [word], worth: 1 })) };
}

const BETWEEN_TIMES: ReadonlySet<string> = new Set([
  'and',
  'or',
  'to',
  'und',
  'oder',
  'et',
  'ou',
  'y',
  'o',
  'e',
  'the',
]);
/** Maximum number of years or periods in a row ("1920s 1930s") that are read as one condition. */
const TIMES_MAX = 4;

/**
 * Reads the times that begin at this word as one condition: a record of either time meets "1920s 1930s". `isWide`: also reads
 * several times and parts of centuries and decades ("early 19th century"), not only the first time.
 */
export function timesAt(
  typed: readonly string[],
  at: number,
  isWide: boolean,
): TimeExpressionInQuery | null {
  const one = (from: number): TimeExpressionInQuery | null =>
    (isWide ? yearSpanAt(typed, from) : null) ?? timeAt(typed, from);
  const first = one(at);
  if (first === null || !isWide) return first;
  const times = [first];
  let end = at + first.length;
  while (times.length < TIMES_MAX) {
    let next = end;
    while (BETWEEN_TIMES.has(typed[next] ?? '')) next += 1;
    const time = one(next);
    if (time === null) break;
    times.push(time);
    end = next + time.length;
  }
  return {
    length: end - at,
    alternatives: bestOf(times.flatMap(({ alternatives }) => alternatives)),
  };
}

/** Returns each alternative (index word for a time) once, with its highest score, in the order of the first occurrences. */
function bestOf(alternatives: readonly QueryUnitAlternative[]): QueryUnitAlternative[] {
  const best = new Map<string, QueryUnitAlternative>();
  for (const one of alternatives) {
    const key = one.words.join(' ');
    if ((best.get(key)?.worth ?? 0) < one.worth) best.set(key, one);
  }
  return [...best.values()];
}
