import type { Collection } from '../formats/work-facts.ts';
import type { GenericMapping } from '../sources/generic.ts';
import type { MappingResult } from './mapper.ts';
import type { Parser } from './parse-record.ts';
import type { TextBatchBytes } from './text-batch.ts';

/** The worker data of the mapping thread. */
export interface MappingStart {
  readonly showChanges: number;
  readonly yearMax: number;
}

/** How the records of a file are mapped: by sources, by the operator's own mapping, or by standard formats. */
export interface FileMapping {
  readonly sources: readonly string[];
  readonly mapping: GenericMapping | null;
  /** The collection of a file of a standard format. */
  readonly collection: Collection | null;
  readonly parser: Parser;
  /** Date of the file in days since the epoch. */
  readonly stamp: number;
}

/** A call to the mapping thread. `file` holds for all following batches. */
export type MappingCall =
  | { readonly op: 'file'; readonly file: FileMapping }
  | { readonly op: 'map'; readonly batch: TextBatchBytes };

/** A mapped batch, whose buffers can be moved to another thread. */
export interface MappedBatch extends MappingResult {
  readonly documents: Uint8Array<ArrayBuffer>;
  readonly originals: Uint8Array<ArrayBuffer>;
  /** The buffer of the texts, to be filled again. */
  readonly buffer: ArrayBuffer;
}

/** The answer to `map`. */
export type MappingReply =
  | { readonly ok: true; readonly mapped: MappedBatch }
  | { readonly ok: false; readonly message: string };
