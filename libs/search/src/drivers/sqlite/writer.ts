import {
  copyFileSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  renameSync,
} from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type BuildOptions, type IndexInfo, type PutResult } from '../../search-index.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';
import { PackedDocuments } from '../../packed-documents.ts';
import { SearchFault } from '../../search-fault.ts';
import { asFault } from './as-fault.ts';
import { BuildFacts } from './build-facts.ts';
import { buildFile, readCurrent, removeIndexFile, serveInFolder, versionFile } from './current.ts';
import type { PackedBatch } from './protocol.ts';
import { openForReading } from './open-version.ts';
import { openServing } from './serving-version.ts';
import { VersionReader } from './reader.ts';
import { facetWords, LAYOUT, rowOf, SCHEMA } from './schema.ts';

const CACHE_KIB = 12_000;
const PAGE_BYTES = 8_192;
const FIELDS = SEARCH_FIELDS.length;
/** Quoted, because "group" is a word of SQL. */
const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ');

const INSERT_TEXT = `INSERT INTO words(rowid, ${COLUMNS}, facets) VALUES (?${', ?'.repeat(FIELDS + 1)})`;

/** Each batch is one segment of the full-text table. They are merged once, at the end, not again and again in between. */
const MERGING = `INSERT INTO words(words, rank) VALUES ('hashsize', ${8 * 1024 * 1024}), ('automerge', 0),
  ('crisismerge', 256);`;

type Cell = string | number | null | Uint8Array;

/** One build of an index version in its own file. Synchronous: it lives in a worker. */
export class VersionWriter {
  readonly version: string;
  readonly resumed: boolean;
  readonly #folder: string;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #facetValues = new Map<string, number>();
  #next: number;

