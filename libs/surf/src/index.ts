export { surfModule, surfOfTool } from './module.ts';
export { EXPLAIN_HITS, explainQuery, type ScoreExplanation } from './search/explain.ts';
export { KNOWN_WORDS_FILE, packWords } from './search/lexicon/known-words.ts';
export { queryLogFolder } from './query-log/log-files.ts';
export {
  type CountedLoggedQuery,
  type QueryLogSummary,
  readQueryLog,
} from './query-log/read-query-log.ts';
export { ArchiveSearcher } from './search/search-archive.ts';
export {
  ablations,
  PRODUCT_SEARCH_OPTIONS,
  reweightings,
  type NamedSearchOptions,
  type SearchOptions,
} from './search/search-options.ts';
