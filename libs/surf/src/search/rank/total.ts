import type { SearchCandidate, HitCounts, QueryInterpretation } from '@bridge/search';
import { ENOUGH } from '../find/interpretations.ts';
import type { ScoredSearchCandidate } from './score.ts';

/** The number of records that match a search query. `isAtLeast`: true when it is only a lower bound. */
export interface MatchingRecordTotal {
  readonly records: number;
  readonly isAtLeast: boolean;
}

/**
 * Returns the number of records that match the query or a part of it: the engine's count for the first interpretation with a
 * match, or the number of candidates if that is larger. `shown`: number of candidates.
 */
export function totalOf(
  candidates: readonly SearchCandidate[],
  counts: HitCounts,
  interpretations: readonly QueryInterpretation[],
  shown: number,
): MatchingRecordTotal {
  const of = (interpretation: number): number =>
    candidates.filter((candidate) => candidate.interpretation === interpretation).length;
  const first = candidates[0]?.interpretation ?? 0;
  const hasMoreOfFirst = counts.total > of(first);
  if (hasMoreOfFirst && counts.total >= shown)
    return { records: counts.total, isAtLeast: counts.bounded };
  const last = candidates.at(-1)?.interpretation ?? 0;
  // When an interpretation has as many candidates as its limit allows, further records may match it, so the total is a lower
  // bound. It is one too when the engine had enough candidates before it searched all interpretations.
  const isFull = interpretations.some(({ limit }, at) => at !== first && of(at) >= limit);
  const isCut = candidates.length >= ENOUGH && last < interpretations.length - 1;
  return { records: shown, isAtLeast: hasMoreOfFirst || isFull || isCut };
}

/** True when a record matches every unit (word, name and time) of the query. */
export function matchesEveryUnit({ found }: ScoredSearchCandidate): boolean {
  return found.every((one) => one !== null);
}
