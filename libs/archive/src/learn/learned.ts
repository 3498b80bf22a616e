/**
 * Version of the format StoredLearnedFacts. With another version in the index, the search does not use the index's learned facts.
 */
export const LEARNED_FORMAT = 1;

/** A foreign word and an English word of the same meaning, as derived from titles of the index. */
export type StoredWordTranslation = readonly [
  foreign: string,
  english: string,
  /** Number of titles in two languages that contain both words. */
  titles: number,
  /** Confidence from 0 to 1. */
  confidence: number,
];

/**
 * A term with its related terms, strongest first, as text: "name\trecords\tstrength" each. Makers and movements begin with
 * their kind: `creator:…`.
 */
export type StoredRelatedTerms = string;

/** A maker with the nation that was derived for those of its records that state none. */
export type StoredMakerNation = readonly [
  maker: string,
  /** Adjectives of the peoples (such as `french`), in the spelling that `fold` returns, separated by commas. */
  nations: string,
  /** Number of records and rows of name tables that give the nation. */
  statements: number,
  /** Number of the maker’s records that state no nationality. */
  documents: number,
];

/** Facts that were derived from the documents of an index version. */
export interface StoredLearnedFacts {
  readonly format: number;
  readonly equivalents: readonly StoredWordTranslation[];
  readonly neighbours: readonly StoredRelatedTerms[];
  /** Absent in an index that an earlier release built. */
  readonly nations?: readonly StoredMakerNation[];
}

/** The derived facts of an index without documents: none. */
export const NOTHING_LEARNED: StoredLearnedFacts = {
  format: LEARNED_FORMAT,
  equivalents: [],
  neighbours: [],
  nations: [],
};
