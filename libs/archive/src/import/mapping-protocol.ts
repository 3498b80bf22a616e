import type { MuseumCollection } from '../formats/work-facts.ts';
import type { OperatorRecordMapping } from '../sources/generic.ts';
import type { BatchMappingSummary } from './mapper.ts';
import type { RecordParserOptions } from './parse-record.ts';
import type { TransferableRecordTextBatch } from './text-batch.ts';

/** The data that the worker thread which maps records receives at its start. */
export interface MappingWorkerData {
  readonly showChanges: number;
  readonly yearMax: number;
}

/** How the records of a file are mapped: by built-in sources, by the operator's mapping, or by standard formats. */
export interface FileMappingOptions {
  readonly sources: readonly string[];
  readonly mapping: OperatorRecordMapping | null;
  /** Collection to which the records of a file in a standard format belong; null for other files. */
  readonly collection: MuseumCollection | null;
  readonly parser: RecordParserOptions;
  /** Date of the file in days since the Unix epoch. */
  readonly stamp: number;
}

/** A message to the worker thread that maps records. `file` sets the file to which all following batches belong. */
export type MappingThreadCall =
  | { readonly op: 'file'; readonly file: FileMappingOptions }
  | { readonly op: 'map'; readonly batch: TransferableRecordTextBatch };

/** The result of mapping a batch, with its documents and original texts in buffers that can be transferred between threads. */
export interface MappedRecordBatch extends BatchMappingSummary {
  readonly documents: Uint8Array<ArrayBuffer>;
  readonly originals: Uint8Array<ArrayBuffer>;
  /** The buffer of the batch's record texts, to be reused for another batch. */
  readonly buffer: ArrayBuffer;
}

/** The reply of the worker thread to `map`: the mapped batch, or the message of an error. */
export type MappingThreadReply =
  | { readonly ok: true; readonly mapped: MappedRecordBatch }
  | { readonly ok: false; readonly message: string };
