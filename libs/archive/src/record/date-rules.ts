import type { DateCertainty } from './archive-record.ts';

/**
 * A part of a century or decade (such as "late"): its words, and its first and last year counted from the start of the period.
 */
interface PeriodPart {
  readonly words: RegExp;
  readonly from: number;
  readonly to: number;
}
const CENTURY_PARTS: readonly PeriodPart[] = [
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
const DECADE_PARTS: readonly PeriodPart[] = [
  { words: /early|beginning/, from: 0, to: 4 },
  { words: /mid/, from: 3, to: 6 },
  { words: /late|end/, from: 6, to: 9 },
];

/** The first and last year that a date text means, and how certain they are. */
export interface WorkYearSpan {
  readonly from: number;
  readonly to: number;
  readonly certainty: DateCertainty;
}
/** A pattern of date texts, and the function that computes the years from a match. */
interface DateParsingRule {
  readonly shape: RegExp;
  readonly read: (found: RegExpExecArray) => WorkYearSpan | null;
}

const ERA = '(?:\\s*(bc|ad))?';
const CENTURY_NUMBER = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR_NUMBER = '(\\d{1,5})';

/** Rules for date texts that `plainDateText` has normalised. The first rule that returns years is used. */
const RULES: readonly DateParsingRule[] = [
  // Rule for texts such as "3rd millennium BC".
  {
    shape: /(\d)(?:st|nd|rd|th) millennium(?:\s*(bc|ad))?/,
    read: ([, number, era]) => {
      const first = era === 'bc' ? -1000 * Number(number) : 1000 * (Number(number) - 1);
      return { from: first, to: first + 999, certainty: 'century' };
    },
  },
  // Rule for texts such as "late 18th-early 19th century", "4th century bc-1st century ad", "16th or 17th century".
  {
    shape: new RegExp(
      `([a-z0-9 /-]*?)\\b${CENTURY_NUMBER}(?:[- ]century)?${ERA}\\s*(?:-|/|to|or|and|through)\\s*([a-z0-9 /-]*?)\\b${CENTURY_NUMBER}[- ](?:century|c\\b)${ERA}`,
    ),
    read: ([, part1, first, era1, part2, second, era2]) => {
      const from = century(Number(first), era1 ?? era2, part1 ?? '');
      const to = century(Number(second), era2, part2 ?? '');
      return { from: from.from, to: to.to, certainty: 'century' };
    },
  },
  // Rule for texts such as "second half of the 3rd century bc".
  {
    shape: new RegExp(`([a-z0-9 /-]*?)\\b${CENTURY_NUMBER}[- ](?:century|c\\b|cent\\b)${ERA}`),
    read: ([, part, number, era]) => ({
      ...century(Number(number), era, part ?? ''),
      certainty: 'century',
    }),
  },
  // Rule for texts such as "early 1920s-30s", "1920s to 1940s".
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
  // Rule for texts such as "c. 1920s". "1800s" means the century, "1900s" the decade.
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
  // Rules for days, such as "3/24/1929", "24.3.1929", "1929-03-24".
  { shape: /\b\d{1,2}[/.]\d{1,2}[/.](\d{4})\b/, read: ([, year]) => single(Number(year)) },
  { shape: /\b(\d{4})-\d{2}-\d{2}(?:t|\b)/, read: ([, year]) => single(Number(year)) },
  // Rule for ranges, such as "750-250 bc", "100 bc-ad 50", "1843-4", "1801-10", "between 1920 and 1930".
  {
    shape: new RegExp(
      `\\b(?:(ad) )?${YEAR_NUMBER}${ERA}\\s*(?:-|/|to|or|and|through|until)\\s*(?:about |before |after )?(?:(ad) )?${YEAR_NUMBER}${ERA}(?![\\d/])`,
    ),
    read: ([, , first, era1, before, second, era2]) =>
      range(first ?? '', era1, second ?? '', era2 ?? before),
  },
  // Rules for one year with an era, such as "300 bc".
  { shape: new RegExp(`\\b${YEAR_NUMBER}\\s*bc\\b`), read: ([, year]) => single(-Number(year)) },
  { shape: new RegExp(`\\bad\\s*${YEAR_NUMBER}\\b`), read: ([, year]) => single(Number(year)) },
  { shape: new RegExp(`\\b${YEAR_NUMBER}\\s*ad\\b`), read: ([, year]) => single(Number(year)) },
  // Rule for texts such as "Paris, June-July 1907". The first year in the text counts.
  { shape: /(?<![\d.])(\d{4})(?![\d.])/, read: ([, year]) => single(Number(year)) },
  { shape: /^(?:about |before |after |by )?(\d{3})$/, read: ([, year]) => single(Number(year)) },
];

function part(
  parts: readonly PeriodPart[],
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

function single(year: number): WorkYearSpan {
  return { from: year, to: year, certainty: 'exact' };
}

/** Completes a year that is written without its first digits: 4 in "1843-4" becomes 1844. */
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
): WorkYearSpan | null {
  const bc2 = era2 === 'bc';
  const bc1 = era1 === 'bc' || (bc2 && era1 === undefined);
  // A first number of one or two digits without an era is a day or a page, not a year.
  if (first.length < 3 && !bc1 && era1 === undefined && era2 === undefined) return null;
  const from = bc1 ? -Number(first) : Number(first);
  const to = bc2 ? -Number(second) : Number(bc1 ? second : shortened(first, second));
  return from <= to ? { from, to, certainty: 'range' } : single(from);
}

/** Returns the years of a date text that `plainDateText` has normalised; null when no rule matches. */
export function yearsOf(text: string): WorkYearSpan | null {
  for (const { shape, read } of RULES) {
    const found = shape.exec(text);
    if (found === null) continue;
    const years = read(found);
    if (years !== null) return years;
  }
  return null;
}
