/**
 * Version of the format StoredLearned. With another version in the index, the search does not use the index's learned facts.
 */
export const LEARNED_FORMAT = 1;

/** A foreign word and an English word of the same meaning, as derived from titles of the index. */
export type StoredEquivalent = readonly [
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

/** A maker whose nation was derived, for records that give none. */
export type StoredNation = readonly [
  maker: string,
  /** Adjectives of the peoples (such as `french`), in the spelling that `fold` returns, separated by commas. */
  nations: string,
  /** Number of records and rows of name tables that give the nation. */
  statements: number,
  /** Number of records of the maker without a nationality. */
  documents: number,
];

/** Facts that were derived from the documents of an index version. */
export interface StoredLearned {
  readonly format: number;
  readonly equivalents: readonly StoredEquivalent[];
  readonly neighbours: readonly StoredRelatedTerms[];
  /** Absent in an index that an earlier release built. */
  readonly nations?: readonly StoredNation[];
}

/** The value for an index without documents. */
export const NOTHING_LEARNED: StoredLearned = {
  format: LEARNED_FORMAT,
  equivalents: [],
  neighbours: [],
  nations: [],
};
