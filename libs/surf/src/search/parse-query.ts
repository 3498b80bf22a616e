import { foldedWords, indexWords, stem } from '@bridge/search';
import { accessionUnit, creatorUnit, phraseUnit } from './condition-units.ts';
import { type CorrectedWords, correctWords } from './correct.ts';
import { eraAt, type EraTerm, eraText, namedEra } from './eras.ts';
import type { Lexicon } from './lexicon.ts';
import { type NameSpan, namesIn } from './names.ts';
import { type QueryText, readQueryText } from './query-text.ts';
import { STOP_WORDS } from './stop-words.ts';
import { synonymsAt } from './synonyms.ts';
import { timeAt } from './times.ts';
import type { Alternative, QueryUnit } from './unit.ts';
import { wordUnit } from './word-unit.ts';

/** A query as its parts, with the changes that were made to its words. */
export interface ParsedQuery {
  readonly text: QueryText;
  readonly units: readonly QueryUnit[];
  /** All words of the query as the index has them, in order, for comparing with whole titles. */
  readonly titleWords: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document holds, each with near words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly expanded: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  /** The query when it is the id of a record; null otherwise. */
  readonly id: string | null;
}

/** The facts of an index that a query is parsed with. */
export interface IndexProfile {
  readonly lexicon: Lexicon;
  readonly documents: number;
  /** Names of its collections. */
  readonly sources: readonly string[];
}

const ACCESSION_NUMBER =
  /^(?=.*\d)[\p{L}\d]{1,12}(?:[./-][\p{L}\d]{1,10}){1,6}$|^\p{Lu}{1,3}\d{3,6}$/u;
const DASHED_YEARS = /^\d{2,4}-\d{2,4}$/;
const RECORD_ID = /^[a-z][a-z0-9-]*:[\w.:/-]+$/i;
const UNITS_MAX = 12;
const TIME_WEIGHT = 1.6;
/** Other spellings are worth at least this, synonyms less. */
const SPELLING_WORTH_MIN = 0.9;

/** Parses a query with the words and names of an index. Total: any text is a query. */
export function parseQuery(query: string, index: IndexProfile): ParsedQuery {
  return new QueryParser(readQueryText(query, index.sources), index).parse();
}

class QueryParser {
  readonly #text: QueryText;
  readonly #lexicon: Lexicon;
  readonly #documents: number;
  readonly #units: QueryUnit[] = [];
  readonly #expanded: Record<string, string[]> = {};
  readonly #ignored: string[] = [];

