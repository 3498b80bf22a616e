import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type Candidate,
  COUNTED_FACETS,
  type Counts,
  FACET_ROWS_MAX,
  type FindOptions,
  type Found,
  type IndexInfo,
  type Reading,
} from '../../search-index.ts';
import { hasPhrase, holdsPhrases, matchExpression } from './match.ts';
import { emptyCounts } from './nothing-found.ts';
import { type Cell, rowsOf } from './rows-of.ts';
import { rankOf } from './schema.ts';

/** Rows looked at for one reading with a phrase or an exclusion that only the document can tell. */
const VERIFIED_ROWS_MAX = 20_000;
/** Where the estimate of all hits stops counting. */
const TOTAL_MAX = 10_000;
const STATEMENTS_MAX = 64;

type Row = readonly Cell[];

function asText(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : String(cell ?? '');
}

/** One index version, open for reading. Not for use from two threads. */
export class VersionReader {
  readonly version: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #values = new Map<number, string>();
  #facts: Omit<IndexInfo, 'previous'> | null = null;

  constructor(database: DatabaseSync, version: string) {
    this.version = version;
    this.#database = database;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #rows(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const made = this.#database.prepare(sql);
    made.setReturnArrays(true);
    this.#statements.set(sql, made);
    return made;
  }

  find(readings: readonly Reading[], { enough }: FindOptions): Found {
    const candidates: Candidate[] = [];
    const seen = new Set<number>();
    let counts: Counts | null = null;
    for (const [at, reading] of readings.entries()) {
      if (candidates.length >= enough) break;
      const before = candidates.length;
      this.#collect(reading, at, candidates, seen);
      if (counts === null && candidates.length > before) counts = this.#count(reading);
    }
    return { version: this.version, candidates, counts: counts ?? emptyCounts() };
  }

  #collect(reading: Reading, at: number, candidates: Candidate[], seen: Set<number>): void {
    const expression = matchExpression(reading);
    const verify = hasPhrase(reading) || (expression === null && (reading.none ?? []).length > 0);
    const wanted = reading.limit + seen.size;
    const { sql, values } = rowsOf(reading, expression, 'base.row');
    const statement = this.#rows(sql);
    let taken = 0;
    // `seen` documents come again in a looser reading: they must not use up its limit, and are not read again.
    for (const found of statement.iterate(...values, verify ? VERIFIED_ROWS_MAX : wanted)) {
      const row = Number((found as unknown as Row)[0]);
      if (taken >= reading.limit) break;
      if (seen.has(row)) continue;
      const document = this.#rows('SELECT id, match, body FROM doc WHERE row = ?').get(row);
      const [id, match, body] = document as unknown as Row;
      const fields = asText(match).split('\n');
      if (verify && !holdsPhrases(fields, reading)) continue;
      seen.add(row);
      taken += 1;
      candidates.push({
        id: asText(id),
        rank: rankOf(row),
        fields,
        body: asText(body),
        reading: at,
      });
    }
  }

  #count(reading: Reading): Counts {
    const expression = matchExpression(reading);
    const columns = COUNTED_FACETS.map((facet) => `x.${facet}`).join(', ');
    const sample = rowsOf(reading, expression, columns);
    const rows = this.#rows(sample.sql).all(
      ...sample.values,
      FACET_ROWS_MAX + 1,
    ) as unknown as Row[];
    const sampled = rows.length > FACET_ROWS_MAX;
    const numbers = COUNTED_FACETS.map(() => new Map<number, number>());
    for (const row of rows) {
      for (const [at, counted] of numbers.entries()) {
        const value = Number(row[at]);
        counted.set(value, (counted.get(value) ?? 0) + 1);
      }
    }
    const facets = Object.fromEntries(
      COUNTED_FACETS.map((facet, at) => [
        facet,
        this.#named(numbers[at] ?? new Map<number, number>()),
      ]),
    ) as Record<(typeof COUNTED_FACETS)[number], Map<string, number>>;
    return { facets, total: sampled ? this.#total(reading, expression) : rows.length, sampled };
  }

  #named(counted: ReadonlyMap<number, number>): Map<string, number> {
    const named = new Map<string, number>();
    for (const [value, count] of counted) {
      const name = this.#value(value);
      if (name !== '') named.set(name, count);
    }
    return named;
  }

  #value(id: number): string {
    if (this.#values.size === 0) {
      for (const row of this.#rows('SELECT id, value FROM facet_value').all()) {
        const [number, value] = row as unknown as Row;
        this.#values.set(Number(number), asText(value));
      }
    }
    return this.#values.get(id) ?? '';
  }

  #total(reading: Reading, expression: string | null): number {
    const { sql, values } = rowsOf(reading, expression, '1');
    const counted = this.#rows(`SELECT count(*) FROM (${sql})`).get(...values, TOTAL_MAX);
    return Number((counted as unknown as Row)[0]);
  }

  get(ids: readonly string[]): Candidate[] {
    const statement = this.#rows('SELECT id, row, match, body FROM doc WHERE id = ?');
    return ids.flatMap((wanted) => {
      const row = statement.get(wanted) as unknown as Row | undefined;
      if (row === undefined) return [];
      const [id, number, match, body] = row;
      const fields = asText(match).split('\n');
      return [
        { id: asText(id), rank: rankOf(Number(number)), fields, body: asText(body), reading: 0 },
      ];
    });
  }

  side(name: string): Uint8Array | null {
    const row = this.#rows('SELECT bytes FROM side WHERE name = ?').get(name) as unknown as
      Row | undefined;
    return row?.[0] instanceof Uint8Array ? row[0] : null;
  }

  info(previous: string | null): IndexInfo {
    return { ...(this.#facts ??= this.#storedFacts() ?? this.#counted()), previous };
  }

  /** The facts as the build wrote them; null in a version that was made before builds did. */
  #storedFacts(): Omit<IndexInfo, 'previous'> | null {
    const row = this.#rows("SELECT value FROM meta WHERE key = 'info'").get() as unknown as
      Row | undefined;
    // Written by a commit of this driver.
    return row === undefined ? null : (JSON.parse(asText(row[0])) as Omit<IndexInfo, 'previous'>);
  }

  #counted(): Omit<IndexInfo, 'previous'> {
    const count = this.#rows('SELECT count(*) FROM doc').get() as unknown as Row;
    const built = this.#rows("SELECT value FROM meta WHERE key = 'built_at'").get() as unknown as
      Row | undefined;
    const sources = this.#rows(
      'SELECT v.value, count(*) FROM facet f JOIN facet_value v ON v.id = f.source GROUP BY 1 ORDER BY 2 DESC, 1',
    ).all() as unknown as Row[];
    return {
      version: this.version,
      documents: Number(count[0]),
      builtAt: Number(built?.[0] ?? 0),
      sources: sources.map(([source, documents]) => ({
        source: asText(source),
        documents: Number(documents),
      })),
    };
  }
}
