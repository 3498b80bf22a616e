import type { SearchField } from './search-document.ts';

/** Names of the facets (properties with few values) by which a search can be filtered. */
export const FILTER_FACETS = ['type', 'source', 'rights', 'form', 'language', 'image'] as const;
/** Name of a facet by which a search can be filtered. */
export type FilterFacetName = (typeof FILTER_FACETS)[number];

/** Number of alternatives per clause that every engine must search. An engine may skip further ones. */
export const ALTERNATIVES_MAX = 24;

/** A word, or several words that a document must all contain. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** True when the words must be adjacent and in this order in one field. */
  readonly phrase?: true;
  /** Fields in which the words may occur; all fields when absent. */
  readonly fields?: readonly SearchField[];
}
/** A list of alternative terms. A document satisfies the clause when it contains at least one of them. */
export interface SearchClause {
  readonly any: readonly SearchTerm[];
}
/** A range of years that must overlap with the years of a document. */
export interface YearRange {
  readonly from: number;
  readonly to: number;
}
/** Conditions on facets and years that every hit must satisfy. */
export interface FacetAndYearFilter {
  readonly facets?: Partial<Record<FilterFacetName, readonly string[]>>;
  readonly years?: YearRange;
  /** Facet values that no hit may have. */
  readonly not?: Partial<Record<FilterFacetName, readonly string[]>>;
}
/** One way to read a query: documents must match all clauses, no excluded term, and the filter. */
export interface QueryInterpretation {
  readonly all: readonly SearchClause[];
  readonly none?: readonly SearchTerm[];
  readonly filter?: FacetAndYearFilter;
  /** Maximum number of documents that this interpretation may find. */
  readonly limit: number;
}

/**
 * True when every document of `other` is also one of `one`: `other` has all clauses of `one`, and the same exclusions and
 * facets. Compares clauses as objects, so it recognizes only interpretations that share them.
 */
export function contains(one: QueryInterpretation, other: QueryInterpretation): boolean {
  const years = one.filter?.years;
  return (
    one.all.every((clause) => other.all.includes(clause)) &&
    one.none === other.none &&
    one.filter?.facets === other.filter?.facets &&
    one.filter?.not === other.filter?.not &&
    (years === undefined || years === other.filter?.years)
  );
}
