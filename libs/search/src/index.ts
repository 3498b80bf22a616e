export { ENGINE_KEYS, engineKeyValue, prepareEngine } from './drivers/meilisearch/engine-keys.ts';
export type { IndexVersionsFolder } from './drivers/sqlite/version-folder.ts';
export { openSearch, packIndex, placeIndex, versionFolder } from './open-search.ts';
export { TransferableDocumentList } from './packed-documents.ts';
export { SearchEngineError } from './search-engine-error.ts';
export {
  type DocumentBatch,
  type NamedEntityWithDocumentCount,
  type IndexBuild,
  type DocumentPutCounts,
  type DocumentWordsAndNamedEntities,
  type IndexVocabulary,
} from './index-build.ts';
export {
  type SearchClause,
  type FacetAndYearFilter,
  type FilterFacetName,
  type QueryInterpretation,
  type SearchTerm,
  type YearRange,
} from './interpretation.ts';
export {
  type SearchCandidate,
  type SearchCandidateWithBody,
  COUNTED_FACETS,
  type HitCountFacetName,
  type HitTotalAndFacetCounts,
  type SearchIndexFindResult,
} from './find-result.ts';
export { type ServingIndexVersionSummary } from './index-info.ts';
export { matchesInterpretation } from './document-match.ts';
export { StoredDocumentRegistry } from './known-documents.ts';
export { type DocumentListingEntry } from './listed-document.ts';
export { type SearchIndex } from './search-index.ts';
export { SEARCH_FIELDS, type SearchDocument, type SearchField } from './search-document.ts';
export { fold } from './text/fold.ts';
export { stem } from './text/stem.ts';
export { foldedWords, indexWords } from './text/words.ts';
