import { Memo } from '../memo.ts';
import { type ArchiveDate, type Certainty, YEAR_MIN } from './archive-record.ts';

/** Years an adverb stands for: a part of a century or of a decade, as first and last year of a hundred or of ten. */
interface Part {
  readonly words: RegExp;
  readonly from: number;
  readonly to: number;
}
const CENTURY_PARTS: readonly Part[] = [
  { words: /first (?:half|1\/2)|1st half/, from: 0, to: 49 },
  { words: /(?:second|latter|last) half|2nd half/, from: 50, to: 99 },
  { words: /(?:first|1st) quarter/, from: 0, to: 24 },
  { words: /(?:second|2nd) quarter/, from: 25, to: 49 },
  { words: /(?:third|3rd) quarter/, from: 50, to: 74 },
  { words: /(?:fourth|4th|last) quarter/, from: 75, to: 99 },
  { words: /(?:first|1st) third/, from: 0, to: 33 },
  { words: /(?:second|2nd) third/, from: 33, to: 66 },
  { words: /(?:last|third|3rd) third/, from: 66, to: 99 },
  { words: /early[- ](?:to[- ])?mid/, from: 0, to: 60 },
  { words: /mid(?:dle)?[- ](?:to[- ])?late/, from: 40, to: 99 },
  { words: /beginning|early/, from: 0, to: 25 },
  { words: /mid(?:dle)?/, from: 33, to: 66 },
  { words: /end|late/, from: 75, to: 99 },
];
const DECADE_PARTS: readonly Part[] = [
  { words: /early|beginning/, from: 0, to: 4 },
  { words: /mid/, from: 3, to: 6 },
  { words: /late|end/, from: 6, to: 9 },
];

interface Years {
  readonly from: number;
  readonly to: number;
  readonly certainty: Certainty;
}
interface Rule {
  readonly shape: RegExp;
  readonly read: (found: RegExpExecArray) => Years | null;
}

const ERA = '(?:\\s*(bc|ad))?';
const CENTURY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(\\d{1,5})';

/** Shapes of a date text, the first that fits decides. The text is lower case, dashes are `-`, eras `bc` and `ad`. */
const RULES: readonly Rule[] = [
  // 3rd millennium BC
  {
    shape: /(\d)(?:st|nd|rd|th) millennium(?:\s*(bc|ad))?/,
    read: ([, number, era]) => {
      const first = era === 'bc' ? -1000 * Number(number) : 1000 * (Number(number) - 1);
      return { from: first, to: first + 999, certainty: 'century' };
    },
  },
  // late 18th-early 19th century, 4th century bc-1st century ad, 16th or 17th century
  {
    shape: new RegExp(
      `([a-z0-9 /-]*?)\\b${CENTURY}(?:[- ]century)?${ERA}\\s*(?:-|/|to|or|and|through)\\s*([a-z0-9 /-]*?)\\b${CENTURY}[- ](?:century|c\\b)${ERA}`,
    ),
    read: ([, part1, first, era1, part2, second, era2]) => {
      const from = century(Number(first), era1 ?? era2, part1 ?? '');
      const to = century(Number(second), era2, part2 ?? '');
      return { from: from.from, to: to.to, certainty: 'century' };
    },
  },
  // second half of the 3rd century bc
  {
    shape: new RegExp(`([a-z0-9 /-]*?)\\b${CENTURY}[- ](?:century|c\\b|cent\\b)${ERA}`),
    read: ([, part, number, era]) => ({
      ...century(Number(number), era, part ?? ''),
      certainty: 'century',
    }),
  },
  // early 1920s-30s, 1920s to 1940s
  {
    shape: /([a-z-]*) ?\b(\d{3,4})0'?s\s*(?:-|\/|to|or|and)\s*([a-z-]*) ?(\d{0,3}\d)0'?s/,
    read: ([, part1, first, part2, second]) => {
      const start = Number(first) * 10;
      const end = Number(shortened(String(start), `${second ?? ''}0`));
      return {
        from: start + part(DECADE_PARTS, part1, 0, 9).from,
        to: end + part(DECADE_PARTS, part2, 0, 9).to,
        certainty: 'range',
      };
    },
  },
  // c. 1920s; 1800s is a century
  {
    shape: /([a-z-]*) ?\b(\d{3,4})0'?s\b(?:\s*(bc))?/,
    read: ([, word, tens]) => {
      const start = Number(tens) * 10;
      if (start % 100 === 0 && !/\b(?:early|mid|late)/.test(word ?? ''))
        return {
          from: start,
          to: start + (start % 1000 === 0 || start < 1900 ? 99 : 9),
          certainty: 'range',
        };
      const { from, to } = part(DECADE_PARTS, word, 0, 9);
      return { from: start + from, to: start + to, certainty: 'range' };
    },
  },
  // 3/24/1929, 24.3.1929, 1929-03-24
  { shape: /\b\d{1,2}[/.]\d{1,2}[/.](\d{4})\b/, read: ([, year]) => single(Number(year)) },
  { shape: /\b(\d{4})-\d{2}-\d{2}(?:t|\b)/, read: ([, year]) => single(Number(year)) },
  // 750-250 bc, 100 bc-ad 50, 1843-4, 1801-10, between 1920 and 1930
  {
    shape: new RegExp(
      `\\b(?:(ad) )?${YEAR}${ERA}\\s*(?:-|/|to|or|and|through|until)\\s*(?:about |before |after )?(?:(ad) )?${YEAR}${ERA}(?![\\d/])`,
    ),
    read: ([, , first, era1, before, second, era2]) =>
      range(first ?? '', era1, second ?? '', era2 ?? before),
  },
  // 300 bc
  { shape: new RegExp(`\\b${YEAR}\\s*bc\\b`), read: ([, year]) => single(-Number(year)) },
  { shape: new RegExp(`\\bad\\s*${YEAR}\\b`), read: ([, year]) => single(Number(year)) },
  { shape: new RegExp(`\\b${YEAR}\\s*ad\\b`), read: ([, year]) => single(Number(year)) },
  // Paris, June-July 1907: the first year there is
  { shape: /(?<![\d.])(\d{4})(?![\d.])/, read: ([, year]) => single(Number(year)) },
  { shape: /^(?:about |before |after |by )?(\d{3})$/, read: ([, year]) => single(Number(year)) },
];

