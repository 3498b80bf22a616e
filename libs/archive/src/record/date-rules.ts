import type { DateCertainty } from './archive-record.ts';
import { century, shortened, writtenPeriod, writtenRange } from './period-years.ts';

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
const DECADE_PART = '([a-z-]*) ?\\b';
const DECADE_RANGE = '\\s*(?:-|/|to|or|and)\\s*([a-z-]*) ?(\\d{0,3}\\d0)s';

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
  // Rule for texts such as "early 1920s-30s", "1920s to 1940s", "1340s-1330s bc".
  {
    shape: new RegExp(`${DECADE_PART}(\\d{3,4}0)s${ERA}${DECADE_RANGE}${ERA}`),
    read: ([, part1, first, era1, part2, second, era2]) => ({
      ...writtenRange([part1, first, era1 ?? era2], [part2, second, era2]),
      certainty: 'range',
    }),
  },
  // Rule for texts such as "c. 1920s", "1500s bc", "late 1800s".
  {
    shape: new RegExp(`${DECADE_PART}(\\d{3,4}0)s\\b${ERA}`),
    read: ([, words, start, era]) => ({
      ...writtenPeriod([words, start, era]),
      certainty: 'range',
    }),
  },
  // Rule for texts such as "480s bc", "480s-470s bc": a number of less than four digits is a year only with an era.
  {
    shape: new RegExp(`${DECADE_PART}(\\d{1,2}0)s(?:${ERA}${DECADE_RANGE})?\\s*(bc|ad)\\b`),
    read: ([, part1, first, era1, part2, second, era]) => ({
      ...writtenRange([part1, first, era1 ?? era], [part2 ?? part1, second ?? first, era]),
      certainty: 'range',
    }),
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

function single(year: number): WorkYearSpan {
  return { from: year, to: year, certainty: 'exact' };
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
