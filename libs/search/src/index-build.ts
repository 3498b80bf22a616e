import type { Interpretation } from './interpretation.ts';
import type { PackedDocuments } from './packed-documents.ts';
import type { SearchDocument, SearchField } from './search-document.ts';
import type { FindOptions, FindResult } from './find-result.ts';
import type { IndexInfo } from './index-info.ts';

/** Fields whose words are not in the vocabulary: queries are not corrected towards accession numbers and years. */
export const NON_VOCABULARY_FIELDS: ReadonlySet<string> = new Set<SearchField>([
  'accession',
  'time',
]);

/** The sorted words of an index, without those of the NON_VOCABULARY_FIELDS alone. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** For each word, the number of documents that hold it in each of the SEARCH_FIELDS. */
  readonly documents: Uint32Array;
}
/** Capacity for the words of a small index; doubled when it is full. */
export const FIRST_WORDS = 16_384;
/** An entity of documents, and the number of documents that have it. */
export interface CountedEntity {
  readonly entity: string;
  readonly documents: number;
}

/** The words of a stored document. */
export interface DocumentWords {
  readonly id: string;
  /** The SEARCH_FIELDS, one line each. */
  readonly text: string;
  /** Its entities, one line each. */
  readonly entities: string;
}

/** How a new version begins. */
export interface BuildOptions {
  /** `swap`: an empty index; `merge`: a copy of the serving version. */
  readonly mode: 'swap' | 'merge';
  /** Name of the new version: letters, digits, `-`; unique. */
  readonly version: string;
  /** Continues a killed build of the same mode, if there is one. */
  readonly resume: boolean;
}

/** What `put` did with a batch, in documents. */
export interface PutResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Documents not written because the stored one is newer. */
  readonly kept: number;
}

/** Documents written in one transaction, with a checkpoint of their source. */
export interface Batch {
  /** Packed documents are moved to the build: the caller cannot read them afterwards. */
  readonly documents: readonly SearchDocument[] | PackedDocuments;
  /** Bytes stored by name next to the documents: the original records. */
  readonly blobs?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Replaces newer documents too. */
  readonly force?: boolean;
  /** The caller's state after this batch; `checkpoints()` returns it in a resumed build. */
  readonly checkpoint?: { readonly key: string; readonly value: string };
}

/** A new version in progress. Readers do not see it before `commit`. */
export interface IndexBuild {
  readonly version: string;
  /** True when this continues an earlier, killed build. */
  readonly resumed: boolean;
  /** Hashes of all stored documents by their facet `source`. Records of these hashes need not be mapped again. */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Writes a batch in one transaction. Documents whose hash is stored are not written. */
  put(batch: Batch): Promise<PutResult>;
  /** Ids of the stored documents of a source. */
  idsOf(source: string): Promise<readonly string[]>;
  /**
   * Removes the documents of these ids, and blobs whose names begin with one of `blobs`, in one transaction. Returns how many
   * documents were stored.
   */
  remove(ids: readonly string[], blobs?: readonly string[]): Promise<number>;
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  vocabulary(): Promise<Vocabulary>;
  entities(): Promise<readonly CountedEntity[]>;
  /** The words of all documents, in pages, in no defined order. Nothing is put meanwhile. */
  documents(): AsyncIterable<readonly DocumentWords[]>;
  /** Candidates of the new version, to test it before it serves. */
  find(interpretations: readonly Interpretation[], options: FindOptions): Promise<FindResult>;
  /** Stores bytes with the new version under a name. */
  setAttachment(name: string, bytes: Uint8Array): Promise<void>;
  attachment(name: string): Promise<Uint8Array | null>;
  /** SHA-256 over all documents in the order of their ids: equal content has equal digests. */
  digest(): Promise<string>;
  /** Serves the version. The one before is kept for `rollback`. */
  commit(): Promise<IndexInfo>;
  /**
   * Completes the version without serving it, as one file to be stored elsewhere; until it is stored, the build can be
   * resumed. Null where the engine holds the index itself and `commit` is the only end. Errors: SearchFault.
   */
  finish(): Promise<{ readonly info: IndexInfo; readonly file: string } | null>;
  /** Ends the build and removes what it wrote. */
  abandon(): Promise<void>;
  /** Ends the build and keeps it for a later `resume`. */
  suspend(): Promise<void>;
}