  constructor(folder: string, options: BuildOptions) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#file = buildFile(folder);
    const kind = options.mode;
    const previous = existsSync(this.#file) ? this.#locked() : null;
    if (previous !== null && options.resume && isSame(previous, kind)) {
      this.#database = previous;
      this.version = metaOf(previous, 'version') ?? options.version;
      this.resumed = true;
    } else {
      // Closing gives the lock back for a moment; a second import that takes it in between wins, and this one says so.
      previous?.close();
      removeIndexFile(this.#file);
      this.version = options.version;
      this.resumed = false;
      this.#database = this.#create(options.mode);
      this.#meta('kind', kind);
      this.#meta('version', this.version);
    }
    this.#database.exec(MERGING);
    this.#next = Number(metaOf(this.#database, 'next') ?? '1');
    for (const row of this.#database.prepare('SELECT id, value FROM facet_value').all()) {
      this.#facetValues.set(String(row['value']), Number(row['id']));
    }
  }

  #locked(): DatabaseSync {
    const database = new DatabaseSync(this.#file);
    try {
      // Killing the process loses nothing: the journal undoes a half-written batch at the next opening. Only the whole
      // file is made durable, once, before it serves. Writing takes the lock that keeps a second import out.
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

  #create(mode: BuildOptions['mode']): DatabaseSync {
    const current = mode === 'merge' ? readCurrent(this.#folder) : null;
    if (current === null) {
      const database = this.#locked();
      database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
      return database;
    }
    // Refuses a version of another layout, which this one cannot go on with.
    openForReading(versionFile(this.#folder, current.version)).close();
    // Copied under another name first: half a copy must not look like a build that can be resumed.
    const copy = `${this.#file}.copy`;
    copyFileSync(versionFile(this.#folder, current.version), copy, constants.COPYFILE_FICLONE);
    renameSync(copy, this.#file);
    const database = this.#locked();
    database.exec('DELETE FROM checkpoint');
    return database;
  }

  #sql(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #meta(key: string, value: string): void {
    this.#sql('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value);
  }

  put(batch: PackedBatch): PutResult {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    this.#database.exec('BEGIN');
    try {
      const entities = new Map<string, number>();
      // FTS5 writes a segment whenever a row number is not higher than the one before: sorted, a batch is one segment.
      // Each is unpacked when it is its turn, so that none of them grows old.
      const documents = PackedDocuments.from(batch.packed);
      const rows = Array.from({ length: documents.length }, (_, at) => ({
        at,
        row: rowOf(documents.rankAt(at), this.#next++),
      })).sort((a, b) => a.row - b.row);
      for (const { at, row } of rows)
        this.#putOne(documents.at(at), row, batch.force === true, result, entities);
      for (const [name, count] of entities) {
        this.#sql(
          'INSERT INTO entity VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET documents = documents + excluded.documents',
        ).run(name, count);
      }
      for (const { name, bytes } of batch.blobs ?? []) {
        this.#sql('INSERT OR REPLACE INTO blob VALUES (?, ?)').run(name, bytes);
      }
      if (batch.checkpoint !== undefined) {
        this.#sql('INSERT OR REPLACE INTO checkpoint VALUES (?, ?)').run(
          batch.checkpoint.key,
          batch.checkpoint.value,
        );
      }
      this.#meta('next', String(this.#next));
      this.#database.exec('COMMIT');
      return result;
    } catch (cause) {
      this.#undo();
      throw asFault(cause);
    }
  }

  #undo(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // A full disk has already rolled back.
    }
    this.#next = Number(metaOf(this.#database, 'next') ?? '1');
    this.#facetValues.clear();
    for (const row of this.#database.prepare('SELECT id, value FROM facet_value').all()) {
      this.#facetValues.set(String(row['value']), Number(row['id']));
    }
  }

  #putOne(
    document: SearchDocument,
    row: number,
    force: boolean,
    result: { added: number; changed: number; unchanged: number; kept: number },
    entities: Map<string, number>,
  ): void {
    // Nearly every document is new: writing it tells, which saves asking for it first.
    const found = this.#insertDocument(document, row) ? 'new' : this.#compare(document, force);
    if (found === 'unchanged' || found === 'kept') {
      result[found] += 1;
      return;
    }
    if (found === 'new') result.added += 1;
    else {
      result.changed += 1;
      this.#remove(found, entities);
      this.#insertDocument(document, row);
    }
    this.#insertWords(document, row);
    for (const name of document.entities) entities.set(name, (entities.get(name) ?? 0) + 1);
  }

  /** What the stored document of this id is to the given one; the stored one itself when it must give way. */
  #compare(document: SearchDocument, force: boolean): 'unchanged' | 'kept' | Record<string, Cell> {
    const old = this.#sql(
      'SELECT row, hash, stamp, match, facets, entities FROM doc WHERE id = ?',
    ).get(document.id) as Record<string, Cell>;
    if (old['hash'] === document.hash) return 'unchanged';
    return Number(old['stamp']) > document.stamp && !force ? 'kept' : old;
  }

  #remove(old: Record<string, Cell>, entities: Map<string, number>): void {
    const row = Number(old['row']);
    const fields = String(old['match']).split('\n');
    // A contentless table forgets a row only when it is told what stood in it.
    this.#sql(
      `INSERT INTO words(words, rowid, ${COLUMNS}, facets) VALUES ('delete', ?${', ?'.repeat(FIELDS + 1)})`,
    ).run(row, ...SEARCH_FIELDS.map((_, at) => fields[at] ?? ''), String(old['facets']));
    this.#sql('DELETE FROM doc WHERE row = ?').run(row);
    this.#sql('DELETE FROM facet WHERE row = ?').run(row);
    const names = String(old['entities']);
    for (const name of names === '' ? [] : names.split('\n'))
      entities.set(name, (entities.get(name) ?? 0) - 1);
  }

  /** Writes the document itself; false when one of its id is stored already. */
  #insertDocument(document: SearchDocument, row: number): boolean {
    const { changes } = this.#insertDoc.run(
      row,
      document.id,
      document.hash,
      document.stamp,
      document.key,
      document.fields.join('\n'),
      facetWords(document.facets),
      document.entities.join('\n'),
      document.body,
    );
    return changes === 1;
  }

  #insertWords(document: SearchDocument, row: number): void {
    const { facets, fields } = document;
    this.#insertText.run(
      row,
      ...SEARCH_FIELDS.map((_, at) => fields[at] ?? ''),
      facetWords(document.facets),
    );
    this.#insertFacets.run(
      row,
      this.#facetValue(facets.form),
      this.#facetValue(facets.source),
      this.#facetValue(facets.decade),
      this.#facetValue(facets.rights),
      facets.from,
      facets.to,
    );
  }

  get #insertDoc(): StatementSync {
    return this.#sql('INSERT OR IGNORE INTO doc VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  get #insertText(): StatementSync {
    return this.#sql(INSERT_TEXT);
  }

  get #insertFacets(): StatementSync {
    return this.#sql('INSERT INTO facet VALUES (?, ?, ?, ?, ?, ?, ?)');
  }

  #facetValue(value: string): number {
    const known = this.#facetValues.get(value);
    if (known !== undefined) return known;
    const id = this.#facetValues.size + 1;
    this.#sql('INSERT INTO facet_value VALUES (?, ?)').run(id, value);
    this.#facetValues.set(value, id);
    return id;
  }

  checkpoints(): Map<string, string> {
    const rows = this.#sql('SELECT key, value FROM checkpoint').all();
    return new Map(rows.map((row) => [String(row['key']), String(row['value'])]));
  }

  /** What can be told of the documents written so far. */
  get facts(): BuildFacts {
    return new BuildFacts(this.#database, this.version);
  }

  setSide(name: string, bytes: Uint8Array): void {
    this.#sql('INSERT OR REPLACE INTO side VALUES (?, ?)').run(name, bytes);
  }

  /** One sorted list of places for each word: the least to read for every later search. */
  settle(): void {
    this.#database.exec("INSERT INTO words(words) VALUES ('optimize')");
  }

  /** Makes the version whole and durable under the name of the build: until it has another, it can still be resumed. */
  finish(builtAt: number): { readonly info: IndexInfo; readonly file: string } {
    try {
      this.#meta('built_at', String(builtAt));
      this.#database.exec("DELETE FROM meta WHERE key = 'info'");
      // Counted once: a service asks for it with every sign of life.
      this.#meta('info', JSON.stringify(this.facts.info()));
      this.settle();
      this.#close();
      const file = openSync(this.#file, 'r+');
      fsyncSync(file);
      closeSync(file);
      return { info: this.#told(), file: this.#file };
    } catch (cause) {
      throw asFault(cause);
    }
  }

  /** Finishes the version and lets it serve in this folder. */
  commit(builtAt: number): IndexInfo {
    const { info } = this.finish(builtAt);
    try {
      // Before the new file has its name: a damaged pointer must not lead to it.
      const next = { version: this.version, previous: this.#servingBefore() };
      renameSync(this.#file, versionFile(this.#folder, this.version));
      serveInFolder(this.#folder, next);
      return { ...info, previous: next.previous };
    } catch (cause) {
      throw asFault(cause);
    }
  }

  /** The version to go back to: the one that can be read, whatever a damaged pointer names. */
  #servingBefore(): string | null {
    try {
      const serving = openServing(this.#folder);
      serving?.database.close();
      return serving?.version ?? null;
    } catch (error) {
      if (error instanceof SearchFault) return null;
      throw error;
    }
  }

  #told(): IndexInfo {
    const reader = new VersionReader(openForReading(this.#file), this.version);
    const info = reader.info(null, null);
    reader.close();
    return info;
  }

  #close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  abandon(): void {
    this.#close();
    removeIndexFile(this.#file);
  }

  suspend(): void {
    this.#close();
  }
}

/** Whether a build that was killed is of this kind and of this layout. */
function isSame(database: DatabaseSync, kind: string): boolean {
  return metaOf(database, 'kind') === kind && metaOf(database, 'layout') === LAYOUT;
}

function metaOf(database: DatabaseSync, key: string): string | null {
  try {
    const value = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'];
    return typeof value === 'string' ? value : null;
  } catch {
    // No table yet: the build was killed while it began.
    return null;
  }
}
