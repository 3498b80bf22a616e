import type { Settings } from 'meilisearch';
import { facetName } from './documents.ts';
import { FILTER_FACETS } from '../../search-index.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';

/** Hits that may be asked for in one query. */
export const HITS_MAX = 2_000;

/**
 * Settings of an index of references. Everything the engine would do to words by itself is off: text and queries come
 * folded, stemmed and corrected. Its order is by rank alone, as SQLite's, so that both engines give the same candidates;
 * the order an agent sees is made above the drivers.
 */
export const REFERENCES: Settings = {
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

/** Settings of the index beside it: pieces of what is stored with a version, never searched by words. */
export const SIDE: Settings = {
  searchableAttributes: ['name'],
  filterableAttributes: ['name', 'part'],
  sortableAttributes: ['part'],
  pagination: { maxTotalHits: 10_000 },
};
