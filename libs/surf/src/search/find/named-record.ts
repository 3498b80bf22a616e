import { searchDocument } from '@bridge/archive';
import {
  COUNTED_FACETS,
  type HitCountFacetName,
  matchesInterpretation,
  type SearchCandidateWithBody,
  type SearchIndexFindResult,
} from '@bridge/search';
import type { ParsedQuery } from '../parse/parsed-query.ts';
import { recordOf } from '../parse/resolve-query.ts';
import { conditionsOnly } from './interpretations.ts';

/** True when a record that a query names by id meets the other conditions of the query, such as its filters. */
export function meetsConditions(query: ParsedQuery, { body }: SearchCandidateWithBody): boolean {
  return matchesInterpretation(searchDocument(recordOf(body), '', 0), conditionsOnly(query));
}

/** Returns the search result for a query that names this record by id: the record, if it meets the other conditions. */
export function namedResult(
  query: ParsedQuery,
  named: SearchCandidateWithBody,
  version: string,
): SearchIndexFindResult {
  const candidates = meetsConditions(query, named) ? [named] : [];
  const { facets } = searchDocument(recordOf(named.body), '', 0);
  const counted = COUNTED_FACETS.map((facet) => {
    const values = candidates.length === 0 || facets[facet] === '' ? [] : [facets[facet]];
    return [facet, new Map(values.map((value) => [value, 1]))] as const;
  });
  const counts = {
    facets: Object.fromEntries(counted) as Record<HitCountFacetName, Map<string, number>>,
    total: candidates.length,
    bounded: false,
    sampled: false,
  };
  return { version, candidates, count: () => Promise.resolve(counts) };
}
