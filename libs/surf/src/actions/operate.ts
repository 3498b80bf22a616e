import {
  archiveStats,
  indexKey,
  readPointer,
  STARTER,
  type VersionPointer,
  writePointer,
} from '@bridge/archive';
import type { BlobStore } from '@bridge/blobs';
import { type Bus, type Handlers, sendHint } from '@bridge/bus';
import { hintArchive } from '@bridge/contracts';
import { SearchFault, type SearchIndex } from '@bridge/search';
import type { Replica } from '../replica/replica.ts';
import { explain } from '../search/explain.ts';
import type { Archive } from '../search/search-archive.ts';

/** What the operator's messages are answered with. */
export interface OperateDeps {
  readonly kind: 'folder' | 'engine';
  readonly index: SearchIndex;
  readonly archive: Archive;
  readonly store: BlobStore;
  readonly bus: Bus;
  readonly replica: Replica;
}

/** Nothing imported yet: the starter archive serves. */
const FIRST: VersionPointer = { serving: STARTER, previous: null };

/** Answers what only an operator may ask. Errors: service_unavailable while the blob store or the archive is away. */
export function operate(deps: OperateDeps): Omit<Handlers<'surf'>, 'search'> {
  const { kind, index, archive, store, bus, replica } = deps;
  const isStored = async ({ object }: VersionPointer['serving']): Promise<boolean> =>
    object === null || (await store.stat(indexKey(object.sha256)))?.bytes === object.bytes;
  const point = async (next: VersionPointer): Promise<string> => {
    await writePointer(store, next);
    sendHint(bus.driver, hintArchive, { version: next.serving.version });
    return next.serving.version;
  };
  return {
    swap: async ({ next, base }) => {
      const { named } = await namedBy(deps);
      if (kind === 'engine') return { outcome: 'engine', serving: named };
      const read = await readPointer(store);
      const { serving } = read === 'damaged' || read === null ? FIRST : read;
      if (serving.version === next.version) {
        // The operator asks again: replicas that failed to load it try at once.
        sendHint(bus.driver, hintArchive, { version: next.version });
        return { outcome: 'swapped', serving: next.version };
      }
      if (base !== null && base !== serving.version)
        return { outcome: 'superseded', serving: serving.version };
      if (!(await isStored(next))) return { outcome: 'missing', serving: serving.version };
      const previous = read === 'damaged' ? null : serving;
      return { outcome: 'swapped', serving: await point({ serving: next, previous }) };
    },
    rollback: async ({ from }) => {
      const read = await readPointer(store);
      if (kind === 'engine' || read === null || read === 'damaged') return { serving: null };
      const { serving, previous } = read;
      if (previous?.version === from) return { serving: serving.version };
      if (serving.version !== from || previous === null || !(await isStored(previous)))
        return { serving: null };
      // The two change places, so that a rollback can be rolled back.
      return { serving: await point({ serving: previous, previous: serving }) };
    },
    status: async () => {
      const [named, replicas] = await Promise.all([namedBy(deps), replica.all()]);
      const trouble = replicas[0]?.trouble ?? null;
      return { kind, ...named, stats: await statsOf(index), trouble, replicas: [...replicas] };
    },
    explain: async ({ query, id }) => {
      const explanation = await explain(archive, query, id);
      return { explanation: explanation === null ? null : { ...explanation } };
    },
  };
}

async function namedBy({ kind, store }: OperateDeps): Promise<{ readonly named: string | null }> {
  const pointer = kind === 'engine' ? null : await readPointer(store);
  return { named: pointer === null || pointer === 'damaged' ? null : pointer.serving.version };
}

async function statsOf(index: SearchIndex): Promise<Record<string, unknown> | null> {
  try {
    const stats = await archiveStats(index);
    return stats === null ? null : { ...stats };
  } catch (error) {
    // Said as the replica's trouble.
    if (error instanceof SearchFault) return null;
    throw error;
  }
}
