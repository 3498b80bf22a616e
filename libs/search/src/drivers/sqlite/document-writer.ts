import type { DatabaseSync } from 'node:sqlite';
import type { DocumentPutCounts } from '../../index-build.ts';
import { TransferableDocumentList } from '../../packed-documents.ts';
import type { SearchDocument } from '../../search-document.ts';
import { SearchEngineError } from '../../search-engine-error.ts';
import { metaOf } from './build-file.ts';
import { facetWords, rowNumberOf } from './schema.ts';
import { deleteWords, insertWords } from './row-words.ts';
import { PreparedStatementCache } from './statements.ts';

const INSERT_DOCUMENT = 'INSERT OR IGNORE INTO doc VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
const INSERT_FACETS = 'INSERT INTO facet VALUES (?, ?, ?, ?, ?, ?, ?)';
const ADD_ENTITY =
  'INSERT INTO entity VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET documents = documents + excluded.documents';

/** A row of the table `doc`: a stored document that is compared, replaced or removed. */
interface StoredDocumentRow {
  readonly row: number;
  readonly hash: string;
  readonly stamp: number;
  readonly match: string;
  readonly facets: string;
  readonly entities: string;
}

/** Options of one call of `put`, and its counts and changes so far. */
interface DocumentPutProgress {
  readonly force: boolean;
  readonly result: { -readonly [Name in keyof DocumentPutCounts]: DocumentPutCounts[Name] };
  /** For each entity (such as a maker) the change in its number of documents. */
  readonly entities: Map<string, number>;
  /** Replaced documents whose words must still be deleted from the full-text table. */
  readonly replaced: StoredDocumentRow[];
}

/** Writes documents into a build file, within the caller's transaction. */
export class DocumentWriter {
  readonly #database: DatabaseSync;
  readonly #statements: PreparedStatementCache;
  readonly #facetValues = new Map<string, number>();
  /** Number of the next document in the order of arrival, a part of its row number. */
  #next = 1;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new PreparedStatementCache(database);
    this.reload();
  }

  /** Reads the next document's number and the ids of facet values again, after a rollback of the transaction. */
  reload(): void {
    this.#next = Number(metaOf(this.#database, 'next') ?? '1');
    this.#facetValues.clear();
    const values = this.#statements.query('SELECT id, value FROM facet_value', 'INTEGER', 'TEXT');
    for (const [id, value] of values.iterate()) this.#facetValues.set(value, id);
  }

  /** Arrival number of the next document. The caller stores it in the table `meta` under `next`. */
  get next(): number {
    return this.#next;
  }

  /** Releases the prepared statements, so that the database can be closed. */
  clear(): void {
    this.#statements.clear();
  }

  put(documents: TransferableDocumentList, force: boolean): DocumentPutCounts {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    const writing: DocumentPutProgress = { force, result, entities: new Map(), replaced: [] };
    // FTS5 begins a new segment when row numbers decrease, so a batch is sorted, and the words of replaced documents are
    // deleted at its end. Each document is unpacked just before it is written, so that the garbage collector does not copy it.
    const rows = Array.from({ length: documents.length }, (_, at) => ({
      at,
      row: rowNumberOf(documents.rankAt(at), this.#next++),
    })).sort((a, b) => a.row - b.row);
    for (const { at, row } of rows) this.#putOne(documents.at(at), row, writing);
    for (const old of writing.replaced.sort((a, b) => a.row - b.row))
      deleteWords(this.#statements, old);
    this.#countEntities(writing.entities);
    return result;
  }

  /** Removes the documents with these ids and returns how many existed. */
  remove(ids: readonly string[]): number {
    const entities = new Map<string, number>();
    let removed = 0;
    const rowOf = this.#statements.query('SELECT row FROM doc WHERE id = ?', 'INTEGER');
    // The documents are removed in the order of their rows, as in `put`. An id without a document gets the row -1.
    const found = ids.map((id) => ({ id, row: rowOf.get(id)?.[0] ?? -1 }));
    for (const { id } of found.sort((a, b) => a.row - b.row)) {
      const stored = this.#stored(id);
      if (stored === undefined) continue;
      this.#remove(stored, entities);
      deleteWords(this.#statements, stored);
      removed += 1;
    }
    this.#countEntities(entities);
    return removed;
  }

  #countEntities(entities: ReadonlyMap<string, number>): void {
    for (const [name, count] of entities) this.#statements.write(ADD_ENTITY).run(name, count);
  }

  #putOne(document: SearchDocument, row: number, writing: DocumentPutProgress): void {
    const { result, entities, force, replaced } = writing;
    // Nearly all documents are new, so the insert is tried first. It fails when the id exists.
    const stored = this.#insert(document, row) ? 'absent' : this.#compare(document, force);
    if (stored === 'unchanged' || stored === 'kept') {
      result[stored] += 1;
      return;
    }
    if (stored === 'absent') result.added += 1;
    else {
      result.changed += 1;
      this.#remove(stored, entities);
      replaced.push(stored);
      this.#insert(document, row);
    }
    this.#insertWords(document, row);
    for (const name of document.entities) entities.set(name, (entities.get(name) ?? 0) + 1);
  }

  /** Compares a document with the stored one of the same id; returns the stored one when it must be replaced. */
  #compare(
    { id, hash, stamp }: SearchDocument,
    force: boolean,
  ): 'unchanged' | 'kept' | StoredDocumentRow {
    const stored = this.#stored(id);
    if (stored === undefined)
      throw new SearchEngineError('failed', `The index refuses the document ${id}.`);
    if (stored.hash === hash) return 'unchanged';
    return stored.stamp > stamp && !force ? 'kept' : stored;
  }

  #stored(id: string): StoredDocumentRow | undefined {
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

  /** Removes a document, but not its words in the full-text table. Lowers the counts of its entities in `entities`. */
  #remove(old: StoredDocumentRow, entities: Map<string, number>): void {
    this.#statements.write('DELETE FROM doc WHERE row = ?').run(old.row);
    this.#statements.write('DELETE FROM facet WHERE row = ?').run(old.row);
    for (const name of old.entities === '' ? [] : old.entities.split('\n'))
      entities.set(name, (entities.get(name) ?? 0) - 1);
  }

  /** Inserts a document. Returns false when a document with this id exists. */
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
    insertWords(this.#statements, { row, fields, facets: facetWords(facets) });
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
