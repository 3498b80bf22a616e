import type { DatabaseSync } from 'node:sqlite';
import {
  COUNTED_FACETS,
  type Counts,
  FACET_ROWS_MAX,
  type FindOptions,
  type IndexInfo,
  type Kept,
  type Reading,
} from '../../search-index.ts';
import { holdsPhrases } from './match.ts';
import { type Matching, matchingOf, type RowList } from './matching.ts';
import { emptyCounts } from './nothing-found.ts';
import { BETWEEN, type PackedFound } from './packed-found.ts';
import { rankOf } from './schema.ts';
import { asText, type Row, Statements } from './statements.ts';

/** Rows looked at for one reading with a phrase or an exclusion that only the document can tell. */
const VERIFIED_ROWS_MAX = 20_000;
/** So many of them are asked for at a time. */
const VERIFIED_STEP = 2_000;
/** Rows that are counted: one more than the bound, which tells that there are more. */
const COUNTED = FACET_ROWS_MAX + 1;
/** Where the estimate of all hits stops counting. */
const TOTAL_MAX = 10_000;

/** What was found so far, as it is packed, and the rows that it holds. */
interface Gathering {
  readonly ranks: number[];
  readonly readings: [reading: number, candidates: number][];
  readonly texts: string[];
  readonly seen: Set<number>;
}

/** What a version says of itself. */
type StoredFacts = Omit<IndexInfo, 'previous' | 'trouble'>;

/** One index version, open for reading. Not for use from two threads. */
export class VersionReader {
  readonly version: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #values = new Map<number, string>();
  #facts: StoredFacts | null = null;

  constructor(database: DatabaseSync, version: string) {
    this.version = version;
    this.#database = database;
    this.#statements = new Statements(database);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  find(readings: readonly Reading[], { enough }: FindOptions): PackedFound {
    const found: Gathering = { ranks: [], readings: [], texts: [], seen: new Set() };
    let counts: Counts | null = null;
    for (const [at, reading] of readings.entries()) {
      if (found.ranks.length >= enough) break;
      const matching = matchingOf(reading, this.#statements);
      // What comes again of a stricter reading must not use up the limit; what is counted is what is looked through.
      const wanted = reading.limit + found.seen.size;
      const first = matching.after(null, counts === null ? Math.max(wanted, COUNTED) : wanted);
      const taken = this.#collect(matching, first, at, found);
      if (counts === null && taken > 0) counts = this.#count(matching, first);
    }
    const { ranks, texts } = found;
    return {
      version: this.version,
      ranks,
      readings: found.readings,
      texts,
      counts: counts ?? emptyCounts(),
    };
  }

  /** Takes what the reading finds beyond what was found before; how many that are. */
  #collect(matching: Matching, first: RowList, at: number, found: Gathering): number {
    const { reading, verify } = matching;
    const texts: string[] = [];
    const before = found.ranks.length;
    const left = (): number => reading.limit - (found.ranks.length - before);
    let looked = 0;
    for (let list = first; ; list = matching.after(list.rows.at(-1) ?? null, VERIFIED_STEP)) {
      const fresh = list.rows.filter((row) => !found.seen.has(row));
      looked += list.rows.length;
      for (let from = 0; from < fresh.length && left() > 0; from += reading.limit) {
        const rows = fresh.slice(from, from + reading.limit);
        const fitting = verify ? this.#holding(rows, reading).slice(0, left()) : rows;
        for (const row of fitting) {
          found.seen.add(row);
          found.ranks.push(rankOf(row));
        }
        if (fitting.length > 0) texts.push(this.#texts(fitting));
      }
      // Only where a phrase must be looked for can those that came be fewer than were wanted.
      if (!verify || !list.more || left() <= 0 || looked >= VERIFIED_ROWS_MAX) break;
    }
    const taken = found.ranks.length - before;
    if (taken > 0) {
      found.readings.push([at, taken]);
      found.texts.push(texts.join(BETWEEN));
    }
    return taken;
  }

  /** Those of these rows whose documents hold the phrases of the reading. */
  #holding(rows: readonly number[], reading: Reading): number[] {
    const documents = this.#statements
      .of('SELECT d.row, d.match FROM json_each(?) wanted CROSS JOIN doc d ON d.row = wanted.value')
      .all(JSON.stringify(rows)) as unknown as Row[];
    return documents
      .filter(([, match]) => holdsPhrases(asText(match), reading))
      .map(([row]) => Number(row));
  }

