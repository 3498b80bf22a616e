import {
  LEARNED_FORMAT,
  type StoredLearnedTermsAndNations,
  type StoredRelatedTerms,
} from '@bridge/archive';
import { indexWords, type SearchField } from '@bridge/search';
import { LearnedMakersByNation } from './learned-nations.ts';

/**
 * An English word that means the same as a word of another language, as the import learned it from works with titles in both
 * languages.
 */
export interface LearnedTranslation {
  readonly word: string;
  /** Number of different pairs of titles (of one work, in the two languages) that contain the two words. */
  readonly titles: number;
  /** Confidence that both words have the same meaning, 0 to 1. */
  readonly confidence: number;
}

/** A term that often occurs in the same records as another term. */
export interface CooccurringTerm {
  /** The term as it is written in records. */
  readonly name: string;
  readonly words: readonly string[];
  readonly fields: readonly SearchField[];
  /** Number of records that contain both terms. */
  readonly records: number;
  /** Strength of the relation, 0 to 1. */
  readonly strength: number;
}

/**
 * Fields in which a related term (one that often occurs in the same records) is searched, unless it is a maker or a movement.
 */
const WORD_FIELDS: readonly SearchField[] = ['title', 'form', 'subject', 'group'];
const FIELD_OF_KIND: ReadonlyMap<string, SearchField> = new Map([
  ['creator', 'creator'],
  ['movement', 'subject'],
]);

/**
 * The English equivalents of foreign words, and the terms that often occur together, as the import learned them from the
 * records of an index version.
 */
export class LearnedTermRelations {
  readonly #equivalents: ReadonlyMap<string, StoredLearnedTermsAndNations['equivalents']>;
  readonly #neighbours = new Map<string, StoredRelatedTerms>();

  /** The makers of each nation, by which a query for a nation also matches records that contain no nationality. */
  readonly nations: LearnedMakersByNation;

  constructor(stored: StoredLearnedTermsAndNations | undefined) {
    this.nations = new LearnedMakersByNation(stored?.nations ?? []);
    const known = stored?.format === LEARNED_FORMAT ? stored : { equivalents: [], neighbours: [] };
    this.#equivalents = Map.groupBy(known.equivalents, ([foreign]) => foreign);
    for (const line of known.neighbours)
      this.#neighbours.set(termKey(line.slice(0, line.indexOf('\t'))), line);
  }

  /** Returns the English words for a foreign word, most certain first. */
  equivalents(word: string): readonly LearnedTranslation[] {
    const stored = this.#equivalents.get(word) ?? [];
    return stored.map(([, english, titles, confidence]) => ({ word: english, titles, confidence }));
  }

  /** True for a word of another language that has a learned English equivalent. */
  isForeign(word: string): boolean {
    return this.#equivalents.has(word);
  }

  /**
   * Returns the terms that often occur in the same records as the word, movement or maker with these words, the strongest
   * first.
   */
  neighbours(words: readonly string[]): readonly CooccurringTerm[] {
    const [, ...cells] = this.#neighbours.get(words.join(' '))?.split('\t') ?? [];
    return Array.from({ length: cells.length / 3 }, (_, at) => {
      const { text, field } = partsOf(cells[3 * at] ?? '');
      return {
        name: text,
        words: indexWords(text),
        fields: field === undefined ? WORD_FIELDS : [field],
        records: Number(cells[3 * at + 1]),
        strength: Number(cells[3 * at + 2]),
      };
    });
  }
}

function partsOf(name: string): { readonly text: string; readonly field?: SearchField } {
  const cut = name.indexOf(':');
  const field = cut === -1 ? undefined : FIELD_OF_KIND.get(name.slice(0, cut));
  return field === undefined ? { text: name } : { text: name.slice(cut + 1), field };
}

function termKey(name: string): string {
  const { text, field } = partsOf(name);
  return field === undefined ? text : indexWords(text).join(' ');
}
