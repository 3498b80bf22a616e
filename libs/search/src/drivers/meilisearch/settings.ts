import type { Settings } from 'meilisearch';
import { facetName } from './documents.ts';
import { FILTER_FACETS } from '../../interpretation.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';

/** Maximum number of hits of one query. */
export const HITS_MAX = 2_000;

/**
 * Settings of an index of references. The engine's own word processing is off, because text and queries are folded, stemmed
 * and corrected before. Its order is by rank alone, as in SQLite, so that both engines find the same candidates; the caller
 * orders them for the agent.
 */
export const REFERENCE_SETTINGS: Settings = {
  searchableAttributes: [...SEARCH_FIELDS],
  filterableAttributes: [
    'id',
    ...FILTER_FACETS.map(facetName),
    facetName('decade'),
    'year_from',
    'year_to',
  ],
  sortableAttributes: ['rank'],
  rankingRules: ['words', 'rank:desc'],
  typoTolerance: { enabled: false },
  stopWords: [],
  synonyms: {},
  prefixSearch: 'disabled',
  proximityPrecision: 'byWord',
  faceting: { maxValuesPerFacet: 200 },
  pagination: { maxTotalHits: HITS_MAX },
  searchCutoffMs: 1_000,
};

/** Settings of an index of attachments, which is never searched by words. */
export const ATTACHMENT_SETTINGS: Settings = {
  searchableAttributes: ['name'],
  filterableAttributes: ['name', 'part'],
  sortableAttributes: ['part'],
  pagination: { maxTotalHits: 10_000 },
};
