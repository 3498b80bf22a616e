/**
 * Names of the facets (properties with few values) for which a search result counts the documents by value. Other facets are
 * used for filters only.
 */
export const COUNTED_FACETS = ['form', 'source', 'decade', 'rights'] as const;
/** Name of a facet for which a search result counts the documents by value. */
export type HitCountFacetName = (typeof COUNTED_FACETS)[number];

/** A document that the engine found for a query. The caller scores the candidates and shows the best ones. */
export interface SearchCandidate {
  readonly id: string;
  readonly rank: number;
  /** The words of the document, one line per field in the order of SEARCH_FIELDS. */
  readonly text: string;
  /**
   * The order key, by which the caller recognises near-duplicates and series (`key` of SearchDocument); null when the engine
   * does not return it. Then `body` is present.
   */
  readonly key: string | null;
  /**
   * The body, the text that the caller stored with the document; null when it must be read with `bodies`. Most candidates are
   * never shown, so their bodies are not read.
   */
  readonly body: string | null;
  /** Index of the first interpretation of the query (one way to read it) for which the document was found. */
  readonly interpretation: number;
}
/** A candidate (a document that the engine found) with its body, the text that the caller stored with the document. */
export interface SearchCandidateWithBody extends SearchCandidate {
  readonly body: string;
}
/**
 * Total and facet counts of the documents that match a query, by its first interpretation (way to read it) that has a match.
 * Facets are counted over at most FACET_ROWS_MAX documents.
 */
export interface HitTotalAndFacetCounts {
  readonly facets: Readonly<Record<HitCountFacetName, ReadonlyMap<string, number>>>;
  /** Number of documents that match. It is an estimate when `sampled` is true and the documents were checked for phrases. */
  readonly total: number;
  /** True when `total` is only a lower bound of the number of matching documents. */
  readonly bounded: boolean;
  /** True when the facets were counted over only a part of the matching documents. */
  readonly sampled: boolean;
}
const NONE: ReadonlyMap<string, number> = new Map();
/** The counts of a search without candidates. */
export const EMPTY_COUNTS: HitTotalAndFacetCounts = {
  facets: { form: NONE, source: NONE, decade: NONE, rights: NONE },
  total: 0,
  bounded: false,
  sampled: false,
};
/** The candidates (documents that the engine found for a query), in the order of the query's interpretations. */
export interface CandidatesOfIndexVersion {
  /** The index version that was searched; one result never mixes versions. */
  readonly version: string;
  readonly candidates: readonly SearchCandidate[];
}
/** The result of a search: its candidates, and the counts when they are requested. */
export interface SearchIndexFindResult extends CandidatesOfIndexVersion {
  /**
   * Returns the total and the facet counts. An engine that counts separately does so while the caller orders the candidates.
   * Null when another index version serves now; the search must then be repeated. Throws service_unavailable.
   */
  readonly count: () => Promise<HitTotalAndFacetCounts | null>;
}
/** Maximum number of documents over which facets are counted. */
export const FACET_ROWS_MAX = 2_000;

/** Options of one search for candidates (documents that match a query). */
export interface SearchIndexFindOptions {
  /** When this number of candidates is found, the remaining interpretations of the query are not searched. */
  readonly enough: number;
  /**
   * Called with candidates as they are found, while the engine continues to search. `before`: number of candidates that precede
   * these in the result. When it is less than the number reported so far, the engine began again in another version, and the
   * caller discards the candidates from there.
   */
  readonly onFound?: (candidates: readonly SearchCandidate[], before: number) => void;
}
