import type { DatabaseSync } from 'node:sqlite';
import type { PutResult } from '../../index-build.ts';
import { PackedDocuments } from '../../packed-documents.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';
import { SearchFault } from '../../search-fault.ts';
import { metaOf } from './build-file.ts';
import { facetWords, rowNumberOf } from './schema.ts';
import { Statements } from './statements.ts';

/** The name is quoted, because "group" is a word of SQL. */
const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ');
const PARAMETERS = `?${', ?'.repeat(SEARCH_FIELDS.length + 1)}`;
const INSERT_DOCUMENT = 'INSERT OR IGNORE INTO doc VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
const INSERT_WORDS = `INSERT INTO words(rowid, ${COLUMNS}, facets) VALUES (${PARAMETERS})`;
// A contentless table deletes a row only when it is given the row's words.
const DELETE_WORDS = `INSERT INTO words(words, rowid, ${COLUMNS}, facets) VALUES ('delete', ${PARAMETERS})`;
const INSERT_FACETS = 'INSERT INTO facet VALUES (?, ?, ?, ?, ?, ?, ?)';
const ADD_ENTITY =
  'INSERT INTO entity VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET documents = documents + excluded.documents';

/** A stored document that is compared with another one, replaced or removed. */
interface WrittenDocument {
  readonly row: number;
  readonly hash: string;
  readonly stamp: number;
  readonly match: string;
  readonly facets: string;
  readonly entities: string;
}

type MutablePutResult = { -readonly [Name in keyof PutResult]: PutResult[Name] };

/** The state of one call of `put`. */
interface PutState {
  readonly force: boolean;
  readonly result: MutablePutResult;
  /** Change of the number of documents, by entity. */
  readonly entities: Map<string, number>;
}

/** Writes documents into the file of a build, within the caller's transaction. */
export class DocumentWriter {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #facetValues = new Map<string, number>();
  /** Number that the next document gets. */
  #next = 1;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.reload();
  }

  /** Reads the cached values again, after a transaction was rolled back. */
  reload(): void {
    this.#next = Number(metaOf(this.#database, 'next') ?? '1');
    this.#facetValues.clear();
    const values = this.#statements.query('SELECT id, value FROM facet_value', 'INTEGER', 'TEXT');
    for (const [id, value] of values.iterate()) this.#facetValues.set(value, id);
  }

  /** Returns the number of the next document, which is stored as `meta.next`. */
  get next(): number {
    return this.#next;
  }

  /** Releases the statements, so that the database can be closed. */
  clear(): void {
    this.#statements.clear();
  }

  put(documents: PackedDocuments, force: boolean): PutResult {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    const writing: PutState = { force, result, entities: new Map() };
    // FTS5 starts a segment whenever a row number is lower than the one before: sorted, a batch is one segment. Each
    // document is unpacked just before it is written, so that the garbage collector does not copy it.
    const rows = Array.from({ length: documents.length }, (_, at) => ({
      at,
      row: rowNumberOf(documents.rankAt(at), this.#next++),
    })).sort((a, b) => a.row - b.row);
    for (const { at, row } of rows) this.#putOne(documents.at(at), row, writing);
    this.#countEntities(writing.entities);
    return result;
  }

  /** Removes the documents of these ids; returns how many were stored. */
  remove(ids: readonly string[]): number {
    const entities = new Map<string, number>();
    let removed = 0;
    for (const id of ids) {
      const stored = this.#stored(id);
      if (stored === undefined) continue;
      this.#remove(stored, entities);
      removed += 1;
    }
    this.#countEntities(entities);
    return removed;
  }

  #countEntities(entities: ReadonlyMap<string, number>): void {
    for (const [name, count] of entities) this.#statements.write(ADD_ENTITY).run(name, count);
  }

  #putOne(document: SearchDocument, row: number, writing: PutState): void {
    const { result, entities, force } = writing;
    // Nearly every document is new: the insert shows whether it is, without a read before it.
    const stored = this.#insert(document, row) ? 'absent' : this.#compare(document, force);
    if (stored === 'unchanged' || stored === 'kept') {
      result[stored] += 1;
      return;
    }
    if (stored === 'absent') result.added += 1;
    else {
      result.changed += 1;
      this.#remove(stored, entities);
      this.#insert(document, row);
    }
    this.#insertWords(document, row);
    for (const name of document.entities) entities.set(name, (entities.get(name) ?? 0) + 1);
  }

  /** Compares a document with the stored one of the same id, and returns the stored one when it must be replaced. */
  #compare(
    { id, hash, stamp }: SearchDocument,
    force: boolean,
  ): 'unchanged' | 'kept' | WrittenDocument {
    const stored = this.#stored(id);
    if (stored === undefined)
      throw new SearchFault('failed', `The index refuses the document ${id}.`);
    if (stored.hash === hash) return 'unchanged';
    return stored.stamp > stamp && !force ? 'kept' : stored;
  }

  #stored(id: string): WrittenDocument | undefined {
    const found = this.#statements
      .query(
        'SELECT row, hash, stamp, match, facets, entities FROM doc WHERE id = ?',
        ...(['INTEGER', 'TEXT', 'INTEGER', 'TEXT', 'TEXT', 'TEXT'] as const),
      )
      .get(id);
    if (found === undefined) return undefined;
    const [row, hash, stamp, match, facets, entities] = found;
    return { row, hash, stamp, match, facets, entities };
  }

  #remove(old: WrittenDocument, entities: Map<string, number>): void {
    const fields = old.match.split('\n');
    const words = SEARCH_FIELDS.map((_, at) => fields[at] ?? '');
    this.#statements.write(DELETE_WORDS).run(old.row, ...words, old.facets);
    this.#statements.write('DELETE FROM doc WHERE row = ?').run(old.row);
    this.#statements.write('DELETE FROM facet WHERE row = ?').run(old.row);
    for (const name of old.entities === '' ? [] : old.entities.split('\n'))
      entities.set(name, (entities.get(name) ?? 0) - 1);
  }

  /** Inserts the document itself; false when a document with its id is stored. */
  #insert(document: SearchDocument, row: number): boolean {
    const { changes } = this.#statements
      .write(INSERT_DOCUMENT)
      .run(
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

  #insertWords({ facets, fields }: SearchDocument, row: number): void {
    const words = SEARCH_FIELDS.map((_, at) => fields[at] ?? '');
    this.#statements.write(INSERT_WORDS).run(row, ...words, facetWords(facets));
    this.#statements
      .write(INSERT_FACETS)
      .run(
        row,
        this.#facetValue(facets.form),
        this.#facetValue(facets.source),
        this.#facetValue(facets.decade),
        this.#facetValue(facets.rights),
        facets.from,
        facets.to,
      );
  }

  #facetValue(value: string): number {
    const known = this.#facetValues.get(value);
    if (known !== undefined) return known;
    const id = this.#facetValues.size + 1;
    this.#statements.write('INSERT INTO facet_value VALUES (?, ?)').run(id, value);
    this.#facetValues.set(value, id);
    return id;
  }
}
