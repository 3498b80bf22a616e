import type { SearchFaultReason } from '../../search-fault.ts';
import type { Reserve } from './reserve.ts';
import type { Batch, BuildOptions, FindOptions, Reading } from '../../search-index.ts';

/** What a worker is started as: many may read a folder, one builds. */
export type WorkerRole =
  | { readonly role: 'reader'; readonly folder: string; readonly reserve: Reserve | null }
  | { readonly role: 'builder'; readonly folder: string; readonly options: BuildOptions };

/** A batch on its way to the worker: its documents as one run of bytes, which moves there. */
export type PackedBatch = Omit<Batch, 'documents'> & { readonly packed: Uint8Array<ArrayBuffer> };

/** What a worker is asked, by role. */
export type WorkerCall =
  | { readonly op: 'info' }
  | { readonly op: 'find'; readonly readings: readonly Reading[]; readonly options: FindOptions }
  | { readonly op: 'get'; readonly ids: readonly string[] }
  | { readonly op: 'bodies'; readonly version: string; readonly ids: readonly string[] }
  | { readonly op: 'side'; readonly name: string }
  | { readonly op: 'started' }
  | { readonly op: 'hashes' }
  | { readonly op: 'put'; readonly batch: PackedBatch }
  | { readonly op: 'checkpoints' }
  | { readonly op: 'vocabulary' }
  | { readonly op: 'entities' }
  | { readonly op: 'settle' }
  | { readonly op: 'setSide'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly op: 'digest' }
  | { readonly op: 'commit' | 'finish'; readonly builtAt: number }
  | { readonly op: 'abandon' }
  | { readonly op: 'suspend' };

/** One question to a worker, numbered. */
export interface WorkerRequest {
  readonly id: number;
  readonly call: WorkerCall;
}
/** The answer to the question of this number; `trouble` as IndexInfo has it. */
export type WorkerReply = { readonly id: number; readonly trouble: string | null } & (
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly fault: { readonly reason: SearchFaultReason; readonly sentence: string };
    }
);
