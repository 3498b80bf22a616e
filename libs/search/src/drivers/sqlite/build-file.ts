import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { IndexBuildOptions } from '../../index-build.ts';
import { asSearchEngineError } from './sqlite-error.ts';
import { buildFile, readCurrent, removeIndexFile, versionFile } from './current.ts';
import { openForReading } from './open-version.ts';
import { LAYOUT, SCHEMA } from './schema.ts';

const CACHE_KIB = 12_000;
const PAGE_BYTES = 8_192;
/**
 * Size of a page of the full-text table. FTS5 reads a page from its beginning to the wanted row, so searches that combine
 * common and rare words take a third less time than with its default of 4,050 bytes.
 */
const TEXT_PAGE_BYTES = 1_000;
/** FTS5 settings of a build: each batch becomes one segment, and segments are merged once at the end. */
const TEXT_SETTINGS = `INSERT INTO words(words, rank) VALUES ('hashsize', ${8 * 1024 * 1024}), ('automerge', 0),
  ('crisismerge', 256), ('pgsz', ${TEXT_PAGE_BYTES});`;

/** The open and locked database file in which a new index version is built. */
export interface IndexBuildFile {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly version: string;
  readonly resumed: boolean;
}

/**
 * Opens the build file of an index folder: with `resume` that of a suspended or killed build of the same mode (`swap` or
 * `merge`), else a new one. Throws SearchEngineError.
 */
export function openBuildFile(folder: string, options: IndexBuildOptions): IndexBuildFile {
  mkdirSync(folder, { recursive: true });
  const file = buildFile(folder);
  const suspended = existsSync(file) ? openLocked(file) : null;
  if (suspended !== null && options.resume && canResume(suspended, options.mode)) {
    suspended.exec(TEXT_SETTINGS);
    const version = metaOf(suspended, 'version') ?? options.version;
    return { database: suspended, file, version, resumed: true };
  }
  // Closing the suspended build releases its lock. If another import locks the file before it is removed, this build fails.
  suspended?.close();
  removeIndexFile(file);
  const database = create(folder, file, options.mode);
  setMeta(database, 'kind', options.mode);
  setMeta(database, 'version', options.version);
  database.exec(TEXT_SETTINGS);
  return { database, file, version: options.version, resumed: false };
}

/** Reads a value from the table `meta`; null when it does not exist. */
export function metaOf(database: DatabaseSync, key: string): string | null {
  try {
    const value = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'];
    return typeof value === 'string' ? value : null;
  } catch {
    // The table `meta` is missing when the build was killed before it created this table.
    return null;
  }
}

/** Sets a value of the table `meta`. */
export function setMeta(database: DatabaseSync, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value);
}

function canResume(database: DatabaseSync, mode: IndexBuildOptions['mode']): boolean {
  return metaOf(database, 'kind') === mode && metaOf(database, 'layout') === LAYOUT;
}

function openLocked(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // Batches are not synced to disk: after the process was killed, the journal undoes a partial batch, and the finished file
    // is synced before it serves. The two empty transactions take the lock that makes a second import fail.
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = TRUNCATE;
       PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY;
       BEGIN IMMEDIATE; COMMIT; BEGIN EXCLUSIVE; COMMIT;`,
    );
  } catch (cause) {
    database.close();
    throw asSearchEngineError(cause);
  }
  return database;
}

function create(folder: string, file: string, mode: IndexBuildOptions['mode']): DatabaseSync {
  const current = mode === 'merge' ? readCurrent(folder) : null;
  if (current === null) {
    const database = openLocked(file);
    database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
    return database;
  }
  // Throws for a version with another file layout, which this release cannot extend.
  openForReading(versionFile(folder, current.version)).close();
  // The serving version is first copied under another name, so that an incomplete copy is not taken for a build that can be
  // resumed.
  const copy = join(folder, `copying-${randomUUID()}`);
  try {
    copyFileSync(versionFile(folder, current.version), copy, constants.COPYFILE_FICLONE);
    renameSync(copy, file);
  } catch (error) {
    removeIndexFile(copy);
    throw error;
  }
  const database = openLocked(file);
  database.exec('DELETE FROM checkpoint');
  return database;
}
