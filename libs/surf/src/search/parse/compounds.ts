import { foldedWords, stem } from '@bridge/search';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';
import type { QueryUnitAlternative } from '../terms/unit.ts';

/**
 * Score (0 to 1) of a record that has a compound written as one word where the query has two words: "snuffbox" for "snuff box".
 */
const WRITTEN_OTHERWISE = 0.95;
const PART_CHARS_MIN = 3;
/**
 * Minimum number of documents that contain the two words as one ("snuffbox"). A spelling in fewer documents may be a mistake of
 * the data.
 */
const JOINED_DOCUMENTS_MIN = 3;

/** Returns the indexes of those words of a query that a hyphen joins to the next word: of "avant" in "avant-garde". */
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

/**
 * Returns the words at `at` and after it as one word, when documents have this spelling: "snuff box" → "snuffbox"; else null.
 */
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
