import { eraAt, type ArtPeriodNameInQuery } from './eras.ts';
import { artTermsAt } from './art-terms.ts';
import { foreignNation } from './foreign-nations.ts';
import { foreignCompound } from './foreign-compounds.ts';
import { learnedTermAt } from './learned-equivalents.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { narrowerTermsAt } from './narrower-terms.ts';
import { regionAt } from './regions.ts';
import type { SwitchableSearchFeatureName } from '../search-options.ts';
import { latinSpelling } from './transliterate.ts';
import { synonymsAt } from './synonyms.ts';
import type { QueryTermEquivalents } from './equivalents.ts';

/**
 * Looks up terms that a query contains: their equivalents, the periods of movements, and Latin spellings of words in other
 * scripts.
 */
export interface QueryTermDictionary {
  /**
   * Returns the longest term that begins at a word, with its equivalents; null when there is none. `isForeign`:
   * whether the query is in another language than English.
   */
  synonymsAt(words: readonly string[], at: number, isForeign: boolean): QueryTermEquivalents | null;
  /** Returns the longest name of a movement or period that begins at a word; null when there is none. */
  eraAt(words: readonly string[], at: number): ArtPeriodNameInQuery | null;
  /** Returns the Latin spelling under which the index has a word of another script; null when it has none. */
  latinSpelling(word: string): string | null;
}

/** Returns the dictionary of terms in queries, without those of the switched-off parts of the search. */
export function termDictionary(
  without: ReadonlySet<SwitchableSearchFeatureName>,
  lexicon: Lexicon,
): QueryTermDictionary {
  const hasLists = !without.has('lists');
  const hasLanguages = !without.has('languages');
  const hasEquivalents = !without.has('equivalents');
  const nationAt = (words: readonly string[], at: number): QueryTermEquivalents | null => {
    const others = hasLanguages ? foreignNation(words[at] ?? '', lexicon) : [];
    return others.length === 0 ? null : { length: 1, others };
  };
  const compoundAt = (words: readonly string[], at: number): QueryTermEquivalents | null => {
    const others = foreignCompound(words[at] ?? '', lexicon, hasLanguages);
    return others.length === 0 ? null : { length: 1, others };
  };
  return {
    synonymsAt: (words, at, isForeign) =>
      longer(
        longer(
          longer(
            hasLists ? longer(synonymsAt(words, at), regionAt(words, at)) : null,
            nationAt(words, at),
          ),
          hasLanguages ? artTermsAt(words, at, isForeign) : null,
        ),
        longer(
          hasEquivalents ? learnedTermAt(words, at, lexicon) : null,
          hasLists ? narrowerTermsAt(words, at) : null,
        ),
      ) ?? (without.has('compounds') ? null : compoundAt(words, at)),
    eraAt: (words, at) => (hasLists ? eraAt(words, at) : null),
    latinSpelling: (word) => (without.has('scripts') ? null : latinSpelling(word, lexicon)),
  };
}

/** Returns the longer of two terms; both, merged, when they are equally long. */
function longer(
  a: QueryTermEquivalents | null,
  b: QueryTermEquivalents | null,
): QueryTermEquivalents | null {
  if (a === null || b === null) return a ?? b;
  if (a.length !== b.length) return a.length > b.length ? a : b;
  const own = new Set(a.others.map(({ words }) => words.join(' ')));
  return {
    length: a.length,
    others: [...a.others, ...b.others.filter(({ words }) => !own.has(words.join(' ')))],
  };
}
