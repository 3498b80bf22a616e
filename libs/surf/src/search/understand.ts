import { accessionWord } from '@bridge/archive';
import { foldedWords, indexWords, stem } from '@bridge/search';
import type { Lexicon } from './lexicon.ts';
import { makerhood, type NameSpan, namesIn, spelledOtherwise } from './names.ts';
import { type QueryText, readQueryText } from './query-text.ts';
import { relatedForms } from './related-forms.ts';
import { STOP_WORDS, WEAK_WORDS } from './stop-words.ts';
import { synonymsAt } from './synonyms.ts';
import { techniqueWeight } from './technique.ts';
import { timeAt } from './times.ts';
import { corrections } from './correct.ts';
import { eraAt, eraText, named } from './eras.ts';
import { type Alternative, BOTH_WEIGHT, MAKER_WEIGHT, type Unit, weightOf } from './unit.ts';

/** A query read against one index. */
export interface Understood {
  readonly text: QueryText;
  readonly units: readonly Unit[];
  /** All words of the query as the index holds them, in order, for comparing with whole titles. */
  readonly titleWords: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document holds, each with near words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly expanded: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  /** An id of a record that the query is. */
  readonly id: string | null;
}

const ACCESSION = /^(?=.*\d)[\p{L}\d]{1,12}(?:[./-][\p{L}\d]{1,10}){1,6}$|^\p{Lu}{1,3}\d{3,6}$/u;
const RECORD_ID = /^[a-z][a-z0-9-]*:[\w.:/-]+$/i;
const UNITS_MAX = 12;
const WEAK_WEIGHT = 0.4;
/** A word in fewer records than this share is looked for in its other forms as well. */
const SELDOM_SHARE = 0.001;
/** Other spellings are worth at least this, synonyms less. */
const SPELLED = 0.9;

/** What is known of an index before a query is read. */
export interface KnownIndex {
  readonly lexicon: Lexicon;
  readonly documents: number;
  /** Names of its collections. */
  readonly sources: readonly string[];
}

