import type { Found, Reading } from '@bridge/search';
import type { Scored } from './score.ts';

/** A count of records, and whether there may be more. */
export interface Total {
  readonly records: number;
  readonly isAtLeast: boolean;
}

/**
 * How many records fit the whole query or a part of it. The strictest reading that found any is counted by the engine;
 * unless it alone has more than were looked at, the different candidates of the looser readings are added.
 * `shown`: candidates with the record that the query names.
 */
export function totalOf(
  { candidates, counts }: Found,
  readings: readonly Reading[],
  shown: number,
): Total {
  const of = (reading: number): number =>
    candidates.filter((candidate) => candidate.reading === reading).length;
  const first = candidates[0]?.reading ?? 0;
  if (counts.total > of(first))
    return { records: Math.max(counts.total, shown), isAtLeast: counts.bounded };
  const last = candidates.at(-1)?.reading ?? 0;
  // A reading that gave all it may has more, and so may those that were not asked any more.
  const isFull = readings.some(({ limit }, at) => at !== first && of(at) >= limit);
  return { records: shown, isAtLeast: isFull || (shown > of(first) && last < readings.length - 1) };
}

/** Whether a record has every part of the query. */
export function isWhole({ found }: Scored): boolean {
  return found.every((one) => one !== null);
}
