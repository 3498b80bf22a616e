import { type Candidate, type Counts, EMPTY_COUNTS, type FindResult } from '../../find-result.ts';

/** Separates the texts of a list; no stored text contains it. */
export const TEXT_SEPARATOR = '\u0000';
/** Number of texts of one candidate: id, key, words. */
const TEXTS_PER_CANDIDATE = 3;

/**
 * A FindResult as the worker sends it: the texts of an interpretation's candidates are one joined text. Hundreds of objects or
 * short texts would each be serialized and deserialized.
 */
export interface PackedFindResult {
  readonly version: string;
  /** Ranks of the candidates, in the order of the interpretations. */
  readonly ranks: readonly number[];
  /** Indexes of the interpretations that found any candidate, each with the number of its candidates. */
  readonly interpretations: readonly (readonly [interpretation: number, candidates: number])[];
  /** Texts of the candidates of each of these interpretations: id, key and words. */
  readonly texts: readonly string[];
  readonly counts: Counts;
}

/** The packed result of an empty index. */
export const EMPTY_FIND_RESULT: PackedFindResult = {
  version: '',
  ranks: [],
  interpretations: [],
  texts: [],
  counts: EMPTY_COUNTS,
};

/** Unpacks the result of the worker. */
export function unpackFindResult({
  version,
  ranks,
  interpretations,
  texts,
  counts,
}: PackedFindResult): FindResult {
  const candidates: Candidate[] = [];
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
  return { version, candidates, counts };
}
