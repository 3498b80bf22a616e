import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type NamedEntityWithDocumentCount,
  FIRST_WORDS,
  NON_VOCABULARY_FIELDS,
  type IndexVocabulary,
} from '../../index-build.ts';
import { FIELD_COUNT, SEARCH_FIELDS } from '../../search-document.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import type { FindResultWithJoinedTexts } from './packed-find-result.ts';
import { prepareRows } from './statements.ts';
import { IndexVersionReader } from './version-reader.ts';

/**
 * Number of documents that are read per page. Larger pages would outlive the young generation of the garbage collector, which
 * would copy them.
 */
const PAGE_DOCUMENTS = 250;

/**
 * A page of documents of a build: one list for each member of DocumentWords, because a transfer between threads copies lists of
 * strings faster than lists of objects. `last` is the row number of the last document.
 */
export interface IndexBuildDocumentPage {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly entities: readonly string[];
  readonly last: number;
}

/** Reads the documents of a build that does not serve yet. */
export class IndexBuildDocumentReader {
  readonly #database: DatabaseSync;
  readonly #version: string;

  constructor(database: DatabaseSync, version: string) {
    this.#database = database;
    this.#version = version;
  }

  hashes(): Map<string, string[]> {
    const hashes = new Map<string, string[]>();
    const query = prepareRows(
      this.#database,
      'SELECT v.value, d.hash FROM doc d JOIN facet f ON f.row = d.row JOIN facet_value v ON v.id = f.source',
      'TEXT',
      'TEXT',
    );
    for (const [source, hash] of query.iterate()) {
      const own = hashes.get(source);
      if (own === undefined) hashes.set(source, [hash]);
      else own.push(hash);
    }
    return hashes;
  }

  idsOf(source: string): string[] {
    return prepareRows(
      this.#database,
      'SELECT d.id FROM doc d JOIN facet f ON f.row = d.row JOIN facet_value v ON v.id = f.source WHERE v.value = ?',
      'TEXT',
    )
      .all(source)
      .map(([id]) => id);
  }

  vocabulary(): IndexVocabulary {
    this.#database.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'words', 'col')",
    );
    const query = prepareRows(
      this.#database,
      'SELECT term, col, doc FROM temp.vocabulary',
      'TEXT',
      'TEXT',
      'INTEGER',
    );
    const columns = new Map<string, number>(SEARCH_FIELDS.map((field, index) => [field, index]));
    const words: string[] = [];
    // A typed array, because an array of numbers would be the largest part of an import's memory.
    let counts = new Uint32Array(FIRST_WORDS * FIELD_COUNT);
    let word = '';
    let isVocabulary = false;
    const wordCounts = new Uint32Array(FIELD_COUNT);
    const addWord = (): void => {
      if (!isVocabulary) return;
      const at = words.length * FIELD_COUNT;
      if (at === counts.length) {
        const larger = new Uint32Array(2 * at);
        larger.set(counts);
        counts = larger;
      }
      counts.set(wordCounts, at);
      words.push(word);
    };
    for (const [term, column, documents] of query.iterate()) {
      if (term !== word) {
        addWord();
        word = term;
        isVocabulary = false;
        wordCounts.fill(0);
      }
      const field = columns.get(column);
      if (field === undefined) continue;
      wordCounts[field] = documents;
      isVocabulary ||= !NON_VOCABULARY_FIELDS.has(column);
    }
    addWord();
    return { words, documents: counts.slice(0, words.length * FIELD_COUNT) };
  }

  entities(): NamedEntityWithDocumentCount[] {
    return prepareRows(
      this.#database,
      'SELECT name, documents FROM entity WHERE documents > 0 ORDER BY name',
      'TEXT',
      'INTEGER',
    )
      .all()
      .map(([entity, documents]) => ({ entity, documents }));
  }

  /** Reads the page of documents after row number `after`; null after the last document. */
  documents(after: number): IndexBuildDocumentPage | null {
    const rows = prepareRows(
      this.#database,
      'SELECT row, id, match, entities FROM doc WHERE row > ? ORDER BY row LIMIT ?',
      ...(['INTEGER', 'TEXT', 'TEXT', 'TEXT'] as const),
    ).all(after, PAGE_DOCUMENTS);
    const last = rows.at(-1);
    if (last === undefined) return null;
    return {
      ids: rows.map(([, id]) => id),
      texts: rows.map(([, , text]) => text),
      entities: rows.map(([, , , entities]) => entities),
      last: last[0],
    };
  }

  attachment(name: string): Uint8Array | null {
    return this.#reader().attachment(name);
  }

  info(): ServingIndexVersionSummary {
    return this.#reader().info(null, null);
  }

  find(...args: Parameters<IndexVersionReader['find']>): FindResultWithJoinedTexts {
    return this.#reader().find(...args);
  }

  digest(): string {
    const hash = createHash('sha256');
    const query = prepareRows(
      this.#database,
      'SELECT id, hash, key, match, facets, entities, body FROM doc ORDER BY id',
      ...(['TEXT', 'TEXT', 'TEXT', 'TEXT', 'TEXT', 'TEXT', 'TEXT'] as const),
    );
    for (const row of query.iterate()) hash.update(JSON.stringify(row));
    return hash.digest('hex');
  }

  /** Makes a new reader for each call, because every written batch makes the caches of a reader wrong. */
  #reader(): IndexVersionReader {
    return new IndexVersionReader(this.#database, this.#version);
  }
}
