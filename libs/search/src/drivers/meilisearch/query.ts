import type { MultiSearchQuery } from 'meilisearch';
import {
  ALTERNATIVES_MAX,
  type SearchClause,
  type FacetAndYearFilter,
  type FilterFacetName,
  type QueryInterpretation,
  type SearchTerm,
} from '../../interpretation.ts';
import { COUNTED_FACETS } from '../../find-result.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { CANDIDATE_MEMBERS, facetName } from './documents.ts';

/** Maximum number of words of a query that Meilisearch uses; it ignores further ones. */
const WORDS_MAX = 10;
/**
 * Maximum number of Meilisearch queries for one interpretation of a query. Several are needed because Meilisearch has no OR
 * between words.
 */
const QUERIES_MAX = 6;

/** Returns a term in Meilisearch's query syntax; null when it contains no word. */
function termText({ words, phrase }: SearchTerm): string | null {
  // Meilisearch's only operators are quotes and a leading minus, which analysed words do not contain.
  const clean = words
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .filter((word) => word !== '');
  if (clean.length === 0) return null;
  return phrase === true && clean.length > 1
    ? `"${clean.join(' ')}"`
    : clean.map((word) => `"${word}"`).join(' ');
}

/**
 * Returns combinations that take one alternative from each clause, at most QUERIES_MAX. They are ordered by the sum of the
 * alternatives' positions, then by the largest position, so that every clause varies early.
 */
export function combinationsOf(clauses: readonly SearchClause[]): SearchTerm[][] {
  const choices = clauses.map(({ any }) => any.slice(0, ALTERNATIVES_MAX));
  if (choices.some((terms) => terms.length === 0)) return [];
  const combinations: SearchTerm[][] = [];
  const most = choices.reduce((sum, terms) => sum + terms.length - 1, 0);
  for (let sum = 0; sum <= most && combinations.length < QUERIES_MAX; sum++) {
    const ranked = positionsOf(choices, sum).sort((a, b) => Math.max(...a) - Math.max(...b));
    for (const positions of ranked)
      combinations.push(positions.flatMap((at, clause) => choices[clause]?.[at] ?? []));
  }
  return combinations.slice(0, QUERIES_MAX);
}

/**
 * Returns every combination of one position per list of `choices` whose positions add up to `sum`. A query has at most 12
 * clauses, and sums stay small.
 */
function positionsOf(choices: readonly (readonly SearchTerm[])[], sum: number): number[][] {
  const [first, ...others] = choices;
  if (first === undefined) return sum === 0 ? [[]] : [];
  const found: number[][] = [];
  for (let at = 0; at <= sum && at < first.length; at++)
    for (const rest of positionsOf(others, sum - at)) found.push([at, ...rest]);
  return found;
}

/** Quotes a text as a value in a Meilisearch filter. */
function filterValue(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function facetFilters(facets: FacetAndYearFilter['facets'], operator: 'IN' | 'NOT IN'): string[] {
  return Object.entries(facets ?? {}).map(
    ([facet, values]) =>
      `${facetName(facet as FilterFacetName)} ${operator} [${values.map(filterValue).join(', ')}]`,
  );
}

/** Converts a filter to Meilisearch's syntax; an empty list means no filter. */
export function filterOf(filter: FacetAndYearFilter | undefined): string[] {
  const facets = [...facetFilters(filter?.facets, 'IN'), ...facetFilters(filter?.not, 'NOT IN')];
  const years = filter?.years;
  return years === undefined
    ? facets
    : [...facets, `year_from <= ${years.to}`, `year_to >= ${years.from}`];
}

/** Returns the Meilisearch filter for documents with these ids. */
export function idFilter(ids: readonly string[]): string {
  return `id IN [${ids.map(filterValue).join(', ')}]`;
}

function fieldsOf(terms: readonly SearchTerm[]): string[] | undefined {
  // Meilisearch restricts the searched fields per query only. When one term may occur in all fields, all fields are searched,
  // and the caller's scoring checks the restrictions of the other terms.
  if (terms.length === 0 || terms.some(({ fields }) => fields === undefined || fields.length === 0))
    return undefined;
  const wanted = new Set(terms.flatMap(({ fields }) => fields ?? []));
  return SEARCH_FIELDS.filter((field) => wanted.has(field));
}

/** Returns the Meilisearch queries that together represent one interpretation of a query; empty when a clause has no word. */
export function queriesOf(
  interpretation: QueryInterpretation,
  indexUid: string,
): MultiSearchQuery[] {
  const excluded = (interpretation.none ?? []).flatMap((term) => {
    // Meilisearch excludes a word in all fields only; exclusions in some fields are left to the caller's scoring.
    if (term.fields !== undefined) return [];
    const text = termText(term);
    return text === null ? [] : text.split(/ (?=")/).map((part) => `-${part}`);
  });
  return combinationsOf(interpretation.all).flatMap((terms) => {
    const texts = terms.map(termText);
    if (texts.includes(null)) return [];
    const filter = filterOf(interpretation.filter);
    const fields = fieldsOf(terms);
    const wanted = texts
      .join(' ')
      .split(/ (?=")/)
      .slice(0, WORDS_MAX)
      .join(' ');
    return [
      {
        indexUid,
        q: [wanted, ...excluded].filter((part) => part !== '').join(' '),
        limit: interpretation.limit,
        matchingStrategy: 'all' as const,
        attributesToRetrieve: CANDIDATE_MEMBERS,
        facets: COUNTED_FACETS.map(facetName),
        ...(filter.length === 0 ? {} : { filter }),
        ...(fields === undefined ? {} : { attributesToSearchOn: fields }),
      },
    ];
  });
}
