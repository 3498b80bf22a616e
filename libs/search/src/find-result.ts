/** Facets that are counted in an answer. The other facets of a document are for filters only. */
export const COUNTED_FACETS = ['form', 'source', 'decade', 'rights'] as const;
/** The name of a counted facet. */
export type CountedFacet = (typeof COUNTED_FACETS)[number];

/** A document that an interpretation found. */
export interface Candidate {
  readonly id: string;
  readonly rank: number;
  /** Words of its fields, one line for each of SEARCH_FIELDS. */
  readonly text: string;
  /** As stored; null where the engine has no key, and `body` is present. */
  readonly key: string | null;
  /** Null where `bodies` must be called for it: few candidates are ever shown. */
  readonly body: string | null;
  /** Index of the first interpretation that found it. */
  readonly interpretation: number;
}
/** A document read by its id. */
export interface StoredCandidate extends Candidate {
  readonly body: string;
}
/** Counts over the documents of the first interpretation that found any, at most FACET_ROWS_MAX of them. */
export interface Counts {
  readonly facets: Readonly<Record<CountedFacet, ReadonlyMap<string, number>>>;
  /** How many documents match. */
  readonly total: number;
  /** True when `total` is a lower bound. */
  readonly bounded: boolean;
  /** True when the facets count a part of the documents only. */
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
/** Documents counted for facets and the estimate, at most. */
export const FACET_ROWS_MAX = 2_000;

/** When `find` may stop. */
export interface FindOptions {
  /** Later interpretations are left out once this many different candidates were found. */
  readonly enough: number;
}
