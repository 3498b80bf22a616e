import type { QueryInterpretation } from './interpretation.ts';
import type { PackedDocuments } from './packed-documents.ts';
import type { SearchDocument, SearchField } from './search-document.ts';
import type { FindOptions, FoundSearchCandidates } from './find-result.ts';
import type { IndexInfo } from './index-info.ts';

/** Fields whose words are not used to correct queries: accession numbers and years. */
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
/** Initial capacity for words; doubled when it is full. */
export const FIRST_WORDS = 16_384;
/** An entity (such as a maker) with the number of documents that mention it. */
export interface CountedEntity {
  readonly entity: string;
  readonly documents: number;
}

/** The words and entities of a stored document. */
export interface DocumentWords {
  readonly id: string;
  /** Words, one line per field in the order of SEARCH_FIELDS. */
  readonly text: string;
  /** Entities, one per line. */
  readonly entities: string;
}

/** Mode and name with which a build of a new index version starts. */
export interface IndexBuildOptions {
  /** `swap`: the build starts with an empty index. `merge`: it starts with a copy of the serving version. */
  readonly mode: 'swap' | 'merge';
  /** Unique name of the new version: letters, digits and `-`. */
  readonly version: string;
  /** True to continue a killed build of the same mode, if there is one. */
  readonly resume: boolean;
}

/** Numbers of documents by the effect of `put`. */
export interface DocumentPutResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Documents that were not written because the stored one is newer. */
  readonly kept: number;
}

/** Documents to write in one transaction, with the checkpoint of the file from which they come. */
export interface DocumentBatch {
  /** Packed documents are transferred to the build; the caller can no longer read them. */
  readonly documents: readonly SearchDocument[] | PackedDocuments;
  /** Original source records, each stored under its name. */
  readonly blobs?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** True to replace newer documents too. */
  readonly force?: boolean;
  /** Progress of the caller after this batch. In a resumed build, `checkpoints()` returns it. */
  readonly checkpoint?: { readonly key: string; readonly value: string };
}

/** A build of a new index version, invisible to readers until `commit`. */
export interface IndexBuild {
  readonly version: string;
  /** True when the build continues a killed one. */
  readonly resumed: boolean;
  /**
   * Returns the hashes of all stored documents by source. A source record with one of these hashes is unchanged and need not be
   * converted again.
   */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Writes a batch in one transaction, except documents whose hash is already stored. */
  put(batch: DocumentBatch): Promise<DocumentPutResult>;
  /** Returns the ids of the stored documents of a source. */
  idsOf(source: string): Promise<readonly string[]>;
  /** Removes documents by id, and blobs by the start of their names, in one transaction. Returns the removed documents' number. */
  remove(ids: readonly string[], blobs?: readonly string[]): Promise<number>;
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  vocabulary(): Promise<IndexVocabulary>;
  entities(): Promise<readonly CountedEntity[]>;
  /** Yields the words of all documents in pages, in no defined order. `put` must not be called meanwhile. */
  documents(): AsyncIterable<readonly DocumentWords[]>;
  /** Searches the new version, to test it before it serves. */
  find(
    interpretations: readonly QueryInterpretation[],
    options: FindOptions,
  ): Promise<FoundSearchCandidates>;
  /** Stores bytes under a name with the new version. */
  setAttachment(name: string, bytes: Uint8Array): Promise<void>;
  attachment(name: string): Promise<Uint8Array | null>;
  /** Returns a SHA-256 over all documents in the order of their ids, equal for equal content. */
  digest(): Promise<string>;
  /** Serves the new version and keeps the serving one for `rollback`. */
  commit(): Promise<IndexInfo>;
  /**
   * Completes the version as a file without serving it; the build can still be resumed. Null for an engine that stores the
   * index itself. Throws SearchEngineError.
   */
  finish(): Promise<{ readonly info: IndexInfo; readonly file: string } | null>;
  /** Ends the build and removes its data. */
  abandon(): Promise<void>;
  /** Ends the build and keeps its data for `resume`. */
  suspend(): Promise<void>;
}
