import { DatabaseSync } from 'node:sqlite';
import { SearchFault } from '../../search-fault.ts';
import type { IndexInfo } from '../../search-index.ts';
import { currentMark, readCurrent, versionFile } from './current.ts';
import { VersionReader } from './reader.ts';
import { LAYOUT } from './schema.ts';

/** Bytes of the file that may be mapped instead of copied. */
const MAPPED_BYTES_MAX = 1024 ** 3;

/** Opens an index file for reading; refuses a file of another layout. */
export function openForReading(file: string): DatabaseSync {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { readOnly: true });
  } catch (cause) {
    throw new SearchFault('no_index', `${file} cannot be opened: import again with --swap.`, {
      cause,
    });
  }
  try {
    database.exec(
      `PRAGMA mmap_size = ${MAPPED_BYTES_MAX}; PRAGMA cache_size = -8000; PRAGMA query_only = 1;`,
    );
    const layout = database.prepare("SELECT value FROM meta WHERE key = 'layout'").get()?.['value'];
    if (layout === LAYOUT) return database;
  } catch (cause) {
    database.close();
    throw new SearchFault('damaged', `${file} is no search index: import again with --swap.`, {
      cause,
    });
  }
  database.close();
  throw new SearchFault(
    'damaged',
    `${file} has another layout than this version reads: import again with --swap.`,
  );
}

/** Always the version that serves: looks at the pointer before each answer, which costs one `stat`. */
export class FolderReader {
  readonly #folder: string;
  #mark = '';
  #open: VersionReader | null = null;
  #previous: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The open version, null when there is none. */
  serving(): VersionReader | null {
    const mark = currentMark(this.#folder);
    if (mark === this.#mark) return this.#open;
    const current = readCurrent(this.#folder);
    const next =
      current === null
        ? null
        : new VersionReader(
            openForReading(versionFile(this.#folder, current.version)),
            current.version,
          );
    this.#open?.close();
    this.#open = next;
    this.#previous = current?.previous ?? null;
    this.#mark = mark;
    return next;
  }

  /** The open version when it is this one: an answer that began with it may end with it, though another serves by now. */
  answering(version: string): VersionReader | null {
    return this.#open?.version === version ? this.#open : null;
  }

  info(): IndexInfo | null {
    return this.serving()?.info(this.#previous) ?? null;
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
    this.#mark = '';
  }
}
