import { isForeignForm, isForeignName, isForeignTermAt } from '../terms/art-terms.ts';
import { foreignCompound } from '../terms/foreign-compounds.ts';
import { foreignNation } from '../terms/foreign-nations.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { makerhood, makerShare } from '../terms/names.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';

/** Articles and prepositions of other languages that are not English words. */
const NOT_ENGLISH: ReadonlySet<string> = new Set(
  'le la les du des sur dans avec une der das dem den ein eine mit und auf im am el los las con il gli di della nella allo uno het een van met op na w z se ze ve do da dos das os uma com'.split(
    ' ',
  ),
);
/** English function words that the languages in `NOT_ENGLISH` do not have. A query with one of them is English. */
const ENGLISH: ReadonlySet<string> = new Set(
  'the of and with for from by or at that which'.split(' '),
);
/**
 * A word such as "van" belongs to a maker's name when at least this share of the uses of the next word are in makers' names.
 */
const NAME_SHARE = 0.3;
/** A word that more documents than this contain counts as a word of its own, not as an inflected form of a foreign art term. */
const FORM_DOCUMENTS_MAX = 10;
/**
 * A word of `LONG_CHARS_MIN` letters or more that more documents than this contain counts as a word of its own. The limit is
 * higher than for short words, because a long form of a foreign art term is seldom equal to an English word by chance.
 */
const LONG_FORM_DOCUMENTS_MAX = 60;
const LONG_CHARS_MIN = 7;
/** Words that are parts of makers' names before the surname: "van", "de la". */
const NAME_PARTICLES: ReadonlySet<string> = new Set(
  'van von der den de di du da la le del della do dos las los'.split(' '),
);

/**
 * True when a query is in another language than English: outside of names it has a function word, art term or nation that only
 * another language has, and no English function word. `words`: as the index stores them; `isInName`: true for a word of a
 * maker's name.
 */
export function isForeignQuery(
  words: readonly string[],
  lexicon: Lexicon,
  isInName: (at: number) => boolean,
): boolean {
  if (words.some((word) => ENGLISH.has(word))) return false;
  return words.some(
    (word, at) =>
      !isInName(at) &&
      !isParticle(words, at, lexicon) &&
      (NOT_ENGLISH.has(word) ||
        (isForeignTermAt(words, at) && !isName(word, lexicon)) ||
        foreignNation(word, lexicon).length > 0 ||
        foreignCompound(word, lexicon, true).length > 0 ||
        (lexicon.frequency(word) <= formDocumentsMax(word) && isForeignForm(word))),
  );
}

function formDocumentsMax(word: string): number {
  return word.length >= LONG_CHARS_MIN ? LONG_FORM_DOCUMENTS_MAX : FORM_DOCUMENTS_MAX;
}

function isName(word: string, lexicon: Lexicon): boolean {
  return makerhood(word, lexicon) === 'maker';
}

/** True when the word at `at` is a particle ("van", "de la") of the maker's name that follows it. */
function isParticle(words: readonly string[], at: number, lexicon: Lexicon): boolean {
  let next = at;
  while (NAME_PARTICLES.has(words[next] ?? '')) next += 1;
  return next > at && makerShare(words[next] ?? '', lexicon) >= NAME_SHARE;
}

/** True for a maker's name that is also the word for a thing in another language than English: "Bauer", "Fontana". */
export function isForeignMaker(word: string, lexicon: Lexicon): boolean {
  return isForeignName(word) && makerhood(word, lexicon) !== 'word';
}

/**
 * True for an article or preposition, which is not searched. `isForeign`: the query is in another language, so words with
 * another meaning in English, such as "met", count too.
 */
export function isFunctionWord(word: string, isForeign: boolean): boolean {
  return STOP_WORDS.has(word) || (isForeign && NOT_ENGLISH.has(word));
}
