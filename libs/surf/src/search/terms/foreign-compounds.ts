import { artTermsAt, isForeignForm, isForeignName } from './art-terms.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { makerhood } from './names.ts';
import type { QueryUnitAlternative } from './unit.ts';

/**
 * Score (0 to 1) of a record that contains the English words for both parts of a foreign compound: woman and head for
 * "Frauenkopf".
 */
const COMPOUND_WORTH = 0.7;
/**
 * Score (0 to 1) of a record that contains the English word for the second part of a foreign compound, when the first part is
 * unknown.
 */
const KIND_ONLY_WORTH = 0.6;
/**
 * Minimum length, in letters, of the second part of a compound that is searched alone: "Farbholzschnitt" finds woodcuts, by
 * "holzschnitt".
 */
const KIND_CHARS_MIN = 6;
/**
 * A compound is split into its parts only when at most this many documents contain it; a more common compound is searched
 * unchanged.
 */
const RARE_DOCUMENTS_MAX = 10;
const FOREIGN_PART_CHARS_MIN = 3;
/**
 * Minimum length, in letters, of the first part of a compound that is searched untranslated because documents contain it. A
 * shorter word is often no part of the compound.
 */
const SHARED_CHARS_MIN = 5;
const SHARED_DOCUMENTS_MIN = 5;
/** Minimum length, in letters, of a word that is split as a compound: shorter words contain other words by chance. */
const COMPOUND_CHARS_MIN = 8;
/** Maximum number of meanings of a compound that are searched. */
const MEANINGS_MAX = 3;
/** Letters that join the parts of a German or Dutch compound: "Frauenkopf", "Strassenszene", "Königsburg". */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e'] as const;

/**
 * Returns the English words for a compound of two foreign words, if the art terms or the learned equivalents contain its parts:
 * woman and head for "Frauenkopf". Empty for a maker's name and for a word in many documents.
 */
export function foreignCompound(
  word: string,
  lexicon: Lexicon,
  hasLanguages: boolean,
): readonly QueryUnitAlternative[] {
  if (word.length < COMPOUND_CHARS_MIN || lexicon.frequency(word) > RARE_DOCUMENTS_MAX) return [];
  if (makerhood(word, lexicon) === 'maker') return [];
  const meanings = (part: string): readonly (readonly string[])[] =>
    meaningsOf(part, lexicon, hasLanguages);
  let kinds: readonly (readonly string[])[] = [];
  for (let cut = FOREIGN_PART_CHARS_MIN; cut <= word.length - FOREIGN_PART_CHARS_MIN; cut++) {
    const seconds = meanings(word.slice(cut));
    if (seconds.length === 0) continue;
    for (const link of LINKS) {
      if (!word.slice(0, cut).endsWith(link) || cut - link.length < FOREIGN_PART_CHARS_MIN)
        continue;
      const first = word.slice(0, cut - link.length);
      const isShared =
        link === '' &&
        first.length >= SHARED_CHARS_MIN &&
        lexicon.frequency(first) >= SHARED_DOCUMENTS_MIN;
      const known = meanings(first);
      const firsts = known.length === 0 && isShared ? [[first]] : known;
      const both = firsts.flatMap((a) => seconds.map((b) => [...a, ...b]));
      if (both.length > 0)
        return both.slice(0, MEANINGS_MAX).map((words) => ({ words, worth: COMPOUND_WORTH }));
    }
    if (kinds.length === 0 && word.length - cut >= KIND_CHARS_MIN) kinds = seconds;
  }
  return kinds.slice(0, MEANINGS_MAX).map((words) => ({ words, worth: KIND_ONLY_WORTH }));
}

/** Returns the English words for a foreign word; empty for any other word. */
function meaningsOf(
  part: string,
  lexicon: Lexicon,
  hasLanguages: boolean,
): readonly (readonly string[])[] {
  const isListed = hasLanguages && (isForeignName(part) || isForeignForm(part, true));
  const listed = isListed ? artTermsAt([part], 0, true)?.others[0] : null;
  const learned = lexicon.learned.equivalents(part).map(({ word }) => [word]);
  return listed === null || listed === undefined ? learned : [listed.words];
}
