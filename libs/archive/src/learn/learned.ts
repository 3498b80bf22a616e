/** Form of StoredLearned. An index of another form is searched without what it has learned. */
export const LEARNED_FORMAT = 1;

/** A word of another language with an English word of the same meaning, as the index has both. */
export type StoredEquivalent = readonly [
  foreign: string,
  english: string,
  /** Different titles that stand in both languages and have both words. */
  titles: number,
  /** 0 to 1. */
  confidence: number,
];

/**
 * A term with its neighbours, strongest first: "name\trecords\tstrength" each, all separated by tabs. A maker or movement begins
 * with its kind: `creator:…`. One text, because most are never read.
 */
export type StoredNeighbours = string;

/** What an index version has learned from its own documents. */
export interface StoredLearned {
  readonly format: number;
  readonly equivalents: readonly StoredEquivalent[];
  readonly neighbours: readonly StoredNeighbours[];
}

/** Of an index without documents. */
export const NOTHING_LEARNED: StoredLearned = {
  format: LEARNED_FORMAT,
  equivalents: [],
  neighbours: [],
};
