import type { Lexicon } from './lexicon.ts';
import { makerhood } from './names.ts';
import type { Alternative } from './unit.ts';

/** Worth of a certain equivalent, and of one without confidence. */
const CERTAIN = 0.88;
const UNCERTAIN = 0.5;

/** Endings of other forms of a word: "Flaschen", "petites", "fleurs". */
const INFLECTIONS = ['en', 'er', 'es', 'n', 'e', 's', 'i', 'a'] as const;
const BASE_CHARS_MIN = 4;
/** A word in more documents is no rare form of another one. */
const RARE_FORM_DOCUMENTS = 10;

/** The learned word of which this is a form; the word itself where there is none. */
function learnedForm(word: string, lexicon: Lexicon): string {
  if (lexicon.learned.isForeign(word) || lexicon.frequency(word) > RARE_FORM_DOCUMENTS) return word;
  for (const ending of INFLECTIONS) {
    const base = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    if (base.length < BASE_CHARS_MIN) continue;
    for (const form of [base, `${base}e`]) if (lexicon.learned.isForeign(form)) return form;
  }
  return word;
}

/** The English equivalents of a word that the archive's own double titles have taught; null when there are none. */
export function learnedTermAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
): { readonly length: number; readonly others: readonly Alternative[] } | null {
  const word = learnedForm(words[at] ?? '', lexicon);
  const equivalents = lexicon.learned.equivalents(word);
  if (equivalents.length === 0 || makerhood(word, lexicon) === 'maker') return null;
  return {
    length: 1,
    others: equivalents.map(({ word: english, titles, confidence }): Alternative => ({
      words: [english],
      worth: UNCERTAIN + (CERTAIN - UNCERTAIN) * confidence,
      evidence: `“${word}” stands for “${english}” in ${titles} double titles`,
    })),
  };
}
