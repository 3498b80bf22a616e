import { centuryWords, decadeWord } from '@bridge/archive';
import type { QueryUnitAlternative } from './unit.ts';

/** Score (0 to 1) of a record of which no decade, but the century contains years that the query names. */
const HOLDING = 0.5;
const DECADE_YEARS = 10;

/** A time ("1920s") that a search query names; `length` is its number of words, `alternatives` are the index words for it. */
export interface TimeExpressionInQuery {
  readonly length: number;
  readonly alternatives: readonly QueryUnitAlternative[];
}

/** Words for parts of a century or decade, with the begin and end of the part as shares of its years. */
const PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  early: [0, 0.34],
  mid: [0.3, 0.7],
  middle: [0.3, 0.7],
  late: [0.66, 1],
  'first half': [0, 0.5],
  'second half': [0.5, 1],
  'first quarter': [0, 0.25],
  'last quarter': [0.75, 1],
  beginning: [0, 0.3],
  end: [0.7, 1],
  turn: [-0.1, 0.1],
};

/** Periods of history with their years and names. Styles and movements are in the table `ERAS`. */
const NAMED_SPANS: readonly (readonly [from: number, to: number, names: readonly string[]])[] = [
  [1919, 1939, ['interwar', 'inter war', 'between the wars', 'interwar period', 'interwar years']],
  [1945, 1960, ['postwar', 'post war', 'post war years', 'after the war']],
  [
    1914,
    1918,
    ['first world war', 'world war i', 'world war one', 'wwi', 'great war', 'world war 1', 'ww1'],
  ],
  [1939, 1945, ['second world war', 'world war ii', 'world war two', 'wwii', 'world war 2', 'ww2']],
  [1890, 1910, ['turn of the century', 'fin de siecle']],
];

/** A period of history that a query names by words. */
interface NamedHistoricalPeriod {
  readonly words: readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * The names of all periods, the longest of each period first. Names of wars are left out, because they are searched as words: a
 * war is also a subject, and its years say little about a work.
 */
const SPAN_NAMES: readonly NamedHistoricalPeriod[] = NAMED_SPANS.flatMap(([from, to, names]) =>
  names
    .filter((name) => !/war/.test(name) || /inter|between|post|after/.test(name))
    .toSorted((a, b) => b.length - a.length)
    .map((name) => ({ words: name.split(' '), from, to })),
);

/**
 * Reads a named period, or a part of a century or decade, that begins at this word: "interwar", "early 19th century", "late
 * 1960s"; null when there is none.
 */
export function yearSpanAt(typed: readonly string[], at: number): TimeExpressionInQuery | null {
  for (const { words, from, to } of SPAN_NAMES)
    if (words[0] === typed[at] && words.every((word, next) => typed[at + next] === word))
      return { length: words.length, alternatives: spanWords(from, to) };
  const two = `${typed[at] ?? ''} ${typed[at + 1] ?? ''}`;
  const [name, used] = Object.hasOwn(PARTS, two) ? [two, 2] : [typed[at] ?? '', 1];
  const part = PARTS[Object.hasOwn(PARTS, name) ? name : ''];
  if (part === undefined) return null;
  let start = at + used;
  while (['of', 'the', 'in'].includes(typed[start] ?? '')) start += 1;
  const whole = wholeAt(typed, start);
  if (whole === null) return null;
  const years = whole.to - whole.from + 1;
  const from = Math.round(whole.from + part[0] * years);
  const to = Math.round(whole.from + part[1] * years) - 1;
  return { length: start + whole.length - at, alternatives: spanWords(from, Math.max(from, to)) };
}

/**
 * Returns the first and last year of the century or decade that begins at this word ("19th century", "1960s"); null when there
 * is none.
 */
function wholeAt(
  typed: readonly string[],
  at: number,
): { readonly from: number; readonly to: number; readonly length: number } | null {
  const word = typed[at] ?? '';
  const decade = /^(\d{3}0)s$/.exec(word)?.[1];
  if (decade !== undefined) {
    const from = Number(decade);
    return { from, to: from % 100 === 0 ? from + 99 : from + DECADE_YEARS - 1, length: 1 };
  }
  const century = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1] ?? CENTURY_NAMES.get(word);
  if (century === undefined || !/^centur/.test(typed[at + 1] ?? '')) return null;
  return { from: (Number(century) - 1) * 100, to: Number(century) * 100 - 1, length: 2 };
}

const CENTURY_NAMES: ReadonlyMap<string, number> = new Map([
  ['twelfth', 12],
  ['thirteenth', 13],
  ['fourteenth', 14],
  ['fifteenth', 15],
  ['sixteenth', 16],
  ['seventeenth', 17],
  ['eighteenth', 18],
  ['nineteenth', 19],
  ['twentieth', 20],
]);

function spanWords(from: number, to: number): QueryUnitAlternative[] {
  const words = new Map<string, number>();
  for (let year = from; year <= to; year += DECADE_YEARS) words.set(decadeWord(year), 1);
  words.set(decadeWord(to), 1);
  for (const word of centuryWords(from, to)) words.set(word, HOLDING);
  return [...words].map(([word, worth]) => ({ words: [word], worth }));
}
