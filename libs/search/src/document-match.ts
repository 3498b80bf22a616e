import type { FilterFacetName, QueryInterpretation, SearchTerm } from './interpretation.ts';
import { SEARCH_FIELDS, type SearchDocument } from './search-document.ts';

/**
 * True when a document contains a term, a phrase with its words next to each other. `fields`: the words of the document, in the
 * order of SEARCH_FIELDS.
 */
export function holdsTerm(
  fields: readonly string[],
  { words, fields: wanted, phrase: adjacent }: SearchTerm,
): boolean {
  if (adjacent !== true && words.length > 1) {
    return words.every((word) =>
      holdsTerm(fields, { words: [word], ...(wanted === undefined ? {} : { fields: wanted }) }),
    );
  }
  const phrase = ` ${words.join(' ')} `;
  return fields.some((text, at) => {
    const name = SEARCH_FIELDS[at];
    if (name === undefined || (wanted !== undefined && wanted.length > 0 && !wanted.includes(name)))
      return false;
    return ` ${text} `.includes(phrase);
  });
}

/** True when a document matches all clauses of an interpretation, none of its exclusions, and its filter. */
export function matchesInterpretation(
  { fields, facets }: Pick<SearchDocument, 'fields' | 'facets'>,
  { all, none = [], filter = {} }: QueryInterpretation,
): boolean {
  const has = ([facet, values]: [string, readonly string[]]): boolean =>
    // The cast is safe, because the keys of a filter are its facets.
    values.includes(facets[facet as FilterFacetName]);
  const { years } = filter;
  return (
    all.every(({ any }) => any.some((term) => holdsTerm(fields, term))) &&
    !none.some((term) => holdsTerm(fields, term)) &&
    Object.entries(filter.facets ?? {}).every(has) &&
    !Object.entries(filter.not ?? {}).some(has) &&
    (years === undefined ||
      (facets.from !== null &&
        facets.to !== null &&
        facets.from <= years.to &&
        facets.to >= years.from))
  );
}
