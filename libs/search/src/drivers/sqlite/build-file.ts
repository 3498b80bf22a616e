import { constants, copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { BuildOptions } from '../../index-build.ts';
import { asFault } from './as-fault.ts';
import { buildFile, readCurrent, removeIndexFile, versionFile } from './current.ts';
import { openForReading } from './open-version.ts';
import { LAYOUT, SCHEMA } from './schema.ts';

const CACHE_KIB = 12_000;
const PAGE_BYTES = 8_192;
/** Each batch is one segment of the full-text table. Segments are merged once, at the end. */
const MERGING = `INSERT INTO words(words, rank) VALUES ('hashsize', ${8 * 1024 * 1024}), ('automerge', 0),
  ('crisismerge', 256);`;

/** The file of a build, open and locked. */
export interface BuildFile {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly version: string;
  readonly resumed: boolean;
}

/** Opens the one build of a folder: a suspended one of the same mode with `resume`, else a new one. Errors: SearchFault. */
export function openBuildFile(folder: string, options: BuildOptions): BuildFile {
  mkdirSync(folder, { recursive: true });
  const file = buildFile(folder);
  const suspended = existsSync(file) ? openLocked(file) : null;
  if (suspended !== null && options.resume && canResume(suspended, options.mode)) {
    suspended.exec(MERGING);
    const version = metaOf(suspended, 'version') ?? options.version;
    return { database: suspended, file, version, resumed: true };
  }
  // Closing releases the lock. An import that takes the lock before the next line wins, and this build fails.
  suspended?.close();
  removeIndexFile(file);
  const database = create(folder, file, options.mode);
  setMeta(database, 'kind', options.mode);
  setMeta(database, 'version', options.version);
  database.exec(MERGING);
  return { database, file, version: options.version, resumed: false };
}

/** Reads a value of the table `meta`; null when there is none. */
export function metaOf(database: DatabaseSync, key: string): string | null {
  try {
    const value = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'];
    return typeof value === 'string' ? value : null;
  } catch {
    // The table is missing: the build was killed before it was created.
    return null;
  }
}

/** Sets a value of the table `meta`. */
export function setMeta(database: DatabaseSync, key: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value);
}

function canResume(database: DatabaseSync, mode: BuildOptions['mode']): boolean {
  return metaOf(database, 'kind') === mode && metaOf(database, 'layout') === LAYOUT;
}

function openLocked(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // Killing the process loses nothing: the journal undoes a half-written batch at the next opening. Only the whole
    // file is made durable, once, before it serves. The transactions take the lock that refuses a second import.
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = TRUNCATE;
       PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY;
       BEGIN IMMEDIATE; COMMIT; BEGIN EXCLUSIVE; COMMIT;`,
    );
  } catch (cause) {
    database.close();
    throw asFault(cause);
  }
  return database;
}

function create(folder: string, file: string, mode: BuildOptions['mode']): DatabaseSync {
  const current = mode === 'merge' ? readCurrent(folder) : null;
  if (current === null) {
    const database = openLocked(file);
    database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
    return database;
  }
  // The check refuses a version with another layout, which this release cannot extend.
  openForReading(versionFile(folder, current.version)).close();
  // The file is copied under another name first: an incomplete copy must not look like a build that can be resumed.
  const copy = `${file}.copy`;
  copyFileSync(versionFile(folder, current.version), copy, constants.COPYFILE_FICLONE);
  renameSync(copy, file);
  const database = openLocked(file);
  database.exec('DELETE FROM checkpoint');
  return database;
}
