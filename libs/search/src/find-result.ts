/** Names of the facets that an answer counts. The other facets of a document are for filters only. */
export const COUNTED_FACETS = ['form', 'source', 'decade', 'rights'] as const;
/** The name of a counted facet. */
export type CountedFacet = (typeof COUNTED_FACETS)[number];

/** A document that an interpretation found. */
export interface Candidate {
  readonly id: string;
  readonly rank: number;
  /** Words of the document's fields, one line for each of SEARCH_FIELDS. */
  readonly text: string;
  /** The stored key of the document; null where the engine has no key, and `body` is present. */
  readonly key: string | null;
  /** The stored body; null where `bodies` must be called for it, because few candidates are ever shown. */
  readonly body: string | null;
  /** Index of the first interpretation that found the document. */
  readonly interpretation: number;
}
/** A document read by its id. */
export interface StoredCandidate extends Candidate {
  readonly body: string;
}
/** Counts over the documents of the first interpretation that found any, at most FACET_ROWS_MAX of them. */
export interface Counts {
  readonly facets: Readonly<Record<CountedFacet, ReadonlyMap<string, number>>>;
  /** Number of documents that match. */
  readonly total: number;
  /** True when `total` is a lower bound. */
  readonly bounded: boolean;
  /** True when the facets count only a part of the documents. */
  readonly sampled: boolean;
}
const NONE: ReadonlyMap<string, number> = new Map();
/** The counts of an answer without candidates. */
export const EMPTY_COUNTS: Counts = {
  facets: { form: NONE, source: NONE, decade: NONE, rights: NONE },
  total: 0,
  bounded: false,
  sampled: false,
};
/** The candidates of a search, in the order of the interpretations, and the counts. */
export interface FindResult {
  /** The index version that answered. One answer never mixes two versions. */
  readonly version: string;
  readonly candidates: readonly Candidate[];
  readonly counts: Counts;
}
/** Maximum number of documents that are counted for facets and the estimate. */
export const FACET_ROWS_MAX = 2_000;

/** The limits of one search. */
export interface FindOptions {
  /** Number of different candidates after which later interpretations are left out. */
  readonly enough: number;
}
