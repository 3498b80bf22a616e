import { BoundedResultCache } from '../memo.ts';
import type { WorkDate } from './archive-record.ts';

/** Maximum number of decades of a date range; a longer range is not indexed by decade. */
const DECADES_MAX = 8;
const CENTURIES_MAX = 4;

/** Returns the number of the century that begins with or contains a year: 18 for 1700 and 1799, -4 for 400 BC. */
function centuryOfStart(year: number): number {
  return year < 0 ? -Math.ceil(-year / 100) : Math.floor(year / 100) + 1;
}

/** Returns the number of the century that ends with or contains a year: 18 for 1800 and 1799, -4 for 300 BC. */
function centuryOfEnd(year: number): number {
  return year > 0 ? Math.ceil(year / 100) : -Math.floor(-year / 100) - 1;
}

/**
 * Returns the centuries of a range of years as index words: "c18" for the 18th, "b4" for the 4th BC. Collections write the 18th
 * century as 1700 to 1799, 1701 to 1800 or 1700 to 1800, so a year that ends in 00 belongs to the century in which the rest of
 * the range lies.
 */
export function centuryWords(from: number, to: number): readonly string[] {
  const first = centuryOfStart(from);
  const last = Math.max(first, centuryOfEnd(to));
  const words: string[] = [];
  for (let count = first; count <= last; count++)
    if (count !== 0) words.push(count > 0 ? `c${count}` : `b${-count}`);
  return words;
}

/** Returns a year as an index word: "1920", or "500bc" for a year before Christ (-500). */
export function yearWord(year: number): string {
  return year < 0 ? `${-year}bc` : String(year);
}

/** Returns the decade of a year as people write it: "1920s". */
export function decadeWord(year: number): string {
  return `${Math.floor(year / 10) * 10}s`;
}

const timesOf = new BoundedResultCache<string>(20_000);

/** Returns the years, decades and centuries of a date as index words. */
export function timeWords({ from, to }: WorkDate): string {
  if (from === null || to === null) return '';
  return timesOf.get(`${from} ${to}`, () => timeWordsOf(from, to));
}

function timeWordsOf(from: number, to: number): string {
  const words = new Set<string>();
  if (to - from <= 10) for (let year = from; year <= to; year++) words.add(yearWord(year));
  if (from > 0 && to - from <= DECADES_MAX * 10) {
    for (let year = from; year <= to; year += 10) words.add(decadeWord(year));
    words.add(decadeWord(to));
  }
  if (to - from <= CENTURIES_MAX * 100) for (const word of centuryWords(from, to)) words.add(word);
  return [...words].join(' ');
}
