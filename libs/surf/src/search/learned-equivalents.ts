import type { Lexicon } from './lexicon.ts';
import { makerhood } from './names.ts';
import type { Alternative } from './unit.ts';

/** Worth of a certain equivalent, and of one without confidence. */
const CERTAIN = 0.88;
const UNCERTAIN = 0.5;

/** The English equivalents of a word that the archive's own double titles have taught; null when there are none. */
export function learnedTermAt(
  words: readonly string[],
  at: number,
  lexicon: Lexicon,
): { readonly length: number; readonly others: readonly Alternative[] } | null {
  const word = words[at] ?? '';
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
