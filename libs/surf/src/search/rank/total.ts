import type { SearchCandidate, HitTotalAndFacetCounts, QueryInterpretation } from '@bridge/search';
import { ENOUGH } from '../find/interpretations.ts';
import type { BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { ScoredSearchCandidate } from './score.ts';

/** The number of records that match a search query. `isAtLeast`: true when it is only a lower bound. */
export interface MatchingRecordTotal {
  readonly records: number;
  readonly isAtLeast: boolean;
}

/**
 * Returns the number of records that match the query or a part of it: the engine's count for the first interpretation with a
 * match, or the number of candidates if that is larger. `scores`: the candidates with their scores, also the excluded ones.
 */
export function totalOf(
  candidates: readonly SearchCandidate[],
  counts: HitTotalAndFacetCounts,
  interpretations: readonly QueryInterpretation[],
  scores: readonly ScoredSearchCandidate[],
): MatchingRecordTotal {
  const of = (interpretation: number): number =>
    candidates.filter((candidate) => candidate.interpretation === interpretation).length;
  const scoresOf = (interpretation: number): ScoredSearchCandidate[] =>
    scores.filter(({ candidate }) => candidate.interpretation === interpretation);
  const first = candidates[0]?.interpretation ?? 0;
  const share = fittingShare(scoresOf(first));
  const ofFirst = Math.round(counts.total * share);
  const hasMoreOfFirst = share > 0 && counts.total > of(first);
  const shown = scores.filter(fits).length;
  if (hasMoreOfFirst && ofFirst >= shown) return { records: ofFirst, isAtLeast: counts.bounded };
  const last = candidates.at(-1)?.interpretation ?? 0;
  // When an interpretation has as many candidates as its limit allows, further records may match it, so the total is a lower
  // bound. It is one too when the engine had enough candidates before it searched all interpretations.
  const isFull = interpretations.some(
    ({ limit }, at) => at !== first && of(at) >= limit && fittingShare(scoresOf(at)) > 0,
  );
  const isCut = candidates.length >= ENOUGH && last < interpretations.length - 1;
  return { records: shown, isAtLeast: hasMoreOfFirst || isFull || isCut };
}

/** Returns the share of these records that match the query or a part of it and are not excluded; 1 for no records. */
function fittingShare(scores: readonly ScoredSearchCandidate[]): number {
  return scores.length === 0 ? 1 : scores.filter(fits).length / scores.length;
}

function fits(one: ScoredSearchCandidate): boolean {
  return !one.isExcluded && matchesPart(one);
}

/** True when a record matches at least one unit (word, name or time) of the query, or the query has none. */
export function matchesPart({ found }: ScoredSearchCandidate): boolean {
  return found.length === 0 || found.some(isOwnMatch);
}

/** True when a record matches every unit (word, name and time) of the query. */
export function matchesEveryUnit({ found }: ScoredSearchCandidate): boolean {
  return found.every(isOwnMatch);
}

function isOwnMatch(match: BestQueryUnitMatchInRecord | null): boolean {
  return match !== null && match.isByNeighbour !== true;
}
