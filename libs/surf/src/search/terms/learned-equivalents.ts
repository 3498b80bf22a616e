import type { Lexicon } from '../lexicon/lexicon.ts';
import { makerhood } from './names.ts';
import type { QueryTermEquivalents } from './equivalents.ts';
import type { QueryUnitAlternative } from './unit.ts';

/**
 * Scores (0 to 1) of a match with the English equivalent of a foreign word that was learned from titles: `CERTAIN` for the
 * confidence 1, `UNCERTAIN` for 0, and values between them.
 */
const CERTAIN = 0.88;
const UNCERTAIN = 0.5;

/** Endings of inflected foreign words: "Flaschen", "petites", "fleurs". */
const INFLECTIONS = ['en', 'er', 'es', 'n', 'e', 's', 'i', 'a'] as const;
const BASE_CHARS_MIN = 4;
/** A word that more documents than this contain counts as a word of its own, not as an inflected form. */
const RARE_FORM_DOCUMENTS = 10;

/**
 * Returns the foreign word with learned English equivalents of which this word is an inflected form; the word itself if there
 * is none.
 */
function learnedForm(word: string, lexicon: Lexicon): string {
  if (lexicon.learned.isForeign(word) || lexicon.frequency(word) > RARE_FORM_DOCUMENTS) return word;
  for (const ending of INFLECTIONS) {
    const base = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    if (base.length < BASE_CHARS_MIN) continue;
    for (const form of [base, `${base}e`]) if (lexicon.learned.isForeign(form)) return form;
  }
  return word;
}

/**
 * Returns the English equivalents of the word at `at` that the import learned from works with titles in two languages; null
 * when there are none.
 */
export function learnedTermAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
): QueryTermEquivalents | null {
  const word = learnedForm(words[at] ?? '', lexicon);
  const equivalents = lexicon.learned.equivalents(word);
  if (equivalents.length === 0 || makerhood(word, lexicon) === 'maker') return null;
  return {
    length: 1,
    others: equivalents.map(({ word: english, titles, confidence }): QueryUnitAlternative => ({
      words: [english],
      worth: UNCERTAIN + (CERTAIN - UNCERTAIN) * confidence,
      evidence: `“${word}” stands for “${english}” in ${titles} double titles`,
    })),
  };
}
