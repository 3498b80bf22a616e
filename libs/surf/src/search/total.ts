import type { FindResult, Interpretation } from '@bridge/search';
import type { ScoredCandidate } from './score.ts';

/** A number of records, and whether there may be more. */
export interface Total {
  readonly records: number;
  readonly isAtLeast: boolean;
}

/**
 * The number of records that match the whole query or a part of it: the engine's count of the strictest interpretation that
 * found any; when all of those are candidates, the number of different candidates. `shown`: candidates with the record that
 * the query names.
 */
export function totalOf(
  { candidates, counts }: FindResult,
  interpretations: readonly Interpretation[],
  shown: number,
): Total {
  const of = (interpretation: number): number =>
    candidates.filter((candidate) => candidate.interpretation === interpretation).length;
  const first = candidates[0]?.interpretation ?? 0;
  if (counts.total > of(first))
    return { records: Math.max(counts.total, shown), isAtLeast: counts.bounded };
  const last = candidates.at(-1)?.interpretation ?? 0;
  // An interpretation at its limit has more, and so may those that were not searched.
  const isFull = interpretations.some(({ limit }, at) => at !== first && of(at) >= limit);
  return {
    records: shown,
    isAtLeast: isFull || (shown > of(first) && last < interpretations.length - 1),
  };
}

/** Whether a record matches every unit of the query. */
export function matchesEveryUnit({ found }: ScoredCandidate): boolean {
  return found.every((one) => one !== null);
}
