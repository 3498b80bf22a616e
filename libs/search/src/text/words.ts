import { fold } from './fold.ts';
import { stem } from './stem.ts';

/** Elided articles and prepositions: "l'homme" is split into two words, "O'Keeffe" and "Qur'an" are not. */
const ELIDED = new Set([
  'd',
  'l',
  'qu',
  'j',
  'n',
  'm',
  't',
  'c',
  'dell',
  'all',
  'dall',
  'nell',
  'sull',
  'un',
  'jusqu',
  'lorsqu',
]);
const VOWEL = /^[aeiouhy]/;
/** Matches a word. Han, kana and hangul have no blanks, so each of their characters is a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}])+(?:'(?=[\p{L}])(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}])+)*/gu;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z0-9]+)*/g;
// Folding converts Latin letters to ASCII, so the simpler pattern `ASCII_WORD` is used for almost every text.
const ASCII_TEXT = /^[\x20-\x7e\t\r\n]*$/;
/** Maximum number of characters of a word; longer ones are cut. */
export const WORD_CHARS_MAX = 40;
/** Splits a text into words, in order. The words are folded (lower case, no accents) but not stemmed. */
export function foldedWords(text: string): string[] {
  const folded = fold(text);
  const found = folded.match(ASCII_TEXT.test(folded) ? ASCII_WORD : WORD);
  if (found === null) return [];
  const words: string[] = [];
  for (const word of found) {
    if (word.includes("'")) pushApostrophed(words, word);
    else words.push(word.length > WORD_CHARS_MAX ? word.slice(0, WORD_CHARS_MAX) : word);
  }
  return words;
}

function pushApostrophed(words: string[], word: string): void {
  let rest = word;
  for (let cut = rest.indexOf("'"); cut > 0; cut = rest.indexOf("'")) {
    const head = rest.slice(0, cut);
    const tail = rest.slice(cut + 1);
    if (!ELIDED.has(head) || !VOWEL.test(tail)) break;
    words.push(head);
    rest = tail;
  }
  const joined = rest.replaceAll("'", '');
  if (joined !== '') words.push(joined.slice(0, WORD_CHARS_MAX));
}

/** Splits a text into the words that are indexed, in order: folded (lower case, no accents) and stemmed. */
export function indexWords(text: string): string[] {
  const words = foldedWords(text);
  for (let at = 0; at < words.length; at++) words[at] = stem(words[at] ?? '');
  return words;
}
