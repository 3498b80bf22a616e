import type { Collection } from '../formats/work-facts.ts';
import type { GenericMapping } from '../sources/generic.ts';
import type { MappingResult } from './mapper.ts';
import type { RecordParserOptions } from './parse-record.ts';
import type { TextBatchBytes } from './text-batch.ts';

/** Start data of the mapping thread. */
export interface MappingStart {
  readonly showChanges: number;
  readonly yearMax: number;
}

/** How the records of a file are mapped: by built-in sources, by the operator's mapping, or by standard formats. */
export interface FileMappingOptions {
  readonly sources: readonly string[];
  readonly mapping: GenericMapping | null;
  /** Collection of a file of a standard format. */
  readonly collection: Collection | null;
  readonly parser: RecordParserOptions;
  /** Date of the file in days since the Unix epoch. */
  readonly stamp: number;
}

/** A call to the mapping thread; `file` applies to all following batches. */
export type MappingCall =
  | { readonly op: 'file'; readonly file: FileMappingOptions }
  | { readonly op: 'map'; readonly batch: TextBatchBytes };

/** A mapped batch in transferable buffers. */
export interface MappedBatch extends MappingResult {
  readonly documents: Uint8Array<ArrayBuffer>;
  readonly originals: Uint8Array<ArrayBuffer>;
  /** The buffer of the mapped texts, to be reused. */
  readonly buffer: ArrayBuffer;
}

/** The mapping thread's answer to `map`. */
export type MappingReply =
  | { readonly ok: true; readonly mapped: MappedBatch }
  | { readonly ok: false; readonly message: string };
