import { foldedWords, stem } from '@bridge/search';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';
import type { QueryUnitAlternative } from '../terms/unit.ts';

/**
 * Score (0 to 1) of a match with a compound that is written as one word instead of two, or the reverse: "snuffbox" for "snuff
 * box".
 */
const WRITTEN_OTHERWISE = 0.95;
const PART_CHARS_MIN = 3;
/** Minimum number of documents that contain the joined spelling. A spelling in fewer documents may be a mistake of the data. */
const JOINED_DOCUMENTS_MIN = 3;

/** Returns the indexes of the words that a hyphen joins to the next word: "avant-garde". */
export function hyphenatedWords(parts: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let at = 0;
  for (const part of parts) {
    const words = foldedWords(part);
    if (/\p{L}[-‐‑]\p{L}/u.test(part))
      for (let next = 0; next + 1 < words.length; next++) found.add(at + next);
    at += words.length;
  }
  return found;
}

/** Returns two words as one, when documents have the joined spelling: "snuff box" → "snuffbox"; else null. */
export function joinedSpelling(
  typed: readonly string[],
  at: number,
  lexicon: Lexicon,
): QueryUnitAlternative | null {
  const [first = '', second = ''] = typed.slice(at, at + 2);
  if (first.length < PART_CHARS_MIN || second.length < PART_CHARS_MIN) return null;
  if (STOP_WORDS.has(first) || STOP_WORDS.has(second) || /\d/.test(first + second)) return null;
  const whole = stem(first + second);
  return lexicon.frequency(whole) < JOINED_DOCUMENTS_MIN
    ? null
    : { words: [whole], worth: WRITTEN_OTHERWISE };
}
