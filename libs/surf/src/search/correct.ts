import { stem } from '@bridge/search';
import { STOP_WORDS } from './stop-words.ts';
import type { Lexicon } from './lexicon.ts';
import { synonymsAt } from './synonyms.ts';
import type { Alternative } from './unit.ts';

/** Words shorter than this are not corrected: too many others are near. */
const MIN_CHARS = 4;
/** From here on two changes may be wrong. */
const TWO_CHANGES_CHARS = 8;
/** A word of the index this rare may itself be a slip, when a near word is far more common. */
const RARE_DOCUMENTS = 4;
const FAR_MORE_COMMON = 8;

/** The typed words after correction, and near words for those that are only rare. */
export interface Corrections {
  readonly words: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Further spellings for a word by its place. */
  readonly alternatives: ReadonlyMap<number, readonly Alternative[]>;
}

/** Corrects words against the index's own vocabulary; words that it knows well stay. */
export function corrections(typed: readonly string[], lexicon: Lexicon): Corrections {
  const words: string[] = [];
  const corrected = new Map<string, string>();
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
    const near = nearest(word, frequency, lexicon);
    if (frequency > 0) {
      if (near !== null) alternatives.set(words.length, [{ words: [near], worth: 0.9 }]);
      words.push(word);
    } else if (near !== null) {
      corrected.set(word, near);
      words.push(near);
    } else {
      const parts = split(word, lexicon);
      if (parts !== null) corrected.set(word, parts.join(' '));
      words.push(...(parts ?? [word]));
    }
  }
  return { words, corrected, alternatives };
}

/** A term of the art world in another language than the index uses is no slip: "autorretrato". */
function isKnownOtherwise(word: string, lexicon: Lexicon): boolean {
  const others = synonymsAt([stem(word)], 0)?.others ?? [];
  return others.some(({ words }) => words.every((one) => lexicon.frequency(one) > 0));
}

function nearest(word: string, frequency: number, lexicon: Lexicon): string | null {
  const changesMax = word.length >= TWO_CHANGES_CHARS && frequency === 0 ? 2 : 1;
  const base = stem(word);
  const near = lexicon
    .nearest(base, changesMax)
    .filter((one) => one.word !== base && one.documents >= Math.max(1, frequency * FAR_MORE_COMMON))
    .map((one) => ({ ...one, worth: worthOf(word, one) }))
    .sort((a, b) => b.worth - a.worth);
  return near[0]?.word ?? null;
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
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    const worth = Math.min(...parts.map((part) => lexicon.frequency(stem(part))));
    if (worth > 4 && (best === null || worth > best.worth)) best = { parts, worth };
  }
  return best?.parts ?? null;
}
