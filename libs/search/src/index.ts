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
  ALTERNATIVES_MAX,
  COUNTED_FACETS,
  FACET_ROWS_MAX,
  FILTER_FACETS,
  type Batch,
  type BuildOptions,
  type Candidate,
  type Clause,
  type CountedEntity,
  type CountedFacet,
  type Counts,
  type Filter,
  type FilterFacet,
  type FindOptions,
  type Found,
  type IndexBuild,
  type IndexInfo,
  type Kept,
  type PutResult,
  type Reading,
  type SearchIndex,
  type Term,
  type Vocabulary,
  type YearRange,
} from './search-index.ts';
export {
  SEARCH_FIELDS,
  type DocumentFacets,
  type SearchDocument,
  type SearchField,
} from './search-document.ts';
export { fold } from './text/fold.ts';
export { stem } from './text/stem.ts';
export { foldedWords, indexWords, WORD_CHARS_MAX } from './text/words.ts';
