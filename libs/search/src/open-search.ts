import type { Clock } from '@bridge/kernel';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { MeilisearchIndex } from './drivers/meilisearch/meilisearch-index.ts';
import { packVersion, placeVersion } from './drivers/sqlite/packed-version.ts';
import { SqliteIndex } from './drivers/sqlite/sqlite-index.ts';
import { VersionFolder } from './drivers/sqlite/version-folder.ts';
import type { SearchIndex } from './search-index.ts';

/** Where the index is and what is needed to reach it. */
export interface SearchSettings {
  /** `file:<folder>` or `meili+http(s)://host[:port]` (BRIDGE_SEARCH). */
  readonly address: string;
  /** Key of the engine (BRIDGE_MEILI_KEY): a search key for reading, an indexing key for imports. */
  readonly key?: string | undefined;
  readonly clock: Clock;
  /** What serves while nothing in the folder of a `file:` address can be read. */
  readonly reserve?: { readonly packed: URL; readonly version: string };
  /** Receives why another version than the named one serves, in a sentence, and null once the named one does. */
  readonly onTrouble?: (trouble: string | null) => void;
}

/** The driver that the address names; nothing is contacted before the first call. */
export function openSearch(settings: SearchSettings): SearchIndex {
  const { address, key, clock, reserve, onTrouble } = settings;
  if (address.startsWith('meili+')) {
    return new MeilisearchIndex({ url: address.slice('meili+'.length), key: key ?? '', clock });
  }
  return new SqliteIndex({
    folder: folderOf(address),
    clock,
    reserve: reserve === undefined ? null : { ...reserve, packed: reserve.packed.href },
    ...(onTrouble === undefined ? {} : { onTrouble }),
  });
}

/** The version that serves at a `file:` address as one packed file. Errors: SearchFault when there is none. */
export function packIndex(address: string): Uint8Array {
  return packVersion(folderOf(address));
}

/**
 * Puts an index that `packIndex` made in place at a `file:` address where none serves yet, under the name of this version;
 * false when one serves. Errors: those of the file system.
 */
export function placeIndex(address: string, packed: URL, version: string): Promise<boolean> {
  return placeVersion(folderOf(address), packed, version);
}

/** The folder of versions at a `file:` address; null for an engine, which keeps its versions itself. */
export function versionFolder(address: string): VersionFolder | null {
  return address.startsWith('file:') ? new VersionFolder(folderOf(address)) : null;
}

function folderOf(address: string): string {
  return address.startsWith('file://')
    ? fileURLToPath(address)
    : resolve(address.slice('file:'.length));
}
