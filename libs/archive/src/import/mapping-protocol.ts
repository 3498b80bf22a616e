import type { GenericMapping } from '../sources/generic.ts';
import type { Parser } from './item.ts';
import type { Mapped } from './mapper.ts';
import type { TextBatchBytes } from './text-batch.ts';

/** What the mapping thread is started with. */
export interface MappingStart {
  readonly showChanges: number;
  readonly yearMax: number;
}

/** A file as its shape crosses to the mapping thread: sources by their names, or the operator's own mapping. */
export interface FileNotice {
  readonly sources: readonly string[];
  readonly mapping: GenericMapping | null;
  readonly parser: Parser;
  readonly stamp: number;
}

/** What the mapping thread is told. Each batch is answered, in their order. */
export type MappingCall =
  | { readonly op: 'file'; readonly file: FileNotice }
  | { readonly op: 'map'; readonly batch: TextBatchBytes };

/** A mapped batch; its bytes can be moved to another thread. */
export interface MappedBatch extends Mapped {
  readonly documents: Uint8Array<ArrayBuffer>;
  readonly originals: Uint8Array<ArrayBuffer>;
  /** The buffer that the texts came in, for others. */
  readonly buffer: ArrayBuffer;
}

/** The answer to one batch. */
export type MappingReply =
  | { readonly ok: true; readonly mapped: MappedBatch }
  | { readonly ok: false; readonly message: string };
