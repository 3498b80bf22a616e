import type { SearchFaultReason } from '../../search-fault.ts';
import type { Batch, BuildOptions } from '../../index-build.ts';
import type { Interpretation } from '../../interpretation.ts';
import type { FindOptions } from '../../find-result.ts';
import type { ListedDocument } from '../../listed-document.ts';
import type { ReserveIndex } from './reserve.ts';

/** The role of a worker of an index folder. Many readers and at most one builder run at a time. */
export type WorkerRole =
  | { readonly role: 'reader'; readonly folder: string; readonly reserve: ReserveIndex | null }
  | { readonly role: 'builder'; readonly folder: string; readonly options: BuildOptions };

/** A batch for the worker. Its documents are one buffer, which is moved. */
export type PackedBatch = Omit<Batch, 'documents'> & { readonly packed: Uint8Array<ArrayBuffer> };

/** A page of a listing: its documents, and the row after which the next page begins. */
export interface DocumentPage {
  readonly version: string;
  readonly documents: readonly ListedDocument[];
  readonly last: number;
}

/** A call to a worker. Which calls it answers depends on its role. */
export type WorkerCall =
  | { readonly op: 'info' }
  | {
      readonly op: 'find';
      readonly interpretations: readonly Interpretation[];
      readonly options: FindOptions;
    }
  | { readonly op: 'get'; readonly ids: readonly string[] }
  | { readonly op: 'bodies'; readonly version: string; readonly ids: readonly string[] }
  | { readonly op: 'page'; readonly version: string | null; readonly after: number }
  | { readonly op: 'attachment'; readonly name: string }
  | { readonly op: 'started' }
  | { readonly op: 'hashes' }
  | { readonly op: 'put'; readonly batch: PackedBatch }
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

/** The answer to a call; `trouble` as in IndexInfo. */
export type WorkerReply =
  | { readonly ok: true; readonly value: unknown; readonly trouble: string | null }
  | {
      readonly ok: false;
      readonly fault: { readonly reason: SearchFaultReason; readonly sentence: string };
    };
