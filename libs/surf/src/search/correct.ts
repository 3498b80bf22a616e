import { stem } from '@bridge/search';
import { isKnownWord } from './known-words.ts';
import { STOP_WORDS } from './stop-words.ts';
import type { Lexicon } from './lexicon.ts';
import { synonymsAt } from './synonyms.ts';
import type { Alternative } from './unit.ts';

/** Words shorter than this are not corrected: too many others are near. */
const MIN_CHARS = 4;
/** Two letters that changed places, or one that is doubled or is not: slips of the hand in words from this length on. */
const SLIP_CHARS_MIN = 5;
/** A letter more or less, another letter, and two changes: in words from these lengths on. */
const LETTER_CHARS_MIN = 6;
const OTHER_LETTER_CHARS_MIN = 7;
const TWO_CHANGES_CHARS_MIN = 9;
/** Except for slips, the word that is meant must be in so many documents, or in this share of all. */
const MEANT_DOCUMENTS_MIN = 2;
const MEANT_SHARE = 0.0001;
/** Shorter words are seldom two that were written together. */
const SPLIT_CHARS_MIN = 10;
/** Near words that are named for a word that is not corrected. */
const SUGGESTED_MAX = 2;
/** A word of the index this rare may itself be a slip, when a near word is far more common. */
const RARE_DOCUMENTS = 4;
const FAR_MORE_COMMON = 8;

/** The typed words after correction, and near words for those that are only rare. */
export interface Corrections {
  readonly words: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document holds and that stay as they are, each with near words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  /** Further spellings for a word by its place. */
  readonly alternatives: ReadonlyMap<number, readonly Alternative[]>;
}

/**
 * Corrects words against the index's own vocabulary. A word stays when documents hold it or when it is a word of any known
 * language; another one is corrected only where the change is a likely slip. `documents`: how many the index holds.
 */
export function corrections(
  typed: readonly string[],
  lexicon: Lexicon,
  documents: number,
): Corrections {
  const words: string[] = [];
  const corrected = new Map<string, string>();
  const unknown = new Map<string, readonly string[]>();
  const alternatives = new Map<number, readonly Alternative[]>();
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? '';
    const frequency = lexicon.frequency(stem(word));
    if (
      frequency > RARE_DOCUMENTS ||
      word.length < MIN_CHARS ||
      /\d/.test(word) ||
      STOP_WORDS.has(word) ||
      isKnownOtherwise(word, lexicon)
    ) {
      words.push(word);
      continue;
    }
    const pair = frequency === 0 ? joined(word, typed[at + 1], lexicon) : null;
    if (pair !== null) {
      corrected.set(`${word} ${typed[at + 1] ?? ''}`, pair);
      words.push(pair);
      at += 1;
      continue;
    }
    const isWord = isKnownWord(stem(word));
    const near = nearest(word, { frequency, isWord, documents }, lexicon);
    if (frequency > 0) {
      if (near !== null) alternatives.set(words.length, [{ words: [near], worth: 0.9 }]);
      words.push(word);
    } else if (near !== null) {
      corrected.set(word, near);
      words.push(near);
    } else {
      const parts = isWord ? null : split(word, lexicon);
      if (parts === null) unknown.set(word, suggested(word, lexicon));
      else corrected.set(word, parts.join(' '));
      words.push(...(parts ?? [word]));
    }
  }
  return { words, corrected, unknown, alternatives };
}

/** A term of the art world in another language than the index uses is no slip: "autorretrato". */
function isKnownOtherwise(word: string, lexicon: Lexicon): boolean {
  const others = synonymsAt([stem(word)], 0)?.others ?? [];
  return others.some(({ words }) => words.every((one) => lexicon.frequency(one) > 0));
}

/** What is known of a typed word. */
interface TypedWord {
  readonly frequency: number;
  /** A word of a known language. */
  readonly isWord: boolean;
  /** Documents of the index. */
  readonly documents: number;
}

/** The word that was meant; null when none is likely enough. */
function nearest(
  word: string,
  { frequency, isWord, documents }: TypedWord,
  lexicon: Lexicon,
): string | null {
  const base = stem(word);
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
    )
    .map((one) => ({ ...one, worth: worthOf(word, one) }))
    .sort((a, b) => b.worth - a.worth);
  return near[0]?.word ?? null;
}

const DOUBLED = /(.)\1/g;

/** Whether two letters changed places, or one is doubled in one of the words and not in the other. */
function isSlip(typed: string, meant: string): boolean {
  if (typed.length < SLIP_CHARS_MIN && meant.length < SLIP_CHARS_MIN) return false;
  if (typed.length !== meant.length)
    return typed.replace(DOUBLED, '$1') === meant.replace(DOUBLED, '$1');
  const at = [...typed].findIndex((letter, place) => letter !== meant[place]);
  return (
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  );
}

/** Whether the words differ in their last letter only, which one of them lacks: forms of one word that stemming kept apart. */
function isInflected(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length >= SLIP_CHARS_MIN && long.length === short.length + 1 && long.startsWith(short)
  );
}

/** Whether another change is likely: in a long word, after a right first letter, towards a word that is no rarity. */
function isLikely(
  word: string,
  base: string,
  near: { readonly word: string; readonly changes: number; readonly documents: number },
  meantMin: number,
): boolean {
  if (near.word[0] !== base[0] || near.documents < meantMin) return false;
  if (near.changes > 1) return word.length >= TWO_CHANGES_CHARS_MIN;
  const isOtherLetter = near.word.length === base.length;
  return word.length >= (isOtherLetter ? OTHER_LETTER_CHARS_MIN : LETTER_CHARS_MIN);
}

/** Near words of the index, the likeliest first. */
function suggested(word: string, lexicon: Lexicon): string[] {
  return lexicon
    .nearest(stem(word), 1)
    .map((one) => ({ ...one, worth: worthOf(word, one) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, SUGGESTED_MAX)
    .map((one) => one.word);
}

/** Common words are likelier, the first letter is seldom wrong, and one change is likelier than two. */
function worthOf(word: string, near: { word: string; changes: number; documents: number }): number {
  const first = near.word[0] === word[0] ? 0 : -1.2;
  return (
    Math.log10(near.documents + 1) * 0.6 +
    first -
    near.changes * 1.6 +
    (near.word.at(-1) === word.at(-1) ? 0.2 : 0)
  );
}

/** "tea pot" → "teapot", when only the whole is a word of the index. */
function joined(word: string, next: string | undefined, lexicon: Lexicon): string | null {
  if (next === undefined) return null;
  const whole = `${word}${next}`;
  return lexicon.frequency(stem(whole)) > 1 ? whole : null;
}

/** "preraphaelite" → "pre raphaelite", when both parts are words of the index. */
function split(word: string, lexicon: Lexicon): readonly string[] | null {
  let best: { parts: readonly string[]; worth: number } | null = null;
  if (word.length < SPLIT_CHARS_MIN) return null;
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    const worth = Math.min(...parts.map((part) => lexicon.frequency(stem(part))));
    if (worth > 4 && (best === null || worth > best.worth)) best = { parts, worth };
  }
  return best?.parts ?? null;
}