  /** Id, key and words of these rows in this order, by one statement: one for each would cost five times as much. */
  #texts(rows: readonly number[]): string {
    const [joined] = this.#statements
      .of(
        `SELECT group_concat(d.id || char(0) || d.key || char(0) || d.match, char(0))
       FROM json_each(?) wanted CROSS JOIN doc d ON d.row = wanted.value`,
      )
      .get(JSON.stringify(rows)) as unknown as Row;
    return asText(joined);
  }

  #count(matching: Matching, { rows }: RowList): Counts {
    const looked = rows.slice(0, COUNTED);
    const sampled = looked.length > FACET_ROWS_MAX;
    // Of rows that hold the words of a phrase apart, only the documents can tell.
    const counted = matching.verify ? this.#holding(looked, matching.reading) : looked;
    const groups = this.#statements
      .of(
        `SELECT ${COUNTED_FACETS.join(', ')}, count(*) FROM json_each(?) wanted CROSS JOIN facet x ON x.row = wanted.value
       GROUP BY ${COUNTED_FACETS.join(', ')}`,
      )
      .all(JSON.stringify(counted)) as unknown as Row[];
    const facets = Object.fromEntries(
      COUNTED_FACETS.map((facet, at) => [facet, this.#named(groups, at)]),
    ) as Record<(typeof COUNTED_FACETS)[number], Map<string, number>>;
    const more = sampled ? matching.count(looked.at(-1) ?? null, TOTAL_MAX - COUNTED) : 0;
    const share = looked.length === 0 ? 1 : counted.length / looked.length;
    const total = counted.length + Math.round(more * share);
    return { facets, total, bounded: looked.length + more >= TOTAL_MAX, sampled };
  }

  /** How often each value of the facet at this place stands in the groups, whose last cell is their size. */
  #named(groups: readonly Row[], at: number): Map<string, number> {
    const named = new Map<string, number>();
    for (const group of groups) {
      const name = this.#value(Number(group[at]));
      if (name !== '') named.set(name, (named.get(name) ?? 0) + Number(group.at(-1)));
    }
    return named;
  }

  #value(id: number): string {
    if (this.#values.size === 0) {
      for (const row of this.#statements.of('SELECT id, value FROM facet_value').all()) {
        const [number, value] = row as unknown as Row;
        this.#values.set(Number(number), asText(value));
      }
    }
    return this.#values.get(id) ?? '';
  }

  get(ids: readonly string[]): Kept[] {
    const statement = this.#statements.of('SELECT id, row, key, match, body FROM doc WHERE id = ?');
    return ids.flatMap((wanted) => {
      const found = statement.get(wanted) as unknown as Row | undefined;
      if (found === undefined) return [];
      const [id, row, key, match, body] = found;
      return [
        {
          id: asText(id),
          rank: rankOf(Number(row)),
          text: asText(match),
          key: asText(key),
          body: asText(body),
          reading: 0,
        },
      ];
    });
  }

  bodies(ids: readonly string[]): Map<string, string> {
    const rows = this.#statements
      .of('SELECT d.id, d.body FROM json_each(?) wanted CROSS JOIN doc d ON d.id = wanted.value')
      .all(JSON.stringify(ids)) as unknown as Row[];
    return new Map(rows.map(([id, body]) => [asText(id), asText(body)]));
  }

  side(name: string): Uint8Array | null {
    const row = this.#statements
      .of('SELECT bytes FROM side WHERE name = ?')
      .get(name) as unknown as Row | undefined;
    return row?.[0] instanceof Uint8Array ? row[0] : null;
  }

  info(previous: string | null, trouble: string | null): IndexInfo {
    const facts = (this.#facts ??= this.#storedFacts() ?? this.#counted());
    return { ...facts, version: this.version, previous, trouble };
  }

  /** The facts as the build wrote them; null in a version that was made before builds did. */
  #storedFacts(): StoredFacts | null {
    const row = this.#statements
      .of("SELECT value FROM meta WHERE key = 'info'")
      .get() as unknown as Row | undefined;
    // Written by a commit of this driver.
    return row === undefined ? null : (JSON.parse(asText(row[0])) as StoredFacts);
  }

  #counted(): StoredFacts {
    const count = this.#statements.of('SELECT count(*) FROM doc').get() as unknown as Row;
    const built = this.#statements
      .of("SELECT value FROM meta WHERE key = 'built_at'")
      .get() as unknown as Row | undefined;
    const sources = this.#statements
      .of(
        'SELECT v.value, count(*) FROM facet f JOIN facet_value v ON v.id = f.source GROUP BY 1 ORDER BY 2 DESC, 1',
      )
      .all() as unknown as Row[];
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
