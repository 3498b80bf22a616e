import type { SearchCandidate } from '../../find-result.ts';

/** Separator between the texts of candidates in one joined text. No stored text contains it. */
export const TEXT_SEPARATOR = '\u0000';
/** Number of texts per candidate (matching document) in the joined text: id, order key, words. */
const TEXTS_PER_CANDIDATE = 3;

/**
 * Candidates (matching documents) as the worker thread sends them: their texts are joined, because many small objects would be
 * slow to copy between threads. A search with many candidates sends several such parts.
 */
export interface FindResultWithJoinedTexts {
  readonly version: string;
  /** Number of candidates in the parts before this one. */
  readonly before: number;
  /** Ranks of all candidates, in the order of the interpretations. */
  readonly ranks: readonly number[];
  /** For each interpretation with candidates: its index and the number of its candidates. */
  readonly interpretations: readonly (readonly [interpretation: number, candidates: number])[];
  /** For each entry of `interpretations`, the joined texts of its candidates: id, order key and words. */
  readonly texts: readonly string[];
}

/** The result of a search in a folder that contains no index version. */
export const EMPTY_FIND_RESULT: FindResultWithJoinedTexts = {
  version: '',
  before: 0,
  ranks: [],
  interpretations: [],
  texts: [],
};

/** Converts candidates from the packed form, in which the worker thread sends them, to objects. */
export function unpackCandidates({
  ranks,
  interpretations,
  texts,
}: FindResultWithJoinedTexts): SearchCandidate[] {
  const candidates: SearchCandidate[] = [];
  for (const [list, [interpretation, count]] of interpretations.entries()) {
    const parts = (texts[list] ?? '').split(TEXT_SEPARATOR);
    for (let at = 0; at < count; at++) {
      candidates.push({
        id: parts[at * TEXTS_PER_CANDIDATE] ?? '',
        rank: ranks[candidates.length] ?? 0,
        text: parts[at * TEXTS_PER_CANDIDATE + 2] ?? '',
        key: parts[at * TEXTS_PER_CANDIDATE + 1] ?? '',
        body: null,
        interpretation,
      });
    }
  }
  return candidates;
}
