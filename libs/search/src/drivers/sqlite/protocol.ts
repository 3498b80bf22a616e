import type { UnavailableReason } from '@bridge/contracts';
import type { DocumentBatch, IndexBuildOptions } from '../../index-build.ts';
import type { QueryInterpretation } from '../../interpretation.ts';
import type { DocumentListingEntry } from '../../listed-document.ts';
import type { CompressedFallbackIndex } from './reserve.ts';

/** Role of a worker thread of an index folder: it answers searches (`reader`) or writes a build (`builder`). */
export type IndexWorkerRole =
  | {
      readonly role: 'reader';
      readonly folder: string;
      readonly reserve: CompressedFallbackIndex | null;
    }
  | { readonly role: 'builder'; readonly folder: string; readonly options: IndexBuildOptions };

/**
 * A batch of documents for the worker thread that writes a build. `packed`: the bytes of a PackedDocuments, which are
 * transferred and not copied.
 */
export type TransferableDocumentBatch = Omit<DocumentBatch, 'documents'> & {
  readonly packed: Uint8Array<ArrayBuffer>;
};

/** A page of a listing of all documents of a version, and the row number after which the next page begins. */
export interface DocumentListingPage {
  readonly version: string;
  readonly documents: readonly DocumentListingEntry[];
  readonly last: number;
}

/** A call to a worker thread of an index folder. Threads with the roles `reader` and `builder` answer different calls. */
export type SqliteWorkerCall =
  | { readonly op: 'info' }
  | {
      readonly op: 'find';
      readonly interpretations: readonly QueryInterpretation[];
      readonly enough: number;
    }
  | { readonly op: 'count'; readonly version: string; readonly interpretation: QueryInterpretation }
  | { readonly op: 'get'; readonly ids: readonly string[] }
  | { readonly op: 'bodies'; readonly version: string; readonly ids: readonly string[] }
  | { readonly op: 'page'; readonly version: string | null; readonly after: number }
  | { readonly op: 'attachment'; readonly name: string }
  | { readonly op: 'started' }
  | { readonly op: 'hashes' }
  | { readonly op: 'put'; readonly batch: TransferableDocumentBatch }
  | { readonly op: 'idsOf'; readonly source: string }
  | { readonly op: 'remove'; readonly ids: readonly string[]; readonly blobs: readonly string[] }
  | { readonly op: 'checkpoints' }
  | { readonly op: 'vocabulary' }
  | { readonly op: 'entities' }
  | { readonly op: 'documents'; readonly after: number }
  | { readonly op: 'optimize' }
  | { readonly op: 'setAttachment'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly op: 'digest' }
  | { readonly op: 'commit' | 'finish'; readonly builtAt: number }
  | { readonly op: 'abandon' }
  | { readonly op: 'suspend' };

/**
 * Answer of a worker thread to a call. `trouble` is the sentence of IndexInfo about a damaged or missing index file, or null.
 */
export type SqliteWorkerReply =
  | { readonly ok: true; readonly value: unknown; readonly trouble: string | null }
  | {
      readonly ok: false;
      readonly error: { readonly reason: UnavailableReason; readonly sentence: string };
    };
