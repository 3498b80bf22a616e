import type { Candidate, Counts, Found } from '../../search-index.ts';

/** Between the texts of a list; stands in none of them. */
export const BETWEEN = '\u0000';
/** Texts of one candidate: id, key, words. */
const TEXTS = 3;

/**
 * What was found as it crosses from a worker: one text for each reading, as SQLite joins it. Hundreds of objects, or as
 * many short texts, would each be written and read again.
 */
export interface PackedFound {
  readonly version: string;
  /** Ranks of the candidates, one reading after the other. */
  readonly ranks: readonly number[];
  /** The readings that found any, with how many. */
  readonly readings: readonly (readonly [reading: number, candidates: number])[];
  /** For each of them id, key and words of its candidates. */
  readonly texts: readonly string[];
  readonly counts: Counts;
}

/** For the service's side. */
export function unpackFound({ version, ranks, readings, texts, counts }: PackedFound): Found {
  const candidates: Candidate[] = [];
  for (const [place, [reading, count]] of readings.entries()) {
    const parts = (texts[place] ?? '').split(BETWEEN);
    for (let one = 0; one < count; one++) {
      candidates.push({
        id: parts[one * TEXTS] ?? '',
        rank: ranks[candidates.length] ?? 0,
        text: parts[one * TEXTS + 2] ?? '',
        key: parts[one * TEXTS + 1] ?? '',
        body: null,
        reading,
      });
    }
  }
  return { version, candidates, counts };
}
