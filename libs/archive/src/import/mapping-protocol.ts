import type { RecordCollection } from '../formats/work-facts.ts';
import type { OperatorRecordMapping } from '../sources/generic.ts';
import type { MappingResult } from './mapper.ts';
import type { RecordParserOptions } from './parse-record.ts';
import type { TextBatchBytes } from './text-batch.ts';

/** Data with which the worker thread that maps records starts. */
export interface MappingWorkerData {
  readonly showChanges: number;
  readonly yearMax: number;
}

/** How the records of a file are mapped: by built-in sources, by the operator's mapping, or by standard formats. */
export interface FileMappingOptions {
  readonly sources: readonly string[];
  readonly mapping: OperatorRecordMapping | null;
  /** Collection of a file of a standard format. */
  readonly collection: RecordCollection | null;
  readonly parser: RecordParserOptions;
  /** Date of the file in days since the Unix epoch. */
  readonly stamp: number;
}

/** A call to the mapping thread; `file` applies to all following batches. */
export type MappingThreadCall =
  | { readonly op: 'file'; readonly file: FileMappingOptions }
  | { readonly op: 'map'; readonly batch: TextBatchBytes };

/** A mapped batch in transferable buffers. */
export interface MappedRecordBatch extends MappingResult {
  readonly documents: Uint8Array<ArrayBuffer>;
  readonly originals: Uint8Array<ArrayBuffer>;
  /** The buffer of the mapped texts, to be reused. */
  readonly buffer: ArrayBuffer;
}

/** The mapping thread's answer to `map`. */
export type MappingThreadReply =
  | { readonly ok: true; readonly mapped: MappedRecordBatch }
  | { readonly ok: false; readonly message: string };
