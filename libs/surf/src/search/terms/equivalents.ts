import type { TermLookupTable } from './terms.ts';
import type { QueryUnitAlternative } from './unit.ts';

/**
 * A term that a search query contains, with the terms that are searched as its equivalents; `length` is its number of words.
 */
export interface QueryTermEquivalents {
  readonly length: number;
  readonly others: readonly QueryUnitAlternative[];
}

/** Returns the longest term of a table of equivalents that begins at this word of the query; null when there is none. */
export function equivalentsAt(
  table: TermLookupTable<readonly QueryUnitAlternative[]>,
  words: readonly string[],
  at: number,
): QueryTermEquivalents | null {
  const [longest] = table.longestAt(words, at);
  return longest === undefined ? null : { length: longest.words.length, others: longest.value };
}
