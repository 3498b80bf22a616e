import type { Clock } from '@bridge/kernel';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { MeilisearchIndex } from './drivers/meilisearch/meilisearch-index.ts';
import { packVersion, placeVersion } from './drivers/sqlite/packed-version.ts';
import { SqliteIndex } from './drivers/sqlite/sqlite-index.ts';
import { VersionFolder } from './drivers/sqlite/version-folder.ts';
import type { SearchIndex } from './search-index.ts';

/** The address of an index and the credentials for it. */
export interface SearchSettings {
  /** `file:<folder>` or `meili+http(s)://host[:port]` (BRIDGE_SEARCH). */
  readonly address: string;
  /** Key of the engine (BRIDGE_MEILI_KEY): a search key for reading, an indexing key for imports. */
  readonly key?: string | undefined;
  readonly clock: Clock;
  /** Index that serves while no version in the folder of a `file:` address can be read. */
  readonly reserve?: { readonly packed: URL; readonly version: string };
  /** Receives the sentence `trouble` of IndexInfo each time it changes. */
  readonly onProblem?: (trouble: string | null) => void;
}

/** Makes the driver for an address. It opens nothing before the first call. */
export function openSearch(settings: SearchSettings): SearchIndex {
  const { address, key, clock, reserve, onProblem } = settings;
  if (address.startsWith('meili+')) {
    return new MeilisearchIndex({ url: address.slice('meili+'.length), key: key ?? '', clock });
  }
  return new SqliteIndex({
    folder: folderOf(address),
    clock,
    reserve: reserve === undefined ? null : { ...reserve, packed: reserve.packed.href },
    ...(onProblem === undefined ? {} : { onProblem }),
  });
}

/** Packs the serving version at a `file:` address into one file. Errors: SearchFault when there is none. */
export function packIndex(address: string): Uint8Array {
  return packVersion(folderOf(address));
}

/**
 * Unpacks an index of `packIndex` at a `file:` address without an index, under the name of this version. Returns false,
 * and changes nothing, when the address has an index. Errors: those of the file system.
 */
export function placeIndex(address: string, packed: URL, version: string): Promise<boolean> {
  return placeVersion(folderOf(address), packed, version);
}

/** Opens the folder of versions at a `file:` address; null for an engine, which stores its versions itself. */
export function versionFolder(address: string): VersionFolder | null {
  return address.startsWith('file:') ? new VersionFolder(folderOf(address)) : null;
}

function folderOf(address: string): string {
  return address.startsWith('file://')
    ? fileURLToPath(address)
    : resolve(address.slice('file:'.length));
}
