import { foldedWords, indexWords, stem } from '@bridge/search';
import {
  accessionUnit,
  creatorUnit,
  isAccession,
  phraseUnit,
  recordIdOf,
  timeUnit,
} from './condition-units.ts';
import { type CorrectedQueryWords, correctWords } from './correct.ts';
import { hyphenatedWords, joinedSpelling } from './compounds.ts';
import { type ArtPeriodNameInQuery, eraText, namedEra } from '../terms/eras.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { QueryParsingData, ParsedQuery } from './parsed-query.ts';
import { areWords, type NameInQuery, namesIn } from '../terms/names.ts';
import { isForeignMaker, isForeignQuery, isFunctionWord } from './query-language.ts';
import { readQueryText } from '../request/query-text.ts';
import { interpretSentence, type InterpretedQuerySentence } from '../request/request.ts';
import type { SwitchableSearchFeatureName, SearchOptions } from '../search-options.ts';
import type { PositionedQueryUnit } from './positioned-unit.ts';
import { type QueryUnitsAndHeadUnit, refineUnits } from './refine-units.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';
import { isGivenNameOfSubject } from '../terms/subject-names.ts';
import { type QueryTermDictionary, termDictionary } from '../terms/term-dictionary.ts';
import { timesAt } from '../terms/times.ts';
import type { QueryUnitAlternative, QueryUnit } from '../terms/unit.ts';
import { textOf, withoutShared } from './without-shared.ts';
import { wordUnit } from './word-unit.ts';

const UNITS_MAX = 12;

/** Parses a query with the words, names and collections of the index. Never throws. */
export function parseQuery(
  query: string,
  index: QueryParsingData,
  { without }: SearchOptions,
): ParsedQuery {
  const text = interpretSentence(readQueryText(query, index.sources), index.lexicon, without);
  return new QueryParser(text, index, without).parse();
}

/** Parses one query: splits its text into units (words, names, times) and expands them with the tables of terms. */
class QueryParser {
  readonly #text: InterpretedQuerySentence;
  readonly #without: ReadonlySet<SwitchableSearchFeatureName>;
  readonly #dictionary: QueryTermDictionary;
  readonly #lexicon: Lexicon;
  readonly #documents: number;
  readonly #units: QueryUnit[] = [];
  readonly #placed: PositionedQueryUnit[] = [];
  #isForeign = false;
  #hyphenated: ReadonlySet<number> = new Set();
  readonly #expanded = new Map<string, readonly string[]>();
  readonly #ignored: string[] = [];

  constructor(
    text: InterpretedQuerySentence,
    { lexicon, documents }: QueryParsingData,
    without: ReadonlySet<SwitchableSearchFeatureName>,
  ) {
    this.#text = text;
    this.#without = without;
    this.#dictionary = termDictionary(without, lexicon);
    this.#lexicon = lexicon;
    this.#documents = documents;
  }

