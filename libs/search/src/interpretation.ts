import type { SearchField } from './search-document.ts';

/** Names of the facets by which an interpretation can be filtered; each is a set of exact values. */
export const FILTER_FACETS = ['type', 'source', 'rights', 'form', 'language', 'image'] as const;
/** The name of a facet to filter by. */
export type FilterFacet = (typeof FILTER_FACETS)[number];

/** Maximum number of alternatives of one clause that every engine searches. An engine may leave out further ones. */
export const ALTERNATIVES_MAX = 24;

/** One word, or several words that must all be in a document. */
export interface Term {
  readonly words: readonly string[];
  /** True when the words must be next to each other, in this order, in one field. */
  readonly phrase?: true;
  /** Fields in which the term may occur; all fields when absent. */
  readonly fields?: readonly SearchField[];
}
/** Alternative terms; a document must contain at least one of them. */
export interface Clause {
  readonly any: readonly Term[];
}
/** Years that a document's own years must overlap. */
export interface YearRange {
  readonly from: number;
  readonly to: number;
}
/** Conditions on every hit in addition to its words. */
export interface Filter {
  readonly facets?: Partial<Record<FilterFacet, readonly string[]>>;
  readonly years?: YearRange;
  /** Values that no hit may have. An interpretation without words and facets ignores them. */
  readonly not?: Partial<Record<FilterFacet, readonly string[]>>;
}
/** One way to read a query: a document matches all clauses, none of the excluded terms, and the filter. */
export interface Interpretation {
  readonly all: readonly Clause[];
  readonly none?: readonly Term[];
  readonly filter?: Filter;
  /** Maximum number of documents that the caller wants. */
  readonly limit: number;
}
