import { type SearchField, foldedWords, indexWords, stem, type Term } from '@bridge/search';
import { accessionWord, centuryWord, decadeWord } from '../record/search-document.ts';
import type { Lexicon } from './lexicon.ts';
import { recognisedName } from './names.ts';
import { type QueryText, readQueryText } from './query-text.ts';
import { STOP_WORDS, WEAK_WORDS } from './stop-words.ts';
import { synonymsAt } from './synonyms.ts';
import { timeAt } from './times.ts';
import { corrections } from './correct.ts';

export type UnitKind = 'word' | 'creator' | 'time' | 'accession' | 'phrase' | 'quoted';

/** One alternative of a unit with how much it is worth, 0 to 1: the word itself 1, a synonym less. */
export interface Alternative {
  readonly words: readonly string[];
  readonly worth: number;
}

/** One thing that the query asks for. */
export interface Unit {
  readonly kind: UnitKind;
  readonly alternatives: readonly Alternative[];
  /** Fields it can stand in at all; every field when absent. */
  readonly fields?: readonly SearchField[];
  /** Weight against the other units: rare things weigh more. */
  readonly weight: number;
  /** Left out of every reading and only used for the order. */
  readonly optional: boolean;
  /** As it was typed. */
  readonly text: string;
}

/** A query read against one index. */
export interface Understood {
  readonly text: QueryText;
  readonly units: readonly Unit[];
  /** All words of the query as the index holds them, in order, for comparing with whole titles. */
  readonly titleWords: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  readonly expanded: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  /** An id of a record that the query is. */
  readonly id: string | null;
}

const ACCESSION = /^(?=.*\d)[\p{L}\d]{1,12}(?:[./-][\p{L}\d]{1,10}){1,6}$|^\p{Lu}{1,3}\d{3,6}$/u;
const RECORD_ID = /^[a-z][a-z0-9-]*:[\w.:/-]+$/i;
const UNITS_MAX = 12;

/** Weight of a word by how rare it is: 1 for a word that stands nearly everywhere, about 3 for a rare one. */
export function weightOf(documents: number, total: number): number {
  const rarity = Math.log10((total + 10) / (Math.max(documents, 1) + 1));
  return 1 + Math.min(2, Math.max(0, rarity) / 2.5);
}

/** Reads a query against the words and names of an index. Total: any text gives something that can be searched. */
export function understand(query: string, lexicon: Lexicon, documents: number): Understood {
  const text = readQueryText(query);
  const reading = new QueryReading(text, lexicon, documents);
  return reading.read();
}

class QueryReading {
  readonly #text: QueryText;
  readonly #lexicon: Lexicon;
  readonly #documents: number;
  readonly #units: Unit[] = [];
  readonly #expanded: Record<string, string[]> = {};
  readonly #ignored: string[] = [];
  #corrected: ReadonlyMap<string, string> = new Map();
  #typed: string[] = [];

  constructor(text: QueryText, lexicon: Lexicon, documents: number) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#documents = documents;
  }

  read(): Understood {
    const plain: string[] = [];
    let id: string | null = null;
    for (const typed of this.#text.words) {
      if (RECORD_ID.test(typed) && this.#text.words.length === 1) id = typed;
      if (ACCESSION.test(typed) && !/^\d{2,4}-\d{2,4}$/.test(typed)) this.#accession(typed);
      else plain.push(typed);
    }
    this.#typed = plain.flatMap((one) => foldedWords(one));
    const split = corrections(this.#typed, this.#lexicon, this.#documents);
    this.#corrected = split.corrected;
    const words = split.words.map((word) => stem(word));
    for (const creator of this.#text.creators) this.#creatorFilter(creator);
    for (const phrase of this.#text.phrases) this.#phrase(phrase);
    this.#walk(words, split.words, split.alternatives);
    const titleWords = [
      ...this.#text.words.flatMap((one) => indexWords(one)),
      ...this.#text.phrases.flat(),
    ];
    return {
      text: this.#text,
      units: this.#units.slice(0, UNITS_MAX),
      titleWords: this.#corrected.size === 0 ? titleWords : words,
      corrected: this.#corrected,
      expanded: this.#expanded,
      ignored: this.#ignored,
      id,
    };
  }

  #accession(typed: string): void {
    const words = [accessionWord(typed)];
    this.#units.push({
      kind: 'accession',
      alternatives: [{ words, worth: 1 }],
      fields: ['accession'],
      weight: 3,
      optional: false,
      text: typed,
    });
  }

  #phrase(words: readonly string[]): void {
    this.#units.push({
      kind: 'quoted',
      alternatives: [{ words, worth: 1 }],
      weight: 3,
      optional: false,
      text: words.join(' '),
    });
  }

  #creatorFilter(words: readonly string[]): void {
    this.#units.push({
      kind: 'creator',
      alternatives: words.length === 0 ? [] : [{ words, worth: 1 }],
      fields: ['creator'],
      weight: 3,
      optional: false,
      text: words.join(' '),
    });
  }

  /** From left to right, the longest thing that is known at each word. */
  #walk(
    words: readonly string[],
    typed: readonly string[],
    alternatives: ReadonlyMap<number, readonly Alternative[]>,
  ): void {
    const allStop = typed.every((word) => STOP_WORDS.has(word));
    let at = 0;
    while (at < words.length) {
      at += this.#unitAt(words, typed, at, allStop, alternatives);
    }
  }

  #unitAt(
    words: readonly string[],
    typed: readonly string[],
    at: number,
    allStop: boolean,
    alternatives: ReadonlyMap<number, readonly Alternative[]>,
  ): number {
    const time = timeAt(typed, at);
    if (time !== null) {
      this.#units.push({
        kind: 'time',
        alternatives: time.alternatives,
        weight: 1.6,
        optional: false,
        text: typed.slice(at, at + time.length).join(' '),
      });
      return time.length;
    }
    const name = recognisedName(words, typed, at, this.#lexicon, this.#documents);
    if (name !== null) {
      this.#units.push(name.unit);
      return name.length;
    }
    const word = words[at] ?? '';
    const same = synonymsAt(words, at);
    const length = same?.length ?? 1;
    const whole = words.slice(at, at + length);
    if (length === 1 && STOP_WORDS.has(typed[at] ?? '') && !allStop) {
      this.#ignored.push(typed[at] ?? '');
      return 1;
    }
    const others = (same?.others ?? []).filter((term) =>
      term.every((one) => this.#lexicon.frequency(one) > 0),
    );
    const spelled = typed.slice(at, at + length).join(' ');
    if (others.length > 0) this.#expanded[spelled] = others.map((term) => term.join(' '));
    const frequency = Math.min(...whole.map((one) => this.#lexicon.frequency(one)));
    this.#units.push({
      kind: length > 1 ? 'phrase' : 'word',
      alternatives: [
        { words: whole, worth: 1 },
        ...(alternatives.get(at) ?? []),
        ...others.map((term) => ({ words: term, worth: 0.8 })),
      ],
      weight: WEAK_WORDS.has(word) && length === 1 ? 0.4 : weightOf(frequency, this.#documents),
      optional: WEAK_WORDS.has(word) && length === 1 && words.length > 1,
      text: spelled,
    });
    return length;
  }
}

/** The unit as a clause's terms. */
export function termsOf(unit: Unit): Term[] {
  const exact = unit.kind === 'quoted';
  return unit.alternatives.map(({ words }) => ({
    words,
    ...(exact ? { phrase: true as const } : {}),
    ...(unit.fields === undefined ? {} : { fields: unit.fields }),
  }));
}

export { centuryWord, decadeWord };