  parse(): ParsedQuery {
    const { words: parts, creators, phrases, typedWords } = this.#text;
    this.#ignored.push(...this.#text.frame);
    this.#units.push(...parts.filter(isAccession).map(accessionUnit));
    const spoken = parts.filter((part) => !isAccession(part));
    const typed = spoken.flatMap((part) => foldedWords(part));
    const corrections = correctWords(typed, this.#lexicon, this.#documents, this.#dictionary);
    const words = corrections.words.map((word) => stem(word));
    this.#units.push(...creators.map(creatorUnit), ...phrases.map(phraseUnit));
    if (words.length === typed.length && !this.#without.has('phrases'))
      this.#hyphenated = hyphenatedWords(spoken);
    this.#addWords(words, corrections);
    const { units, head } = this.#refined(corrections.words);
    this.#units.push(...units);
    const titleWords = [...typedWords.flatMap((part) => indexWords(part)), ...phrases.flat()];
    return {
      text: this.#text,
      units: withoutShared(this.#units.slice(0, UNITS_MAX)),
      head: this.#without.has('phrases') ? null : head,
      titleWords: corrections.corrected.size === 0 ? titleWords : words,
      corrected: corrections.corrected,
      unknown: corrections.unknown,
      expanded: Object.fromEntries(this.#expanded),
      ignored: [...this.#ignored, ...this.#units.slice(UNITS_MAX).map(({ text }) => text)],
      id: recordIdOf(parts),
    };
  }

  /** Adds the query units (words, names, times) from left to right. At each word it takes the longest known term. */
  #addWords(words: readonly string[], { words: typed, alternatives }: CorrectedQueryWords): void {
    const names = this.#without.has('makers')
      ? []
      : namesIn(words, typed, this.#lexicon, this.#documents);
    this.#isForeign = isForeignQuery(words, this.#lexicon, (at) =>
      names.some((name) => name.at <= at && at < name.at + name.length),
    );
    const isStopWordsOnly = typed.every((word) => STOP_WORDS.has(word));
    for (let at = 0; at < words.length;) {
      at +=
        this.#addTime(typed, at) ??
        this.#addName(words, at, names) ??
        this.#addTerm(words, typed, at, isStopWordsOnly, alternatives.get(at) ?? []);
    }
  }

  /** Adds the query unit of the time that begins at this word. Returns its number of words; null when no time begins there. */
  #addTime(typed: readonly string[], at: number): number | null {
    const time = timesAt(typed, at, !this.#without.has('times'));
    if (time === null) return null;
    this.#push(timeUnit(time, typed.slice(at, at + time.length).join(' ')), at, time.length);
    return time.length;
  }

  /** Adds the name that begins at this word, unless a longer period begins there. Returns its number of words, or null. */
  #addName(words: readonly string[], at: number, names: readonly NameInQuery[]): number | null {
    const era = this.#dictionary.eraAt(words, at);
    const name = names.find((span) => span.at === at);
    if (name === undefined || name.length < (era?.length ?? 0)) return null;
    // "Mid century" is a period, even when a maker has this name.
    if (name.length === era?.length && name.unit.kind === 'creator') return null;
    this.#push({ ...name.unit, ...this.#eraOf(words, at, name.length, era) }, at, name.length);
    return name.length;
  }

  #addTerm(
    words: readonly string[],
    typed: readonly string[],
    at: number,
    isStopWordsOnly: boolean,
    near: readonly QueryUnitAlternative[],
  ): number {
    const era = this.#dictionary.eraAt(words, at);
    const isName = !this.#isForeign && isForeignMaker(words[at] ?? '', this.#lexicon);
    const synonyms = isName ? null : this.#dictionary.synonymsAt(words, at, this.#isForeign);
    const joined = this.#without.has('languages') ? null : joinedSpelling(typed, at, this.#lexicon);
    const isHyphenated =
      joined !== null ||
      (this.#hyphenated.has(at) && areWords(words.slice(at, at + 2), this.#lexicon));
    const length = Math.max(synonyms?.length ?? 1, era?.length ?? 0, isHyphenated ? 2 : 0);
    if (length === 1 && isFunctionWord(typed[at] ?? '', this.#isForeign) && !isStopWordsOnly) {
      this.#ignored.push(typed[at] ?? '');
      return 1;
    }
    const span = {
      words: words.slice(at, at + length),
      text: typed.slice(at, at + length).join(' '),
      synonyms: synonyms?.length === length ? synonyms.others : [],
      near: joined !== null && length === 2 ? [...near, joined] : near,
      isAmongOthers: words.length > 1,
      isForeign: this.#isForeign,
      isOfSubject:
        length === 1 &&
        (this.#dictionary.synonymsAt(words, at + 1, this.#isForeign)?.length ?? 0) < 2 &&
        isGivenNameOfSubject(words, typed, at, this.#lexicon),
      era: this.#eraOf(words, at, length, era),
      without: this.#without,
    };
    const { unit, expansions } = wordUnit(span, this.#lexicon, this.#documents);
    if (expansions.length > 0) this.#expanded.set(unit.text, expansions.map(textOf));
    if (near.length > 0) this.#expand(unit.text, near.map(textOf));
    this.#push(unit, at, length);
    return length;
  }

  /** Returns the movement or period that these words name; nothing unless they are one whole term of the table. */
  #eraOf(
    words: readonly string[],
    at: number,
    length: number,
    term: ArtPeriodNameInQuery | null,
  ): Pick<QueryUnit, 'era'> {
    if (term?.length !== length) return {};
    const filed = this.#lexicon.movementDocuments(words.slice(at, at + length));
    return { era: namedEra(term.era, filed) };
  }

  #refined(typed: readonly string[]): QueryUnitsAndHeadUnit {
    if (!this.#without.has('sentences')) return refineUnits(this.#placed, typed);
    return { units: this.#placed.map(({ unit }) => unit), head: null };
  }

  #push(unit: QueryUnit, at: number, length: number): void {
    const { required } = this.#text;
    const [own] = unit.alternatives;
    const isRequired = own?.words.some((word) => required.has(word)) === true;
    this.#placed.push({ unit: isRequired ? { ...unit, isRequired } : unit, at, length });
    if (unit.era !== undefined) this.#expand(unit.text, [eraText(unit.era)]);
  }

  #expand(text: string, others: readonly string[]): void {
    this.#expanded.set(text, [...(this.#expanded.get(text) ?? []), ...others]);
  }
}
