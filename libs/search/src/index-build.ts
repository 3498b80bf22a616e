import type { QueryInterpretation } from './interpretation.ts';
import type { TransferableDocumentList } from './packed-documents.ts';
import type { SearchDocument, SearchField } from './search-document.ts';
import type { SearchIndexFindOptions, CandidatesOfIndexVersion } from './find-result.ts';
import type { ServingIndexVersionSummary } from './index-info.ts';

/** Fields whose words are never used to correct misspelled words of a query: accession numbers and years. */
export const NON_VOCABULARY_FIELDS: ReadonlySet<string> = new Set<SearchField>([
  'accession',
  'time',
]);

/** The sorted words of an index, except those that occur in NON_VOCABULARY_FIELDS only. */
export interface IndexVocabulary {
  readonly words: readonly string[];
  /** For each word, the number of documents with it in each of the SEARCH_FIELDS. */
  readonly documents: Uint32Array;
}
/** Initial capacity, in words, of the arrays of word counts. A full array is replaced by one of twice the capacity. */
export const FIRST_WORDS = 16_384;
/** An entity (such as a maker or a movement) with the number of documents that name it. */
export interface NamedEntityWithDocumentCount {
  readonly entity: string;
  readonly documents: number;
}

/** The words and entities of a stored document. */
export interface DocumentWordsAndNamedEntities {
  readonly id: string;
  /** Words, one line per field in the order of SEARCH_FIELDS. */
  readonly text: string;
  /** Entities, one per line. */
  readonly entities: string;
}

/** Mode and name with which a build of a new index version starts. */
export interface IndexBuildOptions {
  /** `swap`: the build starts without documents. `merge`: it starts with a copy of the version that serves searches now. */
  readonly mode: 'swap' | 'merge';
  /** Unique name of the new version: letters, digits and `-`. */
  readonly version: string;
  /**
   * True to continue an unfinished build of the same mode, if there is one. A build is unfinished when it was suspended or its
   * process was killed.
   */
  readonly resume: boolean;
}

/** The numbers of documents that `put` added, changed, found unchanged or did not write. */
export interface DocumentPutCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of documents that were not written because the stored document with the same id is newer. */
  readonly kept: number;
}

/** Documents to write in one transaction, and the caller's progress (checkpoint) that is stored with them. */
export interface DocumentBatch {
  /** TransferableDocumentList may be transferred to another thread, so the caller must not read them after the call. */
  readonly documents: readonly SearchDocument[] | TransferableDocumentList;
  /** Original records of the source, each stored under its name. Meilisearch does not store them. */
  readonly blobs?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** True to replace also those stored documents that are newer. */
  readonly force?: boolean;
  /** The caller's progress after this batch. When the build is resumed, `checkpoints()` returns it. */
  readonly checkpoint?: { readonly key: string; readonly value: string };
}

/** A build of a new index version. Searches do not see the version before `commit`. */
export interface IndexBuild {
  readonly version: string;
  /** True when the build continues an unfinished one (suspended, or its process was killed). */
  readonly resumed: boolean;
  /**
   * Returns the hashes of all stored documents by source. A source record with one of these hashes is unchanged and need not be
   * converted again.
   */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Writes a batch in one transaction, except documents whose hash is already stored. */
  put(batch: DocumentBatch): Promise<DocumentPutCounts>;
  /** Returns the ids of the stored documents of a source. */
  idsOf(source: string): Promise<readonly string[]>;
  /**
   * Removes documents by id, and blobs (original records) whose names begin with one of `blobs`, in one transaction. Returns
   * the number of removed documents.
   */
  remove(ids: readonly string[], blobs?: readonly string[]): Promise<number>;
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  vocabulary(): Promise<IndexVocabulary>;
  entities(): Promise<readonly NamedEntityWithDocumentCount[]>;
  /** Yields the words of all documents in pages, in no defined order. `put` must not be called meanwhile. */
  documents(): AsyncIterable<readonly DocumentWordsAndNamedEntities[]>;
  /** Searches the new version, to test it before it serves. */
  find(
    interpretations: readonly QueryInterpretation[],
    options: SearchIndexFindOptions,
  ): Promise<CandidatesOfIndexVersion>;
  /** Stores bytes under a name with the new version. */
  setAttachment(name: string, bytes: Uint8Array): Promise<void>;
  attachment(name: string): Promise<Uint8Array | null>;
  /** Returns a SHA-256 over all documents in the order of their ids, equal for equal content. */
  digest(): Promise<string>;
  /** Makes the new version serve searches, and keeps the version that served before it for `rollback`. */
  commit(): Promise<ServingIndexVersionSummary>;
  /**
   * Completes the version as a file without serving it; the build can still be resumed. Null for an engine that has no file for
   * a version. Throws SearchEngineError.
   */
  finish(): Promise<{ readonly info: ServingIndexVersionSummary; readonly file: string } | null>;
  /** Ends the build and removes its data. */
  abandon(): Promise<void>;
  /** Ends the build and keeps its data for `resume`. */
  suspend(): Promise<void>;
}
