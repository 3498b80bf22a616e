/**
 * Version of the form in which learned facts are stored. The search ignores the learned facts of an index with another version.
 */
export const LEARNED_FORMAT = 1;

/** A foreign word and an English word of the same meaning, learned from works with titles in both languages. */
export type StoredWordTranslation = readonly [
  foreign: string,
  english: string,
  /** Number of works that have the foreign word in one title and the English word in the other. */
  titles: number,
  /** How certain the translation is, from 0 to 1. */
  confidence: number,
];

/**
 * A term and its related terms, the most strongly related first, in one text with tabs: the term, then name, number of common
 * records and strength of each. Makers and movements begin with their kind, as in `creator:…`.
 */
export type StoredRelatedTerms = string;

/** A maker, and the nation that was learned for those of the maker's records that state none. */
export type StoredMakerNation = readonly [
  maker: string,
  /** Adjectives of the nations, such as `french`, in lower case without accents, separated by commas. */
  nations: string,
  /** Number of records and rows of name tables that state the nation. */
  statements: number,
  /** Number of the maker’s records that state no nationality. */
  documents: number,
];

/** Facts that an import learned from the documents of an index version; the search uses them. */
export interface StoredLearnedTermsAndNations {
  readonly format: number;
  readonly equivalents: readonly StoredWordTranslation[];
  readonly neighbours: readonly StoredRelatedTerms[];
  /** Absent in an index that an earlier release built. */
  readonly nations?: readonly StoredMakerNation[];
}

/** The learned facts of an index that has none. */
export const NOTHING_LEARNED: StoredLearnedTermsAndNations = {
  format: LEARNED_FORMAT,
  equivalents: [],
  neighbours: [],
  nations: [],
};
