import type { SearchField } from './search-document.ts';

/** Facets that an interpretation can be filtered by, each a set of exact values. */
export const FILTER_FACETS = ['type', 'source', 'rights', 'form', 'language', 'image'] as const;
/** The name of a facet to filter by. */
export type FilterFacet = (typeof FILTER_FACETS)[number];

/** Alternatives of one clause that every engine searches. An engine may leave out further ones. */
export const ALTERNATIVES_MAX = 24;

/** One word, or several of which a document must hold all. */
export interface Term {
  readonly words: readonly string[];
  /** The words stand next to each other, in this order, in one field. */
  readonly phrase?: true;
  /** Fields it may stand in; all when absent. */
  readonly fields?: readonly SearchField[];
}
/** Alternatives of which a document must hold at least one. */
export interface Clause {
  readonly any: readonly Term[];
}
/** Years that a document's own years must overlap. */
export interface YearRange {
  readonly from: number;
  readonly to: number;
}
/** Conditions on every hit besides its words. */
export interface Filter {
  readonly facets?: Partial<Record<FilterFacet, readonly string[]>>;
  readonly years?: YearRange;
  /** Values that no hit has. An interpretation without words and facets disregards them. */
  readonly not?: Partial<Record<FilterFacet, readonly string[]>>;
}
/** One way to read a query: a document matches all clauses, none of the excluded terms, and the filter. */
export interface Interpretation {
  readonly all: readonly Clause[];
  readonly none?: readonly Term[];
  readonly filter?: Filter;
  /** Documents wanted, at most. */
  readonly limit: number;
}
