import { fold, stem } from '@bridge/search';
import { readFileSync } from 'node:fs';

/**
 * File with the Bloom filter of the words of several languages, which `packWords` makes. These words are never corrected as
 * misspellings. data/WORDS.md names the word lists.
 */
export const KNOWN_WORDS_FILE = new URL('../../../data/words.bloom', import.meta.url);

/** Size of the Bloom filter in bits per word, with which 1 % of unknown words count as known. */
const BITS_PER_WORD = 9.6;
const HASHES = 7;
/**
 * Matches the words that the Bloom filter stores: shorter words are never corrected as misspellings, and longer ones are seldom
 * similar to another word.
 */
const WORD = /^[a-z]{4,12}$/;

/** Stores words of many languages in a Bloom filter, in the same form as in the index: lower case, without accents, stemmed. */
export function packWords(words: Iterable<string>): Uint8Array {
  const kept = new Set<string>();
  for (const word of words) {
    const form = stem(fold(word));
    if (WORD.test(form)) kept.add(form);
  }
  const bits = new Uint8Array(Math.ceil((kept.size * BITS_PER_WORD) / 8));
  for (const word of kept)
    for (const at of bitPositionsOf(word, bits.length * 8))
      bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
  return bits;
}

/** True when a word, stemmed as in the index, is in the word lists. A false positive is possible (1 %). */
export function isKnownWord(word: string): boolean {
  const bits = (loaded ??= readFileSync(KNOWN_WORDS_FILE));
  if (!WORD.test(word) || bits.length === 0) return false;
  return bitPositionsOf(word, bits.length * 8).every(
    (at) => ((bits[at >>> 3] ?? 0) & (1 << (at & 7))) !== 0,
  );
}

let loaded: Uint8Array | null = null;

/** Returns the bit positions of a word, from two FNV-1a hashes with different offsets. */
function bitPositionsOf(word: string, bits: number): number[] {
  const first = hashOf(word, 0x811c9dc5);
  const second = hashOf(word, 0x9747b28c) | 1;
  return Array.from({ length: HASHES }, (_, at) => ((first + Math.imul(at, second)) >>> 0) % bits);
}

function hashOf(word: string, from: number): number {
  let hash = from;
  for (let at = 0; at < word.length; at++)
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  // Mixes the bits of the hash, so that the last letters of the word affect all of them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