function part(
  parts: readonly Part[],
  words: string | undefined,
  from: number,
  to: number,
): { from: number; to: number } {
  return parts.find((one) => one.words.test(words ?? '')) ?? { from, to };
}

function century(
  number: number,
  era: string | undefined,
  words: string,
): { from: number; to: number } {
  const { from, to } = part(CENTURY_PARTS, words, 0, 99);
  if (era === 'bc') return { from: -100 * number + from, to: -100 * number + to + 1 };
  return { from: 100 * (number - 1) + from, to: 100 * (number - 1) + to };
}

function single(year: number): Years {
  return { from: year, to: year, certainty: 'exact' };
}

/** "1843-4": the second number without the digits it shares with the first. */
function shortened(first: string, second: string): string {
  return second.length < first.length
    ? first.slice(0, first.length - second.length) + second
    : second;
}

function range(
  first: string,
  era1: string | undefined,
  second: string,
  era2: string | undefined,
): Years | null {
  const bc2 = era2 === 'bc';
  const bc1 = era1 === 'bc' || (bc2 && era1 === undefined);
  // A number of one or two digits alone is a day or a page unless an era says otherwise.
  if (first.length < 3 && !bc1 && era1 === undefined && era2 === undefined) return null;
  const from = bc1 ? -Number(first) : Number(first);
  const to = bc2 ? -Number(second) : Number(bc1 ? second : shortened(first, second));
  return from <= to ? { from, to, certainty: 'range' } : single(from);
}

const NO_DATE =
  /^(?:n\.? ?d\.?|no date|not dated|undated|date (?:unknown|not known)|unknown|none|dates? vary|various(?: dates)?|-)?$/;
