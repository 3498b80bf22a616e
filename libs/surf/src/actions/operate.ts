import {
  archiveStats,
  indexKey,
  readPointer,
  STARTER,
  type VersionPointer,
  writePointer,
} from '@bridge/archive';
import type { BlobStore } from '@bridge/blobs';
import { sendHint, type ServiceCallHandler } from '@bridge/bus';
import { hintArchive, type SURF } from '@bridge/contracts';
import { SearchEngineError, type SearchIndex } from '@bridge/search';
import type { SurfDeps } from '../deps.ts';
import { explainQuery } from '../search/explain.ts';

/**
 * The version pointer (it names the version that all replicas serve) that is used while the blob store has none or a damaged
 * one: every replica then serves the starter archive.
 */
const FIRST: VersionPointer = { serving: STARTER, previous: null };

// Handlers of the messages that an operator sends with `ctl archive`. They throw service_unavailable while the blob store or
// the archive is unavailable.

async function isStored(store: BlobStore, { object }: VersionPointer['serving']): Promise<boolean> {
  return object === null || (await store.stat(indexKey(object.sha256)))?.bytes === object.bytes;
}

async function replacePointer(
  { store, bus }: Pick<SurfDeps, 'store' | 'bus'>,
  next: VersionPointer,
): Promise<string> {
  await writePointer(store, next);
  sendHint(bus.driver, hintArchive, { version: next.serving.version });
  return next.serving.version;
}

/**
 * Makes every replica (process of this service) serve another version, whose index is already in the blob store. `outcome`:
 * `superseded` when the serving version is not `base`, `missing` when the index is not stored, `engine` when Meilisearch stores
 * the versions.
 */
export function swap(deps: SurfDeps): ServiceCallHandler<typeof SURF.swap> {
  const { kind, store, bus } = deps;
  return async ({ next, base }) => {
    if (kind === 'engine') return { outcome: 'engine', serving: null };
    const read = await readPointer(store);
    const { serving } = read === 'damaged' || read === null ? FIRST : read;
    if (serving.version === next.version) {
      // This version serves already: the operator repeated the message. The hint makes replicas that failed to load the version
      // retry at once.
      sendHint(bus.driver, hintArchive, { version: next.version });
      return { outcome: 'swapped', serving: next.version };
    }
    if (base !== null && base !== serving.version)
      return { outcome: 'superseded', serving: serving.version };
    if (!(await isStored(store, next))) return { outcome: 'missing', serving: serving.version };
    const previous = read === 'damaged' ? null : serving;
    return { outcome: 'swapped', serving: await replacePointer(deps, { serving: next, previous }) };
  };
}

/**
 * Makes every replica (process of this service) serve the version before `from` again; a repeated message changes nothing.
 * `serving` is null, without a change, when `from` does not serve, or the previous version or its index is missing.
 */
export function rollback(deps: SurfDeps): ServiceCallHandler<typeof SURF.rollback> {
  const { kind, store } = deps;
  return async ({ from }) => {
    const read = await readPointer(store);
    if (kind === 'engine' || read === null || read === 'damaged') return { serving: null };
    const { serving, previous } = read;
    if (previous?.version === from) return { serving: serving.version };
    if (serving.version !== from || previous === null || !(await isStored(store, previous)))
      return { serving: null };
    // The serving version becomes the previous one, so that a second rollback undoes the first.
    return { serving: await replacePointer(deps, { serving: previous, previous: serving }) };
  };
}

/**
 * Returns the version that the pointer in the blob store names, the statistics of the index, and the state of each replica
 * (process of this service).
 */
export function status(deps: SurfDeps): ServiceCallHandler<typeof SURF.status> {
  const { kind, index, replica } = deps;
  return async () => {
    const [named, replicas] = await Promise.all([namedBy(deps), replica.all()]);
    const trouble = replicas[0]?.trouble ?? null;
    return { kind, ...named, stats: await statsOf(index), trouble, replicas: [...replicas] };
  };
}

/** Explains the score and the position of the record `id` for a query; without an id, of each of the first hits. */
export function explain({ archive }: SurfDeps): ServiceCallHandler<typeof SURF.explain> {
  return async ({ query, id }) => {
    const explanations = (await explainQuery(archive, query, id)).map((one) => ({ ...one }));
    return id === null
      ? { explanation: null, explanations }
      : { explanation: explanations[0] ?? null };
  };
}

async function namedBy({ kind, store }: SurfDeps): Promise<{ readonly named: string | null }> {
  const pointer = kind === 'engine' ? null : await readPointer(store);
  return { named: pointer === null || pointer === 'damaged' ? null : pointer.serving.version };
}

async function statsOf(index: SearchIndex): Promise<Record<string, unknown> | null> {
  try {
    const stats = await archiveStats(index);
    return stats === null ? null : { ...stats };
  } catch (error) {
    // The reason why the index cannot be read is in the member `trouble` of the answer that contains these statistics.
    if (error instanceof SearchEngineError) return null;
    throw error;
  }
}
