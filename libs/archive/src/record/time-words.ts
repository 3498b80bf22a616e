import { BoundedResultCache } from '../memo.ts';
import type { ArchiveDate } from './archive-record.ts';

/** Maximum number of decades of a date range; a longer range is not indexed by decade. */
const DECADES_MAX = 8;
const CENTURIES_MAX = 4;

/** Returns a century as a word of the index: "c18" for the 18th, "b4" for the 4th BC. */
export function centuryWord(year: number): string {
  return year > 0 ? `c${Math.ceil(year / 100)}` : `b${Math.max(1, Math.ceil(-year / 100))}`;
}

/** Returns a decade as people write it: "1920s". */
export function decadeWord(year: number): string {
  return `${Math.floor(year / 10) * 10}s`;
}

const timesOf = new BoundedResultCache<string>(20_000);

/** Returns the years, decades and centuries of a date as words of the index. */
export function timeWords({ from, to }: ArchiveDate): string {
  if (from === null || to === null) return '';
  return timesOf.get(`${from} ${to}`, () => timeWordsOf(from, to));
}

function timeWordsOf(from: number, to: number): string {
  const words = new Set<string>();
  if (to - from <= 10) for (let year = from; year <= to; year++) words.add(String(Math.abs(year)));
  if (from > 0 && to - from <= DECADES_MAX * 10) {
    for (let year = from; year <= to; year += 10) words.add(decadeWord(year));
    words.add(decadeWord(to));
  }
  if (to - from <= CENTURIES_MAX * 100) {
    for (let year = from; year < to; year += 100) words.add(centuryWord(year));
    words.add(centuryWord(to));
  }
  return [...words].join(' ');
}
