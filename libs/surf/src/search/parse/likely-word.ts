import { stem } from '@bridge/search';
import { isKnownWord } from '../lexicon/known-words.ts';
import type { Lexicon, SimilarWord } from '../lexicon/lexicon.ts';

/** Minimum length, in letters, of a word in which two transposed letters, or a doubled letter, count as a misspelling. */
const SLIP_CHARS_MIN = 5;
/**
 * Minimum length of a word in which these differences count as a misspelling: a missing or additional letter
 * (`LETTER_CHARS_MIN`), a replaced letter (`OTHER_LETTER_CHARS_MIN`), two edits (`TWO_CHANGES_CHARS_MIN`).
 */
const LETTER_CHARS_MIN = 6;
const OTHER_LETTER_CHARS_MIN = 7;
const TWO_CHANGES_CHARS_MIN = 9;
/**
 * A misspelled word is replaced only by a word that at least this number and at least `MEANT_SHARE` of all documents contain.
 * This does not apply when the words differ by transposed or doubled letters only.
 */
const MEANT_DOCUMENTS_MIN = 2;
const MEANT_SHARE = 0.0001;
/** Maximum number of similar words that are suggested for a word that is not corrected. */
const SUGGESTED_MAX = 2;
/**
 * A word that some documents contain counts as a misspelling of another word only if at least this many times more documents
 * contain the other word.
 */
const FAR_MORE_COMMON = 8;

/**
 * Returns the word of the index of which the typed word is probably a misspelling; null when there is none. `documents`: number
 * of documents in the index.
 */
export function likelyWord(word: string, documents: number, lexicon: Lexicon): string | null {
  const base = stem(word);
  const frequency = lexicon.frequency(base);
  const isWord = isKnownWord(base);
  if (isWord && frequency === 0) return null;
  const changesMax = word.length >= TWO_CHANGES_CHARS_MIN && frequency === 0 ? 2 : 1;
  const meantMin = Math.max(MEANT_DOCUMENTS_MIN, documents * MEANT_SHARE);
  const near = lexicon
    .nearest(base, changesMax)
    .filter((one) => one.word !== base && one.documents >= Math.max(1, frequency * FAR_MORE_COMMON))
    .filter(
      (one) =>
        isSlip(base, one.word) ||
        (frequency > 0 && isInflected(base, one.word)) ||
        (!isWord && isLikely(word, base, one, meantMin)),
    );
  return likeliestFirst(word, near)[0] ?? null;
}

const DOUBLED = /(.)\1/g;

/** True when the words differ by two transposed letters or one doubled letter. */
function isSlip(typed: string, meant: string): boolean {
  if (typed.length < SLIP_CHARS_MIN && meant.length < SLIP_CHARS_MIN) return false;
  if (typed.length !== meant.length)
    return typed.replace(DOUBLED, '$1') === meant.replace(DOUBLED, '$1');
  const at = [...typed].findIndex((letter, index) => letter !== meant[index]);
  return (
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  );
}

/**
 * True when one word is the other one with an additional letter at the end. Such words are often forms of one word that have
 * different stems.
 */
function isInflected(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length >= SLIP_CHARS_MIN && long.length === short.length + 1 && long.startsWith(short)
  );
}

/**
 * True when the typed word is probably a misspelling of a similar word although they differ by more than a transposed or
 * doubled letter: the first letters are equal, the typed word is long and the other word common enough.
 */
function isLikely(word: string, base: string, near: SimilarWord, meantMin: number): boolean {
  if (near.word[0] !== base[0] || near.documents < meantMin) return false;
  if (near.changes > 1) return word.length >= TWO_CHANGES_CHARS_MIN;
  const isOtherLetter = near.word.length === base.length;
  return word.length >= (isOtherLetter ? OTHER_LETTER_CHARS_MIN : LETTER_CHARS_MIN);
}

/** Returns the words of the index that the answer suggests for a typed word that no document contains, the likeliest first. */
export function suggestedWords(word: string, lexicon: Lexicon): string[] {
  return likeliestFirst(word, lexicon.nearest(stem(word), 1)).slice(0, SUGGESTED_MAX);
}

function likeliestFirst(word: string, near: readonly SimilarWord[]): string[] {
  return near
    .map((one) => ({ text: one.word, likelihood: likelihoodOf(word, one) }))
    .sort((a, b) => b.likelihood - a.likelihood)
    .map(({ text }) => text);
}

/**
 * Returns a number that is higher when a similar word is more likely the meant one: for common words and few edits. It is lower
 * when the first letters differ.
 */
function likelihoodOf(word: string, near: SimilarWord): number {
  const first = near.word[0] === word[0] ? 0 : -1.2;
  return (
    Math.log10(near.documents + 1) * 0.6 +
    first -
    near.changes * 1.6 +
    (near.word.at(-1) === word.at(-1) ? 0.2 : 0)
  );
}
