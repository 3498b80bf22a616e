/** The first and the last year of a period. */
interface YearRange {
  readonly from: number;
  readonly to: number;
}
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

function part(
  parts: readonly PeriodPart[],
  words: string | undefined,
  from: number,
  to: number,
): YearRange {
  return parts.find((one) => one.words.test(words ?? '')) ?? { from, to };
}

/** Returns the years of a century, or of the part of it that `words` names. */
export function century(number: number, era: string | undefined, words: string): YearRange {
  const { from, to } = part(CENTURY_PARTS, words, 0, 99);
  if (era === 'bc') return { from: -100 * number + from, to: -100 * number + to + 1 };
  return { from: 100 * (number - 1) + from, to: 100 * (number - 1) + to };
}

/** The words, start and era of a decade or a century, as a date text contains them: "late 1840s", "1500s bc". */
type WrittenPeriod = readonly [
  words: string | undefined,
  start: string | undefined,
  era: string | undefined,
];

/** First year from which a multiple of 100 means a decade: "1800s" means the century, "1900s" the decade. */
const DECADES_FROM = 1900;
/** The same with a part of it: "mid 1900s" means the middle of the century, "early 2000s" the start of the decade. */
const DECADE_PARTS_FROM = 2000;

function isCentury([words, start, era]: WrittenPeriod): boolean {
  const hasPart = /\b(?:early|beginning|mid|late|end)/.test(words ?? '');
  const end = hasPart ? DECADE_PARTS_FROM : DECADES_FROM;
  return Number(start) % 100 === 0 && (era === 'bc' || Number(start) < end);
}

/** Returns the years of the decade or century that begins with `start`, or of the part of it that `words` names. */
function periodYears(start: number, [words, , era]: WrittenPeriod, length: 10 | 100): YearRange {
  const { from, to } = part(length === 100 ? CENTURY_PARTS : DECADE_PARTS, words, 0, length - 1);
  // The last years of a period before Christ have the smallest numbers: the 1340s BC are 1349 to 1340.
  const first = era === 'bc' ? 1 - start - length : start;
  return { from: first + from, to: first + to };
}

/** Returns the years of a decade ("1840s", "1900s") or of a century ("1800s"), or of a part of it. */
export function writtenPeriod(period: WrittenPeriod): YearRange {
  return periodYears(Number(period[1]), period, isCentury(period) ? 100 : 10);
}

/** Returns the years from the start of a decade or century to the end of another one. */
export function writtenRange(first: WrittenPeriod, second: WrittenPeriod): YearRange {
  const [[, start1 = '', era1], [words2, start2 = '', era2]] = [first, second];
  const completed = shortened(start1, start2);
  // Years before Christ fall: the 90s of "110s-90s bc" are no short form of the 190s.
  const isWhole = era1 === 'bc' && (era2 !== 'bc' || Number(completed) > Number(start1));
  const end = Number(isWhole ? start2 : completed);
  const { from } = writtenPeriod(first);
  // After a century a multiple of 100 is a century too ("1700s-1800s"), after a decade a decade ("1790s-1800s").
  const length = isCentury(first) && end % 100 === 0 && end < DECADE_PARTS_FROM ? 100 : 10;
  const { to } = periodYears(end, [words2, start2, era2], length);
  return { from, to };
}

/** Completes a year that is written without its first digits: 4 in "1843-4" becomes 1844. */
export function shortened(first: string, second: string): string {
  return second.length < first.length
    ? first.slice(0, first.length - second.length) + second
    : second;
}
