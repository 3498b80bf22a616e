import { DatabaseSync } from 'node:sqlite';
import { SearchEngineError } from '../../search-engine-error.ts';
import { IMPORT_AGAIN } from './current.ts';
import { LAYOUT } from './schema.ts';

/** Maximum number of bytes of an index file that are memory-mapped. */
const MAPPED_BYTES_MAX = 1024 ** 3;

/**
 * Opens the file of an index version for reading. Throws SearchEngineError: `no_index` when it is missing or cannot be opened,
 * `damaged` when it is truncated, is no index or has the file layout of another release.
 */
export function openForReading(file: string): DatabaseSync {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { readOnly: true });
  } catch (cause) {
    throw new SearchEngineError('no_index', `${file} cannot be opened. ${IMPORT_AGAIN}`, { cause });
  }
  try {
    database.exec(
      `PRAGMA mmap_size = ${MAPPED_BYTES_MAX}; PRAGMA cache_size = -8000; PRAGMA query_only = 1;`,
    );
    const layout = database.prepare("SELECT value FROM meta WHERE key = 'layout'").get()?.['value'];
    if (layout === LAYOUT) return database;
  } catch (cause) {
    database.close();
    throw new SearchEngineError('damaged', `${file} is no search index. ${IMPORT_AGAIN}`, {
      cause,
    });
  }
  database.close();
  throw new SearchEngineError(
    'damaged',
    `${file} has another layout than this version reads. ${IMPORT_AGAIN}`,
  );
}
