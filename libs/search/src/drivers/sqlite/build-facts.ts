import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type CountedEntity,
  type FindOptions,
  type IndexInfo,
  type Reading,
  UNSPOKEN_FIELDS,
  type Vocabulary,
} from '../../search-index.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import type { PackedFound } from './packed-found.ts';
import { VersionReader } from './reader.ts';

const FIELDS = SEARCH_FIELDS.length;
/** Room for the words of a small index, doubled as it fills. */
const FIRST_WORDS = 16_384;

/** What can be told of a build's documents before it serves. */
export class BuildFacts {
  readonly #database: DatabaseSync;
  readonly #version: string;

  constructor(database: DatabaseSync, version: string) {
    this.#database = database;
    this.#version = version;
  }

  hashes(): Map<string, string[]> {
    const found = new Map<string, string[]>();
    const statement = this.#database.prepare(
      'SELECT v.value, d.hash FROM doc d JOIN facet f ON f.row = d.row JOIN facet_value v ON v.id = f.source',
    );
    statement.setReturnArrays(true);
    for (const row of statement.iterate()) {
      const [source, hash] = row as unknown as [string, string];
      const own = found.get(source);
      if (own === undefined) found.set(source, [hash]);
      else own.push(hash);
    }
    return found;
  }

  vocabulary(): Vocabulary {
    this.#database.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'words', 'col')",
    );
    const statement = this.#database.prepare('SELECT term, col, doc FROM temp.vocabulary');
    statement.setReturnArrays(true);
    const at = new Map<string, number>(SEARCH_FIELDS.map((field, index) => [field, index]));
    const words: string[] = [];
    // Bytes that grow: as a list of numbers they would be what an import needs most memory for.
    let counts = new Uint32Array(FIRST_WORDS * FIELDS);
    let word = '';
    let spoken = false;
    const row = new Uint32Array(FIELDS);
    const keep = (): void => {
      if (!spoken) return;
      const at = words.length * FIELDS;
      if (at === counts.length) {
        const larger = new Uint32Array(2 * at);
        larger.set(counts);
        counts = larger;
      }
      counts.set(row, at);
      words.push(word);
    };
    for (const cells of statement.iterate()) {
      const [term, column, documents] = cells as unknown as [string, string, number];
      if (term !== word) {
        keep();
        word = term;
        spoken = false;
        row.fill(0);
      }
      const index = at.get(column);
      if (index === undefined) continue;
      row[index] = documents;
      spoken ||= !UNSPOKEN_FIELDS.has(column);
    }
    keep();
    return { words, documents: counts.slice(0, words.length * FIELDS) };
  }

  entities(): CountedEntity[] {
    return this.#database
      .prepare('SELECT name, documents FROM entity WHERE documents > 0 ORDER BY name')
      .all()
      .map((row) => ({ entity: String(row['name']), documents: Number(row['documents']) }));
  }

  side(name: string): Uint8Array | null {
    const bytes = this.#database.prepare('SELECT bytes FROM side WHERE name = ?').get(name)?.[
      'bytes'
    ];
    return bytes instanceof Uint8Array ? bytes : null;
  }

  info(): IndexInfo {
    return new VersionReader(this.#database, this.#version).info(null, null);
  }

  find(readings: readonly Reading[], options: FindOptions): PackedFound {
    // A reader of its own for each question: nothing is asked between two batches, so there is nothing to keep.
    return new VersionReader(this.#database, this.#version).find(readings, options);
  }

  digest(): string {
    const hash = createHash('sha256');
    const statement = this.#database.prepare(
      'SELECT id, hash, key, match, facets, entities, body FROM doc ORDER BY id',
    );
    statement.setReturnArrays(true);
    for (const row of statement.iterate()) hash.update(JSON.stringify(row));
    return hash.digest('hex');
  }
}
