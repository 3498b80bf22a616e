import type { DocumentBatch, IndexInfo, KnownDocuments, DocumentPutResult } from '@bridge/search';

/** `swap` builds a new index from these files only, `merge` adds the files to the serving index. */
export type ImportMode = 'swap' | 'merge';

/** Where an import writes: directly into an index, or into the blob store as a finished index. */
export interface ImportTarget {
  /** Starts an import or continues a killed one; only one may run. Throws SearchEngineError. */
  begin(options: { readonly mode: ImportMode; readonly resume: boolean }): Promise<ImportRun>;
  /** Reads the serving documents, for a dry run. Throws SearchEngineError. */
  serving(): Promise<KnownDocuments>;
}

/** A test record: before the new index serves, a search for this title must find the record. */
export interface SearchCanaryRecord {
  readonly id: string;
  readonly title: string;
}

/** The data that an import run passes to the new version at its end: spellings, files, test records and removed sources. */
export interface ImportFinishData {
  readonly names: readonly NameSpellingTable[];
  readonly files: readonly ImportedFile[];
  readonly canaries: readonly SearchCanaryRecord[];
  /** Sources of which all records were removed; their files leave the file list too. */
  readonly removed?: readonly string[];
}

/** Alternative spellings of people's names from one dataset; it replaces the stored table of the same name. */
export interface NameSpellingTable {
  readonly table: string;
  readonly groups: readonly (readonly string[])[];
  /**
   * For each group of spellings, the nationality and the years of birth and death of its person, if known; absent in an older
   * index.
   */
  readonly lives?: readonly StoredPersonLife[];
}

/** Nationality, and years of birth and death, of a person; empty when the nationality is unknown. */
export type StoredPersonLife =
  readonly [] | readonly [nationality: string, birth: number | null, death: number | null];

/** An imported file, as `archive stats` lists it. */
export interface ImportedFile {
  readonly name: string;
  readonly sha256: string;
  readonly source: string;
  readonly dataset: string;
  readonly read: number;
  readonly bad: number;
  /** Time of the import in ms since the Unix epoch. */
  readonly at: number;
}

/** Step at the end of an import: storing the index in the blob store, then swapping it in every replica. */
export type FinalImportStep = 'storing' | 'swapping';

/** An import run in progress. */
export interface ImportRun {
  readonly version: string;
  readonly resumed: boolean;
  /** Returns the checkpoints of the killed run by file key; empty unless this run resumes one. */
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  /** Returns the hashes of all stored records by source. */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  put(batch: DocumentBatch): Promise<DocumentPutResult>;
  /** Returns the ids of a source's documents. */
  idsOf(source: string): Promise<readonly string[]>;
  /** Removes documents and returns how many existed. */
  remove(ids: readonly string[]): Promise<number>;
  /** Builds the lexicon, tests the new index and serves it. Throws SearchEngineError; the old index then still serves. */
  finish(end: ImportFinishData, onStep: (step: FinalImportStep) => void): Promise<IndexInfo>;
  abandon(): Promise<void>;
  suspend(): Promise<void>;
}
