import type { Queryable } from '@bridge/db';
import { setImmediate as turn } from 'node:timers/promises';
import { rightsByHash, type KeyRight } from './key.store.ts';

/** What presented keys are allowed, read for every request: whoever asks after a revocation hears of it. */
export interface KeyRights {
  /** The right of the key with this hash; undefined when there is no such key. */
  of(hash: Buffer): Promise<KeyRight | undefined>;
}

interface Gathering {
  /** By their hexadecimal form. */
  readonly hashes: Map<string, Buffer>;
  readonly rights: Promise<ReadonlyMap<string, KeyRight>>;
}

/**
 * Requests that came in one turn of the event loop are looked up by one statement: alone each costs what it did, and with
 * much to do at once a gateway serves a fifth more. Nothing is remembered beyond that.
 */
export function openKeyRights(db: Queryable): KeyRights {
  let gathering: Gathering | null = null;
  const gather = (): Gathering => {
    const hashes = new Map<string, Buffer>();
    const rights = turn().then(() => {
      gathering = null;
      return rightsByHash(db, [...hashes.values()]);
    });
    return { hashes, rights };
  };
  return {
    of: async (hash) => {
      const name = hash.toString('hex');
      gathering ??= gather();
      gathering.hashes.set(name, hash);
      return (await gathering.rights).get(name);
    },
  };
}
