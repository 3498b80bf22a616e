import type { SqlStatementRunner } from '@bridge/db';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findRightsByHash, type AgentKeyRights } from './key.store.ts';

/** Reads the rights of a key from the database on every request, so a revocation applies to the next request. */
export interface KeyRightsReader {
  /** Returns the rights of the key with this hash, or undefined when no such key is stored. */
  of(hash: Buffer): Promise<AgentKeyRights | undefined>;
}

/** Look-ups of keys that one SQL statement answers together. */
interface KeyLookupBatch {
  /** The hashes of the keys to look up, by their hex form. */
  readonly hashes: Map<string, Buffer>;
  readonly rights: Promise<ReadonlyMap<string, AgentKeyRights>>;
}

/**
 * Opens the look-up of keys’ rights. One SQL statement serves all requests of one turn of the event loop, which raises the
 * throughput of a busy gateway by a fifth (ADR 016). Nothing is cached.
 */
export function openKeyRights(db: SqlStatementRunner): KeyRightsReader {
  let batch: KeyLookupBatch | null = null;
  const startBatch = (): KeyLookupBatch => {
    const hashes = new Map<string, Buffer>();
    const rights = nextTurn().then(() => {
      batch = null;
      return findRightsByHash(db, [...hashes.values()]);
    });
    return { hashes, rights };
  };
  return {
    of: async (hash) => {
      const name = hash.toString('hex');
      batch ??= startBatch();
      batch.hashes.set(name, hash);
      return (await batch.rights).get(name);
    },
  };
}