  constructor(text: QueryText, { lexicon, documents }: IndexProfile) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#documents = documents;
  }

  parse(): ParsedQuery {
    const { words: parts, creators, phrases } = this.#text;
    const isAccession = (part: string): boolean =>
      ACCESSION_NUMBER.test(part) && !DASHED_YEARS.test(part);
    const [first = ''] = parts;
    this.#units.push(...parts.filter(isAccession).map(accessionUnit));
    const typed = parts.filter((part) => !isAccession(part)).flatMap((part) => foldedWords(part));
    const corrections = correctWords(typed, this.#lexicon, this.#documents);
    const words = corrections.words.map((word) => stem(word));
    this.#units.push(...creators.map(creatorUnit), ...phrases.map(phraseUnit));
    this.#addWords(words, corrections);
    const titleWords = [...parts.flatMap((part) => indexWords(part)), ...phrases.flat()];
    const { corrected, unknown } = corrections;
    return {
      text: this.#text,
      units: withoutShared(this.#units.slice(0, UNITS_MAX)),
      titleWords: corrected.size === 0 ? titleWords : words,
      corrected,
      unknown,
      expanded: this.#expanded,
      ignored: [...this.#ignored, ...this.#units.slice(UNITS_MAX).map(({ text }) => text)],
      id: parts.length === 1 && RECORD_ID.test(first) ? first : null,
    };
  }

  /** Adds the units of the words from left to right, at each word the longest known term. */
  #addWords(words: readonly string[], { words: typed, alternatives }: CorrectedWords): void {
    const names = namesIn(words, typed, this.#lexicon, this.#documents);
    const isStopWordsOnly = typed.every((word) => STOP_WORDS.has(word));
    for (let at = 0; at < words.length;) {
      const length =
        this.#addTime(typed, at) ??
        this.#addName(words, at, names) ??
        this.#addTerm(words, typed, at, isStopWordsOnly, alternatives.get(at) ?? []);
      at += length;
    }
  }

  /** Adds the time at this word; its number of words, null when there is none. */
  #addTime(typed: readonly string[], at: number): number | null {
    const time = timeAt(typed, at);
    if (time === null) return null;
    this.#units.push({
      kind: 'time',
      alternatives: time.alternatives,
      weight: TIME_WEIGHT,
      optional: false,
      text: typed.slice(at, at + time.length).join(' '),
    });
    return time.length;
  }

  /** Adds the name at this word, unless an era is longer; its number of words, null when there is none. */
  #addName(words: readonly string[], at: number, names: readonly NameSpan[]): number | null {
    const era = eraAt(words, at);
    const name = names.find((span) => span.at === at);
    if (name === undefined || name.length < (era?.length ?? 0)) return null;
    this.#push({ ...name.unit, ...this.#eraOf(words, at, name.length, era) });
    return name.length;
  }

  #addTerm(
    words: readonly string[],
    typed: readonly string[],
    at: number,
    isStopWordsOnly: boolean,
    near: readonly Alternative[],
  ): number {
    const era = eraAt(words, at);
    const synonyms = synonymsAt(words, at);
    const length = Math.max(synonyms?.length ?? 1, era?.length ?? 0);
    if (length === 1 && STOP_WORDS.has(typed[at] ?? '') && !isStopWordsOnly) {
      this.#ignored.push(typed[at] ?? '');
      return 1;
    }
    const span = {
      words: words.slice(at, at + length),
      text: typed.slice(at, at + length).join(' '),
      synonyms: synonyms?.length === length ? synonyms.others : [],
      near,
      isAmongOthers: words.length > 1,
      era: this.#eraOf(words, at, length, era),
    };
    const { unit, expansions } = wordUnit(span, this.#lexicon, this.#documents);
    if (expansions.length > 0) this.#expanded[unit.text] = expansions.map(textOf);
    if (near.length > 0) this.#expand(unit.text, near.map(textOf));
    this.#push(unit);
    return length;
  }

  /** The era of a unit of these words, when the unit is the whole term for it. */
  #eraOf(
    words: readonly string[],
    at: number,
    length: number,
    term: EraTerm | null,
  ): Pick<QueryUnit, 'era'> {
    if (term?.length !== length) return {};
    const filed = this.#lexicon.movementDocuments(words.slice(at, at + length));
    return { era: namedEra(term.era, filed) };
  }

  #push(unit: QueryUnit): void {
    this.#units.push(unit);
    if (unit.era !== undefined) this.#expand(unit.text, [eraText(unit.era)]);
  }

  #expand(text: string, expansions: readonly string[]): void {
    this.#expanded[text] = [...(this.#expanded[text] ?? []), ...expansions];
  }
}

function textOf({ words }: Alternative): string {
  return words.join(' ');
}

/** Removes the synonyms of words that the query itself spells out: each of its words then means itself alone. */
function withoutShared(units: readonly QueryUnit[]): QueryUnit[] {
  const own = units.map(({ alternatives }) => alternatives[0]?.words.join(' ') ?? '');
  const isOfAnother = (alternative: Alternative, at: number): boolean =>
    own.some((text, other) => other !== at && text === textOf(alternative));
  return units.map((unit, at) => {
    const [first, ...others] = unit.alternatives;
    if (first === undefined || !others.some((other) => isOfAnother(other, at))) return unit;
    const spellings = others.filter(({ worth }) => worth >= SPELLING_WORTH_MIN);
    return { ...unit, alternatives: [first, ...spellings] };
  });
}
