/** Names of the facets that are counted in a search result. Other facets are used for filters only. */
export const COUNTED_FACETS = ['form', 'source', 'decade', 'rights'] as const;
/** Name of a counted facet. */
export type CountedFacet = (typeof COUNTED_FACETS)[number];

/** A document found for an interpretation of the query. */
export interface SearchCandidate {
  readonly id: string;
  readonly rank: number;
  /** The words of the document, one line per field in the order of SEARCH_FIELDS. */
  readonly text: string;
  /**
   * The order key of the document (`key` of SearchDocument); null when the engine does not store it, in which case `body` is
   * present.
   */
  readonly key: string | null;
  /** The stored body; null when it must be read with `bodies`, because few candidates are shown. */
  readonly body: string | null;
  /** Index of the first interpretation of the query (one way to read it) for which the document was found. */
  readonly interpretation: number;
}
/** A candidate (a document found by the engine) with the stored body of the document. */
export interface StoredSearchCandidate extends SearchCandidate {
  readonly body: string;
}
/**
 * Counts of the documents that the first interpretation with hits finds. Facets are counted over at most FACET_ROWS_MAX
 * documents.
 */
export interface HitCounts {
  readonly facets: Readonly<Record<CountedFacet, ReadonlyMap<string, number>>>;
  /** Number of documents that match. It is an estimate when `sampled` is true and the documents were checked for phrases. */
  readonly total: number;
  /** True when `total` is only a lower bound of the number of matching documents. */
  readonly bounded: boolean;
  /** True when the facets were counted over a part of the documents. */
  readonly sampled: boolean;
}
const NONE: ReadonlyMap<string, number> = new Map();
/** The counts of a search without candidates. */
export const EMPTY_COUNTS: HitCounts = {
  facets: { form: NONE, source: NONE, decade: NONE, rights: NONE },
  total: 0,
  bounded: false,
  sampled: false,
};
/** Candidates in the order of the interpretations. */
export interface FoundSearchCandidates {
  /** The index version that was searched; one result never mixes versions. */
  readonly version: string;
  readonly candidates: readonly SearchCandidate[];
}
/** The result of a search: its candidates, and the counts when they are requested. */
export interface FindResult extends FoundSearchCandidates {
  /**
   * Returns the counts. An engine that counts separately does so while the caller orders the candidates. Null when another
   * version serves now; the search must then be repeated. Throws service_unavailable.
   */
  readonly count: () => Promise<HitCounts | null>;
}
/** Maximum number of documents over which facets are counted. */
export const FACET_ROWS_MAX = 2_000;

/** Options of one search. */
export interface FindOptions {
  /** When this number of candidates is found, the remaining interpretations are not searched. */
  readonly enough: number;
  /**
   * Called with candidates as they are found, while the engine searches on. `before`: number of candidates of the result before
   * these. It can be less than the number announced so far: the engine then searches again in another version.
   */
  readonly onFound?: (candidates: readonly SearchCandidate[], before: number) => void;
}
