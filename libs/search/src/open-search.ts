import type { Clock } from '@bridge/kernel';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { MeilisearchIndex } from './drivers/meilisearch/meilisearch-index.ts';
import { packVersion, placeVersion } from './drivers/sqlite/packed-version.ts';
import { SqliteIndex } from './drivers/sqlite/sqlite-index.ts';
import type { SearchIndex } from './search-index.ts';

/** Where the index is and what is needed to reach it. */
export interface SearchSettings {
  /** `file:<folder>` or `meili+http(s)://host[:port]` (BRIDGE_SEARCH). */
  readonly address: string;
  /** Key of the engine (BRIDGE_MEILI_KEY): a search key for reading, an indexing key for imports. */
  readonly key?: string | undefined;
  readonly clock: Clock;
}

/** The driver that the address names; nothing is contacted before the first call. */
export function openSearch({ address, key, clock }: SearchSettings): SearchIndex {
  if (address.startsWith('meili+')) {
    return new MeilisearchIndex({ url: address.slice('meili+'.length), key: key ?? '', clock });
  }
  return new SqliteIndex(folderOf(address), clock);
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

function folderOf(address: string): string {
  return address.startsWith('file://')
    ? fileURLToPath(address)
    : resolve(address.slice('file:'.length));
}
