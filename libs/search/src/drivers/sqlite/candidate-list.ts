import type { PackedFindResult } from './packed-find-result.ts';

/** The rows of all candidates found so far, and those that were not sent yet, in the form of a PackedFindResult. */
export interface SearchCandidateList {
  readonly seen: Set<number>;
  unsent: UnsentSearchCandidates;
}

/** Candidates that are added to a part. */
interface UnsentSearchCandidates {
  readonly ranks: number[];
  readonly interpretations: [interpretation: number, candidates: number][];
  readonly texts: string[];
}

/** The candidates of a part, without the version that was searched. */
export type PartialFindResult = Omit<PackedFindResult, 'version'>;

/** Returns a part without candidates. */
export function noCandidates(): UnsentSearchCandidates {
  return { ranks: [], interpretations: [], texts: [] };
}

/** Returns the candidates that were not sent yet as a part. */
export function partOf({ seen, unsent }: SearchCandidateList): PartialFindResult {
  return { before: seen.size - unsent.ranks.length, ...unsent };
}
