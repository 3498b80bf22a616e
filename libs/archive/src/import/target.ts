import type {
  DocumentBatch,
  ServingIndexVersionSummary,
  StoredDocumentRegistry,
  DocumentPutCounts,
} from '@bridge/search';

/** `swap` builds a new index from the imported files only. `merge` adds the files to the serving index. */
export type ImportMode = 'swap' | 'merge';

/** The place to which an import writes: directly into an index, or into the blob store as a finished index. */
export interface ImportTarget {
  /** Starts an import, or continues a killed one. Only one import may run at a time. Throws SearchEngineError. */
  begin(options: { readonly mode: ImportMode; readonly resume: boolean }): Promise<ImportRun>;
  /** Reads the documents that searches use now, for a dry run. Throws SearchEngineError. */
  serving(): Promise<StoredDocumentRegistry>;
}

/** A test record: before the new index serves, a search for this title must find the record. */
export interface SearchCanaryRecord {
  readonly id: string;
  readonly title: string;
}

/** The data that an import run stores at its end: spellings of makers' names, files, removed sources and test records. */
export interface DataStoredAtImportEnd {
  readonly names: readonly MakerNameSpellingTable[];
  readonly files: readonly ImportedFile[];
  readonly canaries: readonly SearchCanaryRecord[];
  /** Sources whose records were all removed; their files are removed from the file list. */
  readonly removed?: readonly string[];
}

/** The spellings of makers' names from one museum's table. It replaces the stored table of the same name. */
export interface MakerNameSpellingTable {
  readonly table: string;
  readonly groups: readonly (readonly string[])[];
  /**
   * For each group of spellings, the nationality and the years of birth and death of its person, if known; absent in an older
   * index.
   */
  readonly lives?: readonly StoredMakerBio[];
}

/** Nationality, and years of birth and death, of a person; empty when the nationality is unknown. */
export type StoredMakerBio =
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

/** Last steps of an import: it stores the finished index in the blob store, then every replica replaces its index with it. */
export type FinalImportStepName = 'storing' | 'swapping';

/** A running import: it builds a new index version, which searches use after `finish` only. */
export interface ImportRun {
  readonly version: string;
  readonly resumed: boolean;
  /** Returns the progress of the killed run that this run resumes, by file key; empty for a new run. */
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  /** Returns the hashes of the texts of all stored records, by source. */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  put(batch: DocumentBatch): Promise<DocumentPutCounts>;
  /** Returns the ids of all stored documents of a source. */
  idsOf(source: string): Promise<readonly string[]>;
  /** Removes the documents with these ids and returns how many existed. */
  remove(ids: readonly string[]): Promise<number>;
  /** Builds the lexicon, tests the new index and serves it. Throws SearchEngineError; the old index then still serves. */
  finish(
    end: DataStoredAtImportEnd,
    onStep: (step: FinalImportStepName) => void,
  ): Promise<ServingIndexVersionSummary>;
  abandon(): Promise<void>;
  suspend(): Promise<void>;
}
