import type { DatabaseSync } from 'node:sqlite';
import type { QueryInterpretation } from '../../interpretation.ts';
import type { HitTotalAndFacetCounts, SearchCandidateWithBody } from '../../find-result.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import type { StreamedFindResultPart } from './candidate-list.ts';
import { SearchCandidateFinder } from './candidate-search.ts';
import { LISTED_PAGE_DOCUMENTS } from '../../listed-document.ts';
import type { DocumentListingPage } from './protocol.ts';
import type { FindResultWithJoinedTexts } from './packed-find-result.ts';
import { rankOf } from './schema.ts';
import { PreparedStatementCache } from './statements.ts';

/** The members of ServingIndexVersionSummary that a build stores in the file of the version. */
type StoredIndexVersionSummary = Omit<ServingIndexVersionSummary, 'previous' | 'trouble'>;

/** Reads one open index version. */
export class IndexVersionReader {
  readonly version: string;
  readonly #database: DatabaseSync;
  readonly #statements: PreparedStatementCache;
  readonly #search: SearchCandidateFinder;
  #info: StoredIndexVersionSummary | null = null;

  constructor(database: DatabaseSync, version: string) {
    this.version = version;
    this.#database = database;
    this.#statements = new PreparedStatementCache(database);
    this.#search = new SearchCandidateFinder(this.#statements);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Finds candidates (matching documents). Returns the last part of the result; `sendPart` receives the parts before it. */
  find(
    interpretations: readonly QueryInterpretation[],
    enough: number,
    sendPart: (part: FindResultWithJoinedTexts) => void,
  ): FindResultWithJoinedTexts {
    const versioned = (part: StreamedFindResultPart): FindResultWithJoinedTexts => ({
      version: this.version,
      ...part,
    });
    return versioned(
      this.#search.find(interpretations, enough, (part) => sendPart(versioned(part))),
    );
  }

  count(interpretation: QueryInterpretation): HitTotalAndFacetCounts {
    return this.#search.count(interpretation);
  }

  get(ids: readonly string[]): SearchCandidateWithBody[] {
    const query = this.#statements.query(
      'SELECT id, row, key, match, body FROM doc WHERE id = ?',
      ...(['TEXT', 'INTEGER', 'TEXT', 'TEXT', 'TEXT'] as const),
    );
    return ids.flatMap((wanted) => {
      const found = query.get(wanted);
      if (found === undefined) return [];
      const [id, row, key, text, body] = found;
      return [{ id, rank: rankOf(row), text, key, body, interpretation: 0 }];
    });
  }

  bodies(ids: readonly string[]): Map<string, string> {
    const query = this.#statements.query(
      'SELECT d.id, d.body FROM json_each(?) wanted CROSS JOIN doc d ON d.id = wanted.value',
      'TEXT',
      'TEXT',
    );
    return new Map(query.all(JSON.stringify(ids)));
  }

  /** Reads a page of documents after a row number, in ascending order. */
  page(after: number): DocumentListingPage {
    const rows = this.#statements
      .query(
        'SELECT d.row, d.id, v.value, d.hash, d.stamp, d.body FROM doc d JOIN facet f ON f.row = d.row JOIN facet_value v ON v.id = f.source WHERE d.row > ? ORDER BY d.row LIMIT ?',
        ...(['INTEGER', 'TEXT', 'TEXT', 'TEXT', 'INTEGER', 'TEXT'] as const),
      )
      .all(after, LISTED_PAGE_DOCUMENTS);
    return {
      version: this.version,
      documents: rows.map(([, id, source, hash, stamp, body]) => ({
        id,
        source,
        hash,
        stamp,
        body,
      })),
      last: rows.at(-1)?.[0] ?? after,
    };
  }

  attachment(name: string): Uint8Array | null {
    const query = this.#statements.query('SELECT bytes FROM side WHERE name = ?', 'BLOB');
    return query.get(name)?.[0] ?? null;
  }

  info(previous: string | null, trouble: string | null): ServingIndexVersionSummary {
    const info = (this.#info ??= this.#storedInfo() ?? this.#countedInfo());
    return { ...info, version: this.version, previous, trouble };
  }

  #meta(key: string): string | null {
    return (
      this.#statements.query('SELECT value FROM meta WHERE key = ?', 'TEXT').get(key)?.[0] ?? null
    );
  }

  /**
   * Reads the number of documents, build time and sources that the build stored in the version; null when an older release
   * built it.
   */
  #storedInfo(): StoredIndexVersionSummary | null {
    const info = this.#meta('info');
    // A build of this driver wrote this JSON, so its structure is not checked.
    return info === null ? null : (JSON.parse(info) as StoredIndexVersionSummary);
  }

  #countedInfo(): StoredIndexVersionSummary {
    const count = this.#statements.query('SELECT count(*) FROM doc', 'INTEGER').get();
    const sources = this.#statements
      .query(
        'SELECT v.value, count(*) FROM facet f JOIN facet_value v ON v.id = f.source GROUP BY 1 ORDER BY 2 DESC, 1',
        'TEXT',
        'INTEGER',
      )
      .all();
    return {
      version: this.version,
      documents: count?.[0] ?? 0,
      builtAt: Number(this.#meta('built_at') ?? 0),
      sources: sources.map(([source, documents]) => ({ source, documents })),
    };
  }
}
