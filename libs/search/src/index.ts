export {
  ENGINE_KEYS,
  engineKeyValue,
  prepareEngine,
  type EngineKeyUse,
} from './drivers/meilisearch/engine-keys.ts';
export type { VersionFolder } from './drivers/sqlite/version-folder.ts';
export {
  openSearch,
  packIndex,
  placeIndex,
  versionFolder,
  type SearchSettings,
} from './open-search.ts';
export { PackedDocuments } from './packed-documents.ts';
export { SearchFault, type SearchFaultReason } from './search-fault.ts';
export {
  type Batch,
  type BuildOptions,
  type CountedEntity,
  type IndexBuild,
  type PutResult,
  type Vocabulary,
} from './index-build.ts';
export {
  ALTERNATIVES_MAX,
  FILTER_FACETS,
  type Clause,
  type Filter,
  type FilterFacet,
  type Interpretation,
  type Term,
  type YearRange,
} from './interpretation.ts';
export {
  COUNTED_FACETS,
  FACET_ROWS_MAX,
  type Candidate,
  type CountedFacet,
  type Counts,
  type FindOptions,
  type FindResult,
  type StoredCandidate,
} from './find-result.ts';
export { type IndexInfo } from './index-info.ts';
export { type SearchIndex } from './search-index.ts';
export {
  SEARCH_FIELDS,
  type DocumentFacets,
  type SearchDocument,
  type SearchField,
} from './search-document.ts';
export { fold } from './text/fold.ts';
export { stem } from './text/stem.ts';
export { foldedWords, indexWords, WORD_CHARS_MAX } from './text/words.ts';
