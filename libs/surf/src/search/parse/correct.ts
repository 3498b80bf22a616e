import { stem } from '@bridge/search';
import { isKnownWord } from '../lexicon/known-words.ts';
import { likelyWord, suggestedWords } from './likely-word.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { QueryTermDictionary } from '../terms/term-dictionary.ts';
import type { QueryUnitAlternative } from '../terms/unit.ts';

/** Minimum length, in letters, of a word that is corrected: shorter words are similar to too many others. */
const MIN_CHARS = 4;
/** Minimum length, in letters, of a word that is split into two words. */
const SPLIT_CHARS_MIN = 10;
/** A word that this many documents or fewer contain may itself be a spelling mistake. */
const RARE_DOCUMENTS = 4;

/** The words of a search query after typing errors were corrected against the words of the index. */
export interface CorrectedQueryWords {
  readonly words: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document contains and that were not corrected, each with similar words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  /** Other probable spellings, which are also searched. The key is the index of the word in `words`. */
  readonly alternatives: ReadonlyMap<number, readonly QueryUnitAlternative[]>;
}

/**
 * Replaces misspelled words of a query with words of the index (ADR 030). A word stays when a document or the lists of known
 * words contain it. `documents`: number of documents in the index.
 */
export function correctWords(
  typed: readonly string[],
  lexicon: Lexicon,
  documents: number,
  dictionary: QueryTermDictionary,
): CorrectedQueryWords {
  const words: string[] = [];
  const corrected = new Map<string, string>();
  const unknown = new Map<string, readonly string[]>();
  const alternatives = new Map<number, readonly QueryUnitAlternative[]>();
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? '';
    const frequency = lexicon.frequency(stem(word));
    if (
      frequency > RARE_DOCUMENTS ||
      word.length < MIN_CHARS ||
      /\d/.test(word) ||
      STOP_WORDS.has(word) ||
      isForeignTerm(word, lexicon, dictionary)
    ) {
      words.push(word);
      continue;
    }
    const latin = dictionary.latinSpelling(word);
    if (latin !== null) {
      corrected.set(word, latin);
      words.push(latin);
      continue;
    }
    const pair = frequency === 0 ? joinedWord(word, typed[at + 1], lexicon) : null;
    if (pair !== null) {
      corrected.set(`${word} ${typed[at + 1] ?? ''}`, pair);
      words.push(pair);
      at += 1;
      continue;
    }
    const near = likelyWord(word, documents, lexicon);
    if (frequency > 0) {
      if (near !== null) alternatives.set(words.length, [{ words: [near], worth: 0.9 }]);
      words.push(word);
    } else if (near !== null) {
      corrected.set(word, near);
      words.push(near);
    } else {
      const parts = isKnownWord(stem(word)) ? null : splitWord(word, lexicon);
      if (parts === null) unknown.set(word, suggestedWords(word, lexicon));
      else corrected.set(word, parts.join(' '));
      words.push(...(parts ?? [word]));
    }
  }
  return { words, corrected, unknown, alternatives };
}

/**
 * True for an art term, such as "autorretrato", that has an equivalent in the index. Such a word is not corrected as a
 * misspelling.
 */
function isForeignTerm(word: string, lexicon: Lexicon, dictionary: QueryTermDictionary): boolean {
  const others = dictionary.synonymsAt([stem(word)], 0, false)?.others ?? [];
  return others.some(({ words }) => words.every((one) => lexicon.frequency(one) > 0));
}

/**
 * Returns a word and the next one as one word ("tea pot" → "teapot") when more than one document contains it; else null. Called
 * only for a first word that no document contains.
 */
function joinedWord(word: string, next: string | undefined, lexicon: Lexicon): string | null {
  if (next === undefined) return null;
  const whole = `${word}${next}`;
  return lexicon.frequency(stem(whole)) > 1 ? whole : null;
}

/** Returns the two words that a word consists of ("preraphaelite" → "pre raphaelite") when the index has both; else null. */
function splitWord(word: string, lexicon: Lexicon): readonly string[] | null {
  let best: { parts: readonly string[]; worth: number } | null = null;
  if (word.length < SPLIT_CHARS_MIN) return null;
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    const worth = Math.min(...parts.map((part) => lexicon.frequency(stem(part))));
    if (worth > 4 && (best === null || worth > best.worth)) best = { parts, worth };
  }
  return best?.parts ?? null;
}
