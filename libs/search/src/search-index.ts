import type {
  SearchIndexFindOptions,
  SearchIndexFindResult,
  SearchCandidateWithBody,
} from './find-result.ts';
import type { IndexBuildOptions, IndexBuild } from './index-build.ts';
import type { DocumentListingEntry } from './listed-document.ts';
import type { ServingIndexVersionSummary } from './index-info.ts';
import type { QueryInterpretation } from './interpretation.ts';

/**
 * The search index of an archive of records, in any engine: finds candidates, stores versions, and replaces the serving version
 * atomically. The caller interprets queries and orders the hits, so all engines give the same answer (ADR 010).
 */
export interface SearchIndex {
  /**
   * Reads name, size and build time of the version that serves searches; null before the first import. Throws
   * service_unavailable.
   */
  info(): Promise<ServingIndexVersionSummary | null>;
  /**
   * Finds the documents that match the interpretations of a query, in the order of the interpretations; none in an empty index.
   * Throws service_unavailable.
   */
  find(
    interpretations: readonly QueryInterpretation[],
    options: SearchIndexFindOptions,
  ): Promise<SearchIndexFindResult>;
  /** Reads documents by id; unknown ids are left out. Throws service_unavailable. */
  get(ids: readonly string[]): Promise<readonly SearchCandidateWithBody[]>;
  /**
   * Reads the bodies (stored texts) of documents by id from the version that `find` searched. Null when another version serves
   * now; the search must then be repeated. Throws service_unavailable.
   */
  bodies(version: string, ids: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /**
   * Yields all documents of the serving version in pages. Throws SearchEngineError `building` when another version begins to
   * serve.
   */
  documents(): AsyncIterable<readonly DocumentListingEntry[]>;
  /** Reads the bytes stored under a name with the serving version; null when there are none. */
  attachment(
    name: string,
  ): Promise<{ readonly version: string; readonly bytes: Uint8Array } | null>;
  /** Starts or resumes a build. Throws service_unavailable while another build runs. */
  build(options: IndexBuildOptions): Promise<IndexBuild>;
  /** Serves the previous version again. Returns false when there is none. */
  rollback(): Promise<boolean>;
  close(): Promise<void>;
}