/** Reads a query against the words and names of an index. Total: any text gives something that can be searched. */
export function understand(query: string, { lexicon, documents, sources }: KnownIndex): Understood {
  const text = readQueryText(query, sources);
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
  #unknown: ReadonlyMap<string, readonly string[]> = new Map();
  #typed: string[] = [];
  #names: readonly NameSpan[] = [];

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
    this.#unknown = split.unknown;
    this.#corrected = split.corrected;
    const words = split.words.map((word) => stem(word));
    for (const creator of this.#text.creators) this.#creatorFilter(creator);
    for (const phrase of this.#text.phrases) this.#phrase(phrase);
    this.#names = namesIn(words, split.words, this.#lexicon, this.#documents);
    this.#walk(words, split.words, split.alternatives);
    const titleWords = [
      ...this.#text.words.flatMap((one) => indexWords(one)),
      ...this.#text.phrases.flat(),
    ];
    return {
      text: this.#text,
      units: withoutShared(this.#units.slice(0, UNITS_MAX)),
      titleWords: this.#corrected.size === 0 ? titleWords : words,
      corrected: this.#corrected,
      unknown: this.#unknown,
      expanded: this.#expanded,
      ignored: [...this.#ignored, ...this.#units.slice(UNITS_MAX).map(({ text }) => text)],
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
      const text = typed.slice(at, at + time.length).join(' ');
      this.#units.push({
        kind: 'time',
        alternatives: time.alternatives,
        weight: 1.6,
        optional: false,
        text,
      });
      return time.length;
    }
    const term = eraAt(words, at);
    const eraLength = term?.length ?? 0;
    const era = (length: number): Pick<Unit, 'era'> => {
      if (term === null || length !== eraLength) return {};
      const filed = this.#lexicon.movementDocuments(words.slice(at, at + length));
      return { era: named(term.era, filed) };
    };
    const name = this.#names.find((one) => one.at === at);
    if (name !== undefined && name.length >= eraLength) {
      this.#push({ ...name.unit, ...era(name.length) });
      return name.length;
    }
    const same = synonymsAt(words, at);
    const length = Math.max(same?.length ?? 1, eraLength);
    if (length === 1 && STOP_WORDS.has(typed[at] ?? '') && !allStop) {
      this.#ignored.push(typed[at] ?? '');
      return 1;
    }
    this.#wordUnit(
      words.slice(at, at + length),
      typed.slice(at, at + length),
      same?.length === length ? same.others : [],
      alternatives.get(at) ?? [],
      words.length > 1,
      era(length),
    );
    return length;
  }

  #push(unit: Unit): void {
    this.#units.push(unit);
    if (unit.era !== undefined)
      this.#expanded[unit.text] = [...(this.#expanded[unit.text] ?? []), eraText(unit.era)];
  }

  #weight(maker: 'maker' | 'both' | 'word', spelled: boolean, frequency: number): number {
    if (maker === 'maker' || spelled) return MAKER_WEIGHT;
    return maker === 'both' ? BOTH_WEIGHT : weightOf(frequency, this.#documents);
  }

  #wordUnit(
    words: readonly string[],
    typed: readonly string[],
    same: readonly Alternative[],
    near: readonly Alternative[],
    amongOthers: boolean,
    era: Pick<Unit, 'era'>,
  ): void {
    const word = words[0] ?? '';
    const others = same.filter((term) =>
      term.words.every((one) => this.#lexicon.frequency(one) > 0),
    );
    const spelled = typed.join(' ');
    if (others.length > 0) this.#expanded[spelled] = others.map((term) => term.words.join(' '));
    const single = words.length === 1;
    const spellings = single ? spelledOtherwise(word, this.#lexicon) : [];
    const forms =
      single && others.length === 0 && spellings.length === 0 && era.era === undefined
        ? relatedForms(word, this.#lexicon, this.#documents * SELDOM_SHARE)
        : [];
    if (forms.length > 0) this.#expanded[spelled] = forms.map((one) => one.words.join(' '));
    if (spellings.length > 0) this.#expanded[spelled] = spellings.map((one) => one.words.join(' '));
    if (near.length > 0)
      this.#expanded[spelled] = [
        ...(this.#expanded[spelled] ?? []),
        ...near.map((one) => one.words.join(' ')),
      ];
    const maker = single && others.length === 0 ? makerhood(word, this.#lexicon) : 'word';
    const weak = single && WEAK_WORDS.has(word) && maker === 'word';
    const frequency = Math.min(...words.map((one) => this.#lexicon.frequency(one)));
    const unknown = frequency === 0 && spellings.length > 0;
    this.#push({
      ...era,
      kind: !single
        ? 'phrase'
        : maker === 'maker' || unknown
          ? 'creator'
          : maker === 'both'
            ? 'both'
            : 'word',
      alternatives: [
        ...(unknown ? [] : [{ words, worth: 1 }]),
        ...near,
        ...spellings,
        ...others,
        ...forms,
      ],
      weight: weak
        ? WEAK_WEIGHT
        : this.#weight(maker, unknown, frequency) +
          (maker === 'word' ? techniqueWeight(words, this.#lexicon) : 0),
      optional: weak && amongOthers,
      text: spelled,
    });
  }
}

/** Whoever spells out several words of one line means each of them, and not the rest of the line three times. */
function withoutShared(units: readonly Unit[]): Unit[] {
  const own = units.map(({ alternatives }) => alternatives[0]?.words.join(' ') ?? '');
  return units.map((unit, at) => {
    const shared = unit.alternatives.some(
      ({ words }, place) =>
        place > 0 && own.some((one, other) => other !== at && one === words.join(' ')),
    );
    return shared
      ? {
          ...unit,
          alternatives: unit.alternatives.filter(
            ({ worth }, place) => place === 0 || worth >= SPELLED,
          ),
        }
      : unit;
  });
}
