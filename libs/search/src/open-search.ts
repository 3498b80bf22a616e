import type { Clock } from '@bridge/kernel';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { MeilisearchSearchIndex } from './drivers/meilisearch/meilisearch-index.ts';
import { packVersion, placeVersion } from './drivers/sqlite/packed-version.ts';
import { SqliteSearchIndex } from './drivers/sqlite/sqlite-index.ts';
import { IndexVersionsFolder } from './drivers/sqlite/version-folder.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Address of a search index, its credentials, and the reserve index, which serves when no version at the address can be read.
 */
export interface SearchIndexSettings {
  /** Value of BRIDGE_SEARCH: `file:<folder>` or `meili+http(s)://host[:port]`. */
  readonly address: string;
  /** Value of BRIDGE_MEILI_KEY: the search key, or for imports the import key. */
  readonly key?: string | undefined;
  readonly clock: Clock;
  /** The reserve index: it serves while no version at a `file:` address can be read. `packed`: a file that `packIndex` made. */
  readonly reserve?: { readonly packed: URL; readonly version: string };
  /**
   * Called each time the `trouble` of IndexInfo changes: with a sentence about a damaged or missing index file, or with null
   * when the problem has ended.
   */
  readonly onProblem?: (trouble: string | null) => void;
}

/** Makes the SearchIndex for an address. It opens files or connections only when one of its methods is called. */
export function openSearch(settings: SearchIndexSettings): SearchIndex {
  const { address, key, clock, reserve, onProblem } = settings;
  if (address.startsWith('meili+')) {
    return new MeilisearchSearchIndex({
      url: address.slice('meili+'.length),
      key: key ?? '',
      clock,
    });
  }
  return new SqliteSearchIndex({
    folder: folderOf(address),
    clock,
    reserve: reserve === undefined ? null : { ...reserve, packed: reserve.packed.href },
    onProblem,
  });
}

/** Returns the serving version at a `file:` address, compressed into one file. Throws SearchEngineError when there is none. */
export function packIndex(address: string): Uint8Array {
  return packVersion(folderOf(address));
}

/**
 * Installs a file that `packIndex` made at a `file:` address that has no index. When there is an index, changes nothing and
 * returns false. Throws errors of the file system.
 */
export function placeIndex(address: string, packed: URL, version: string): Promise<boolean> {
  return placeVersion(folderOf(address), packed, version);
}

/** Returns the folder of versions at a `file:` address; null for Meilisearch, which stores versions itself. */
export function versionFolder(address: string): IndexVersionsFolder | null {
  return address.startsWith('file:') ? new IndexVersionsFolder(folderOf(address)) : null;
}

function folderOf(address: string): string {
  return address.startsWith('file://')
    ? fileURLToPath(address)
    : resolve(address.slice('file:'.length));
}
