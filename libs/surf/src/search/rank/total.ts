import type { Candidate, Counts, Interpretation } from '@bridge/search';
import type { ScoredCandidate } from './score.ts';

/** The number of records that match a search query, and whether it is only a lower bound. */
export interface Total {
  readonly records: number;
  readonly isAtLeast: boolean;
}

/**
 * Returns the number of records that match the whole query or a part of it: the engine's count for the strictest
 * interpretation with a match; when all of its records are candidates, the number of different candidates. `shown`:
 * candidates, with the record that the query names.
 */
export function totalOf(
  candidates: readonly Candidate[],
  counts: Counts,
  interpretations: readonly Interpretation[],
  shown: number,
): Total {
  const of = (interpretation: number): number =>
    candidates.filter((candidate) => candidate.interpretation === interpretation).length;
  const first = candidates[0]?.interpretation ?? 0;
  if (counts.total > of(first))
    return { records: Math.max(counts.total, shown), isAtLeast: counts.bounded };
  const last = candidates.at(-1)?.interpretation ?? 0;
  // An interpretation that reached its limit has more matches, and those after it were not searched.
  const isFull = interpretations.some(({ limit }, at) => at !== first && of(at) >= limit);
  return {
    records: shown,
    isAtLeast: isFull || (shown > of(first) && last < interpretations.length - 1),
  };
}

/** True when a record matches every unit of the query. */
export function matchesEveryUnit({ found }: ScoredCandidate): boolean {
  return found.every((one) => one !== null);
}
