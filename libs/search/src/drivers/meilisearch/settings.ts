import type { Settings } from 'meilisearch';
import { facetName } from './documents.ts';
import { FILTER_FACETS } from '../../interpretation.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';

/** Maximum number of hits of one Meilisearch query. */
export const HITS_MAX = 2_000;

/**
 * Settings of a Meilisearch index of documents. Meilisearch's own word processing is off, because texts and queries are
 * analysed before. It orders by rank only, like SQLite, so that both engines find the same candidates.
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

/** Settings of a Meilisearch index of attachments (stored bytes), which are found by name only. */
export const ATTACHMENT_SETTINGS: Settings = {
  searchableAttributes: ['name'],
  filterableAttributes: ['name', 'part'],
  sortableAttributes: ['part'],
  pagination: { maxTotalHits: 10_000 },
};
