import { STOP_WORDS } from './stop-words.ts';
import type { Lexicon, NamedEntity } from './lexicon.ts';
import { type Alternative, type Unit, weightOf } from './understand.ts';

/** Words of a name that a query may use without the rest of it. */
const NAME_WORDS_MAX = 6;

interface Recognised {
  readonly unit: Unit;
  readonly length: number;
}

/**
 * The maker or movement whose name begins at this word of the query: "mies van der rohe", "e mcknight kauffer" for
 * Edward McKnight Kauffer, "kinetic art". A single word is a maker when it stands mostly in makers' names. Null when the
 * words name nobody.
 */
export function recognisedName(
  words: readonly string[],
  typed: readonly string[],
  at: number,
  lexicon: Lexicon,
  documents: number,
): Recognised | null {
  for (let length = Math.min(NAME_WORDS_MAX, words.length - at); length >= 2; length--) {
    const wanted = words.slice(at, at + length);
    if (STOP_WORDS.has(typed[at] ?? '') || STOP_WORDS.has(typed[at + length - 1] ?? '')) continue;
    const found = named(wanted, lexicon);
    if (found.length === 0) continue;
    return {
      unit: unitOf(wanted, typed.slice(at, at + length), found, lexicon, documents),
      length,
    };
  }
  return singleName(words[at] ?? '', typed[at] ?? '', lexicon, documents);
}

interface Match {
  readonly entity: NamedEntity;
  /** The words under which the index holds it. */
  readonly words: readonly string[];
  readonly worth: number;
}

/** Creators and movements that hold all of these words, in any order; one letter stands for a name that begins so. */
function named(wanted: readonly string[], lexicon: Lexicon): Match[] {
  const key = wanted
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .sort((a, b) => lexicon.entitiesWith(a).length - lexicon.entitiesWith(b).length)[0];
  if (key === undefined) return [];
  const found: Match[] = [];
  for (const at of lexicon.entitiesWith(key)) {
    const entity = lexicon.entities[at];
    if (entity === undefined || entity.documents === 0 || entity.kind === 'group') continue;
    const fits = lexicon
      .spellings(at)
      .some((words) =>
        entity.kind === 'movement'
          ? words.join(' ').includes(wanted.join(' '))
          : holdsName(words, wanted),
      );
    if (fits)
      found.push({
        entity,
        words: entity.words,
        worth: entity.words.length === wanted.length ? 1 : 0.95,
      });
  }
  return found;
}

function holdsName(name: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every(
    (word) =>
      name.includes(word) || (word.length === 1 && name.some((one) => one.startsWith(word))),
  );
}

function unitOf(
  wanted: readonly string[],
  typed: readonly string[],
  found: readonly Match[],
  lexicon: Lexicon,
  documents: number,
): Unit {
  const total = found.reduce((sum, { entity }) => sum + entity.documents, 0);
  const movement = found.every(({ entity }) => entity.kind === 'movement');
  // Words of the query that the index holds in the name; a spelling that it does not hold is replaced by its own.
  const own: Alternative = {
    words: wanted.filter((word) => word.length > 1 || !movement),
    worth: 1,
  };
  const others = found
    .filter(({ words }) => !wanted.every((word) => words.includes(word)))
    .slice(0, 6)
    .map(({ words, worth }): Alternative => ({ words, worth }));
  return {
    kind: movement ? 'phrase' : 'creator',
    alternatives: [
      ...(own.words.every((word) => lexicon.frequency(word) > 0) ? [own] : []),
      ...others,
    ],
    weight: Math.max(2.2, weightOf(total, documents)),
    optional: false,
    text: typed.join(' '),
  };
}

/** A single word that stands in makers' names far more than anywhere else: "whistler", "modigliani". */
function singleName(
  word: string,
  typed: string,
  lexicon: Lexicon,
  documents: number,
): Recognised | null {
  if (word.length < 3 || STOP_WORDS.has(typed)) return null;
  const asCreator = lexicon.documents(word, 'creator');
  const asTitle = lexicon.documents(word, 'title');
  const elsewhere = Math.max(
    asTitle,
    lexicon.documents(word, 'form'),
    lexicon.documents(word, 'medium'),
    lexicon.documents(word, 'place'),
  );
  const others = spelledOtherwise(word, lexicon);
  if (asCreator === 0 && others.length === 0) return null;
  if (asCreator < elsewhere * 0.6 && !(asCreator === 0 && asTitle < 3 && others.length > 0))
    return null;
  return {
    unit: {
      kind: 'creator',
      alternatives: [
        ...(lexicon.frequency(word) > 0 ? [{ words: [word], worth: 1 }] : []),
        ...others,
      ],
      weight: Math.max(1.8, weightOf(asCreator, documents)),
      optional: false,
      text: typed,
    },
    length: 1,
  };
}

/** Makers of whose name this word is another spelling in the tables of names. */
function spelledOtherwise(word: string, lexicon: Lexicon): Alternative[] {
  const found: Alternative[] = [];
  for (const at of lexicon.entitiesWith(word)) {
    const entity = lexicon.entities[at];
    if (entity?.kind !== 'creator' || entity.documents === 0 || entity.words.includes(word))
      continue;
    found.push({ words: entity.words, worth: 0.9 });
  }
  return found.slice(0, 4);
}