/** What was made later than the work itself: printed, cast, published; the first year made is the date. */
const LATER =
  /[,;:(]?\s*\b(?:published|printed|reprinted|cast|executed|issued|fabricated|refabricated|reconstructed|remade|posthumous|edition|ed\.|this (?:cast|print)|signed|restored|assembled|produced|dated|manufactured|editioned|first (?:printed|published)|probably printed|print(?:s|ed)? (?:made|c)|with later)\b/;
const CIRCA =
  /\b(?:c|ca|circa|about|around|approx(?:imately)?|probably|possibly|perhaps|likely|early|mid|late)\b|\?/;

/** The date text in one spelling: lower case, one dash, eras as `bc` and `ad`, circa signs gone. */
function plain(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[‐-―−]/g, '-')
      .replace(/\b(?:b\. ?c\.(?: ?e\.)?|bce)/g, 'bc')
      .replace(/\b(?:a\. ?d\.|c\. ?e\.|ce\b)/g, 'ad')
      // A year or century of the Hijra stands before the one that is wanted: "AH 1059/AD 1649", "11th century AH/AD 17th".
      .replace(/(?:\bah ?)?\b\d+(?:-\d+)?(?:st|nd|rd|th)?(?: century)?(?: ?ah)? ?\/ ?ad /g, ' ')
      // What was added, repainted or bound later follows a semicolon; a reign or period in brackets encloses the date.
      .replace(/^(.*?\d.*?);.*$/s, '$1')
      .replace(/(?:dynasty|period|reign|era)\s*\([^)]*\),?(?=.*(?:\d{3}|century))/g, ' ')
      .replace(/(\d(?:st|nd|rd|th)) ?c\.?(?= |-|$)/g, '$1 century')
      .replace(/\bcent(?:uries|ruy|\.)/g, 'century')
      .replace(/millenium/g, 'millennium')
      .replace(/\b(early|mid|late)(?=\d)/g, '$1 ')
      .replace(/\bad (?=\d{1,2}(?:st|nd|rd|th))/g, '')
      .replace(/\(\s*\?\s*\)|\?/g, '')
      .replace(/[[\]()"']/g, ' ')
      .replace(
        /\b(?:c|ca|circa)\b\.?\s*(?=\d|ad\b|early|mid|late|first|second|third|fourth|last)/g,
        '',
      )
      .replace(/\bc\.\s*/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Words that say on which side of the year the work lies. */
function side(text: string, years: Years): Certainty {
  if (/^(?:before|by|not later than|ante)\b/.test(text)) return 'before';
  if (/^(?:after|not before|post|since)\b/.test(text)) return 'after';
  return years.certainty;
}

/**
 * Years of a date text, by table. Total: a text that no rule reads, or that gives years before -10000, after
 * `yearMax`, or from later than to, has no years and certainty `none`.
 */
export function parseDate(text: string, yearMax: number): ArchiveDate {
  // Collections date thousands of works with the same few words.
  if (parsed.yearMax !== yearMax) parsed = { yearMax, dates: new Memo(PARSED_MAX) };
  return parsed.dates.get(text, () => parse(text, yearMax));
}

const PARSED_MAX = 20_000;
let parsed = { yearMax: Number.NaN, dates: new Memo<ArchiveDate>(PARSED_MAX) };

function parse(text: string, yearMax: number): ArchiveDate {
  const nothing: ArchiveDate = { text, from: null, to: null, certainty: 'none' };
  const lower = plain(text);
  if (NO_DATE.test(lower)) return nothing;
  const later = LATER.exec(lower);
  const made =
    later !== null && /\d{3}/.test(lower.slice(0, later.index))
      ? lower.slice(0, later.index)
      : lower;
  const years = yearsOf(made.trim()) ?? (made === lower ? null : yearsOf(lower));
  if (years === null || years.from > years.to || years.from < YEAR_MIN || years.to > yearMax)
    return nothing;
  const certainty = side(made, years);
  const circa = certainty === 'exact' && CIRCA.test(text.toLowerCase());
  return { text, from: years.from, to: years.to, certainty: circa ? 'circa' : certainty };
}

function yearsOf(text: string): Years | null {
  for (const { shape, read } of RULES) {
    const found = shape.exec(text);
    if (found === null) continue;
    const years = read(found);
    if (years !== null) return years;
  }
  return null;
}

/**
 * A date with the source's own years where they are possible, else with those of its text. Returns also whether the
 * source's years had to be dropped (99999, 18343, from after to).
 */
export function dateOf(
  text: string,
  from: number | null,
  to: number | null,
  yearMax: number,
): { readonly date: ArchiveDate; readonly dropped: boolean } {
  const worded = parseDate(text, yearMax);
  if (from === null && to === null) return { date: worded, dropped: false };
  const start = from ?? to ?? 0;
  const end = to ?? from ?? 0;
  const possible = start >= YEAR_MIN && end <= yearMax && start <= end;
  if (!possible) return { date: worded, dropped: true };
  const certainty =
    worded.certainty === 'none' ? (start === end ? 'exact' : 'range') : worded.certainty;
  return { date: { text, from: start, to: end, certainty }, dropped: false };
}
