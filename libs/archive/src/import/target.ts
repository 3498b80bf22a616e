import type { Batch, IndexInfo, KnownDocuments, PutResult } from '@bridge/search';

/** `swap`: a new index of these files alone; `merge`: the index that serves, with these files added. */
export type ImportMode = 'swap' | 'merge';

/** Where an import goes: straight into an index, or into the blob store as a finished one. */
export interface ImportTarget {
  /** Starts the one import there may be at a time, or goes on with a killed one. Errors: SearchFault. */
  begin(options: { readonly mode: ImportMode; readonly resume: boolean }): Promise<ImportRun>;
  /** The documents that serve, for a dry run. Errors: SearchFault. */
  serving(): Promise<KnownDocuments>;
}

/** A query that the new index must answer with this record before it may serve. */
export interface Canary {
  readonly id: string;
  readonly title: string;
}

/** The end of a run. */
export interface ImportEnd {
  readonly names: readonly SpellingTable[];
  readonly files: readonly ImportedFile[];
  readonly canaries: readonly Canary[];
  /** Sources that were removed with their files. */
  readonly removed?: readonly string[];
}

/** Other spellings of people's names by one dataset; a table replaces the one of the same name. */
export interface SpellingTable {
  readonly table: string;
  readonly groups: readonly (readonly string[])[];
}

/** One file of the index, as `archive sources` lists it. */
export interface ImportedFile {
  readonly name: string;
  readonly sha256: string;
  readonly source: string;
  readonly dataset: string;
  readonly read: number;
  readonly bad: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What the end of an import does besides making the lexicon: the index goes to the blob store, then every replica swaps. */
export type EndStep = 'storing' | 'swapping';

/** An import in progress. */
export interface ImportRun {
  readonly version: string;
  readonly resumed: boolean;
  /** Checkpoints by key; empty unless resumed. */
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  /** Hashes of all stored records by source. */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  put(batch: Batch): Promise<PutResult>;
  /** Ids of the documents of a source so far. */
  idsOf(source: string): Promise<readonly string[]>;
  /** Removes documents; returns how many were stored. */
  remove(ids: readonly string[]): Promise<number>;
  /** Builds the lexicon, tries the canaries, swaps. Errors: SearchFault; then the old index still serves. */
  finish(end: ImportEnd, onStep: (step: EndStep) => void): Promise<IndexInfo>;
  abandon(): Promise<void>;
  suspend(): Promise<void>;
}
