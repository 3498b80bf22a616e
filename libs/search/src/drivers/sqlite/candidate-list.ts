import type { FindResultWithJoinedTexts } from './packed-find-result.ts';

/**
 * The candidates (matching documents) that a search has found so far: the row numbers of all, and the ranks and texts of those
 * that are not sent to the caller yet.
 */
export interface SearchCandidateList {
  readonly seen: Set<number>;
  unsent: CandidatesNotSentToCaller;
}

/** Candidates (matching documents) that a search has found and not sent to the caller yet. */
interface CandidatesNotSentToCaller {
  readonly ranks: number[];
  readonly interpretations: [interpretation: number, candidates: number][];
  readonly texts: string[];
}

/** A part of the candidates of a search, sent while the search continues, without the name of the searched version. */
export type StreamedFindResultPart = Omit<FindResultWithJoinedTexts, 'version'>;

/** Returns an empty list of unsent candidates. */
export function noCandidates(): CandidatesNotSentToCaller {
  return { ranks: [], interpretations: [], texts: [] };
}

/** Returns the candidates that are not sent to the caller yet as a part of the search result. */
export function partOf({ seen, unsent }: SearchCandidateList): StreamedFindResultPart {
  return { before: seen.size - unsent.ranks.length, ...unsent };
}
