import type { MultiSearchQuery } from 'meilisearch';
import {
  ALTERNATIVES_MAX,
  type Clause,
  COUNTED_FACETS,
  type Filter,
  type FilterFacet,
  type Reading,
  type Term,
} from '../../search-index.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { CANDIDATE_MEMBERS, facetName } from './documents.ts';

/** The engine reads so many words of a query and ignores the rest. */
const WORDS_MAX = 10;
/** Queries that one reading may become: the engine has no OR between words. */
const QUERIES_MAX = 6;

/** A term of words that the engine can look for; null when nothing of it is a word. */
function termText({ words, phrase }: Term): string | null {
  // Quotes and the leading minus are the engine's only operators; analysed words hold neither.
  const clean = words
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .filter((word) => word !== '');
  if (clean.length === 0) return null;
  return phrase === true && clean.length > 1
    ? `"${clean.join(' ')}"`
    : clean.map((word) => `"${word}"`).join(' ');
}

/** Every way to take one alternative of each clause, the earlier alternatives first, at most QUERIES_MAX. */
function choices(clauses: readonly Clause[]): Term[][] {
  let made: Term[][] = [[]];
  for (const { any } of clauses) {
    const next: Term[][] = [];
    // Breadth first over alternatives: the first of every clause come before the second of any.
    for (const term of any.slice(0, ALTERNATIVES_MAX))
      for (const before of made) next.push([...before, term]);
    made = next.slice(0, QUERIES_MAX);
  }
  return made;
}

/** Text as a value in a filter expression. */
function value(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The reading's filter as the engine's; an empty list filters nothing. */
export function filterOf(filter: Filter | undefined): string[] {
  const facets = Object.entries(filter?.facets ?? {}).map(
    ([facet, values]) => `${facetName(facet as FilterFacet)} IN [${values.map(value).join(', ')}]`,
  );
  const years = filter?.years;
  return years === undefined
    ? facets
    : [...facets, `year_from <= ${years.to}`, `year_to >= ${years.from}`];
}

/** One filter for documents of these ids. */
export function idFilter(ids: readonly string[]): string {
  return `id IN [${ids.map(value).join(', ')}]`;
}

function fieldsOf(terms: readonly Term[]): string[] | undefined {
  // A field can be asked of a whole query only: with one free term all fields are searched, and the scorer above tells.
  if (terms.length === 0 || terms.some(({ fields }) => fields === undefined || fields.length === 0))
    return undefined;
  const wanted = new Set(terms.flatMap(({ fields }) => fields ?? []));
  return SEARCH_FIELDS.filter((field) => wanted.has(field));
}

/** The queries of a multi-search that together are one reading; none when a clause holds no word at all. */
export function queriesOf(reading: Reading, indexUid: string): MultiSearchQuery[] {
  const excluded = (reading.none ?? []).flatMap((term) => {
    const text = termText(term);
    return text === null ? [] : text.split(/ (?=")/).map((part) => `-${part}`);
  });
  return choices(reading.all).flatMap((terms) => {
    const texts = terms.map(termText);
    if (texts.includes(null)) return [];
    const filter = filterOf(reading.filter);
    const fields = fieldsOf(terms);
    const asked = texts
      .join(' ')
      .split(/ (?=")/)
      .slice(0, WORDS_MAX)
      .join(' ');
    return [
      {
        indexUid,
        q: [asked, ...excluded].filter((part) => part !== '').join(' '),
        limit: reading.limit,
        matchingStrategy: 'all' as const,
        attributesToRetrieve: CANDIDATE_MEMBERS,
        facets: COUNTED_FACETS.map(facetName),
        ...(filter.length === 0 ? {} : { filter }),
        ...(fields === undefined ? {} : { attributesToSearchOn: fields }),
      },
    ];
  });
}
