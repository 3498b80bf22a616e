import type { Lexicon } from '../lexicon/lexicon.ts';
import type { QueryUnitAlternative } from './unit.ts';

/** Score (0 to 1) of a record that contains the word of the query only with another ending. */
const RELATED_WORTH = 0.72;
const WORD_CHARS_MIN = 6;
const STEM_CHARS_MIN = 4;
/**
 * Minimum number of documents that contain the word with another ending; a rarer form may be a spelling mistake of the data.
 */
const DOCUMENTS_MIN = 3;
const FORMS_MAX = 3;

/** Endings that can replace each other: "sheltering" and "shelter", "constructivist" and "constructivism". */
const ENDINGS: readonly (readonly [ending: string, others: readonly string[]])[] = [
  ['ing', ['', 'e', 'er']],
  ['ists', ['ism', 'ist']],
  ['ist', ['ism']],
  ['ism', ['ist']],
  ['ed', ['', 'e', 'ing']],
  ['ian', ['y', 'ia']],
  ['tion', ['te', 't']],
];

/**
 * Returns forms of a rare word with other endings ("shelter" for "sheltering") that documents contain, the most common first;
 * empty for a word that more than `seldom` documents contain.
 */
export function relatedForms(
  word: string,
  lexicon: Lexicon,
  seldom: number,
): QueryUnitAlternative[] {
  if (word.length < WORD_CHARS_MIN || lexicon.frequency(word) > seldom) return [];
  const found = new Map<string, number>();
  for (const [ending, others] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < STEM_CHARS_MIN) continue;
    const base = word.slice(0, -ending.length);
    for (const other of others) {
      for (const form of [`${base}${other}`, undoubled(base) + other]) {
        const documents = form === word ? 0 : lexicon.frequency(form);
        if (documents >= DOCUMENTS_MIN) found.set(form, documents);
      }
    }
    break;
  }
  return [...found]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, FORMS_MAX)
    .map(([form]) => ({ words: [form], worth: RELATED_WORTH }));
}

/** Returns a word stem without a doubled last consonant: "spin" for "spinn", from "spinning". */
function undoubled(base: string): string {
  return /([bdgklmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}
