import type { FindOptions, FindResult, StoredCandidate } from './find-result.ts';
import type { BuildOptions, IndexBuild } from './index-build.ts';
import type { ListedDocument } from './listed-document.ts';
import type { IndexInfo } from './index-info.ts';
import type { Interpretation } from './interpretation.ts';

/**
 * A search engine behind one interface: it finds candidates, keeps versions and swaps them atomically. The caller
 * interprets queries and orders the hits, so that every engine gives the same answer (ADR 010).
 */
export interface SearchIndex {
  /** Reads the serving version; null before the first import. Errors: service_unavailable. */
  info(): Promise<IndexInfo | null>;
  /**
   * Finds candidates of the interpretations, in their order. An empty index finds none. Errors: service_unavailable.
   */
  find(interpretations: readonly Interpretation[], options: FindOptions): Promise<FindResult>;
  /** Reads documents by id and leaves out unknown ids. Errors: service_unavailable. */
  get(ids: readonly string[]): Promise<readonly StoredCandidate[]>;
  /**
   * Reads bodies by id from the version that `find` answered from; null when another version serves by now and the
   * search must be repeated. Errors: service_unavailable.
   */
  bodies(version: string, ids: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /**
   * All documents of the serving version, page by page, in no particular order. Errors: SearchFault `building` when another
   * version begins to serve before the last page.
   */
  documents(): AsyncIterable<readonly ListedDocument[]>;
  /** Bytes stored with the version under this name; null when there are none. Errors: service_unavailable. */
  attachment(
    name: string,
  ): Promise<{ readonly version: string; readonly bytes: Uint8Array } | null>;
  /** Starts or resumes a build. One build runs at a time. Errors: service_unavailable when another is running. */
  build(options: BuildOptions): Promise<IndexBuild>;
  /** Makes the previous version serve again; false when there is none. */
  rollback(): Promise<boolean>;
  close(): Promise<void>;
}
