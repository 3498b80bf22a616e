import type { Interpretation } from '../../interpretation.ts';
import {
  COUNTED_FACETS,
  type CountedFacet,
  type Counts,
  EMPTY_COUNTS,
  FACET_ROWS_MAX,
  type FindOptions,
} from '../../find-result.ts';
import { type MatchQuery, matchQueryOf, type RowList } from './match-query.ts';
import { holdsPhrases } from './match.ts';
import { type PackedFindResult, TEXT_SEPARATOR } from './packed-find-result.ts';
import { rankOf } from './schema.ts';
import type { Statements } from './statements.ts';

/** Maximum number of documents read to check a phrase or an exclusion that the index cannot decide. */
const VERIFIED_ROWS_MAX = 20_000;
/** Number of rows that such a check reads at a time. */
const VERIFIED_STEP = 2_000;
/** Maximum number of counted rows; one more than the limit, which shows that there are more. */
const COUNTED = FACET_ROWS_MAX + 1;
/** Maximum number of rows counted for the estimate of all hits. */
const TOTAL_MAX = 10_000;

const FACET_COLUMNS = COUNTED_FACETS.join(', ');

/** The candidates found so far, in the form of a PackedFindResult, with the set of their rows. */
interface CandidateList {
  readonly ranks: number[];
  readonly interpretations: [interpretation: number, candidates: number][];
  readonly texts: string[];
  readonly seen: Set<number>;
}

/** Finds candidates for interpretations in one index version. */
export class CandidateFinder {
  readonly #statements: Statements;
  readonly #facetValues = new Map<number, string>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  find(
    interpretations: readonly Interpretation[],
    { enough }: FindOptions,
  ): Omit<PackedFindResult, 'version'> {
    const found: CandidateList = { ranks: [], interpretations: [], texts: [], seen: new Set() };
    let counts: Counts | null = null;
    for (const [at, interpretation] of interpretations.entries()) {
      if (found.ranks.length >= enough) break;
      const query = matchQueryOf(interpretation, this.#statements);
      // Rows already found by a stricter interpretation do not count towards the limit.
      const wanted = interpretation.limit + found.seen.size;
      const first = query.after(null, counts === null ? Math.max(wanted, COUNTED) : wanted);
      const taken = this.#collect(query, first, at, found);
      if (counts === null && taken > 0) counts = this.#count(query, first);
    }
    const { ranks, texts } = found;
    return {
      ranks,
      interpretations: found.interpretations,
      texts,
      counts: counts ?? EMPTY_COUNTS,
    };
  }

  /** Adds the documents that a query finds in addition to earlier candidates; returns their number. */
  #collect(query: MatchQuery, first: RowList, at: number, found: CandidateList): number {
    const { interpretation, verify } = query;
    const texts: string[] = [];
    const before = found.ranks.length;
    const left = (): number => interpretation.limit - (found.ranks.length - before);
    let checked = 0;
    for (let list = first; ; list = query.after(list.rows.at(-1) ?? null, VERIFIED_STEP)) {
      const fresh = list.rows.filter((row) => !found.seen.has(row));
      checked += list.rows.length;
      for (let from = 0; from < fresh.length && left() > 0; from += interpretation.limit) {
        const rows = fresh.slice(from, from + interpretation.limit);
        const fitting = verify ? this.#verified(rows, interpretation).slice(0, left()) : rows;
        for (const row of fitting) {
          found.seen.add(row);
          found.ranks.push(rankOf(row));
        }
        if (fitting.length > 0) texts.push(this.#texts(fitting));
      }
      // Without verification the first list already contains as many rows as wanted.
      if (!verify || !list.more || left() <= 0 || checked >= VERIFIED_ROWS_MAX) break;
    }
    const taken = found.ranks.length - before;
    if (taken > 0) {
      found.interpretations.push([at, taken]);
      found.texts.push(texts.join(TEXT_SEPARATOR));
    }
    return taken;
  }

  /** Returns the rows whose documents contain the interpretation's phrases and none of its exclusions. */
  #verified(rows: readonly number[], interpretation: Interpretation): number[] {
    return this.#statements
      .query(
        'SELECT d.row, d.match FROM json_each(?) wanted CROSS JOIN doc d ON d.row = wanted.value',
        'INTEGER',
        'TEXT',
      )
      .all(JSON.stringify(rows))
      .filter(([, match]) => holdsPhrases(match, interpretation))
      .map(([row]) => row);
  }

  /** Reads id, key and words of these rows in order, in one statement; one per row would cost five times as much. */
  #texts(rows: readonly number[]): string {
    const [joined] = this.#statements
      .query(
        `SELECT group_concat(d.id || char(0) || d.key || char(0) || d.match, char(0))
       FROM json_each(?) wanted CROSS JOIN doc d ON d.row = wanted.value`,
        'TEXT?',
      )
      .get(JSON.stringify(rows)) ?? [null];
    return joined ?? '';
  }

  #count(query: MatchQuery, { rows }: RowList): Counts {
    const checked = rows.slice(0, COUNTED);
    const sampled = checked.length > FACET_ROWS_MAX;
    const counted = query.verify ? this.#verified(checked, query.interpretation) : checked;
    const groups = this.#statements
      .query(
        `SELECT ${FACET_COLUMNS}, count(*) FROM json_each(?) wanted CROSS JOIN facet x ON x.row = wanted.value
       GROUP BY ${FACET_COLUMNS}`,
        ...(['INTEGER', 'INTEGER', 'INTEGER', 'INTEGER', 'INTEGER'] as const),
      )
      .all(JSON.stringify(counted));
    const facets = Object.fromEntries(
      COUNTED_FACETS.map((facet, at) => [facet, this.#facetCounts(groups, at)]),
    ) as Record<CountedFacet, Map<string, number>>;
    const more = sampled ? query.count(checked.at(-1) ?? null, TOTAL_MAX - COUNTED) : 0;
    const share = checked.length === 0 ? 1 : counted.length / checked.length;
    const total = counted.length + Math.round(more * share);
    return { facets, total, bounded: checked.length + more >= TOTAL_MAX, sampled };
  }

  /** Counts documents per value of one facet; the last cell of each grouped row is the group's size. */
  #facetCounts(groups: readonly (readonly number[])[], at: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const group of groups) {
      const value = this.#facetValue(group[at] ?? 0);
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + (group.at(-1) ?? 0));
    }
    return counts;
  }

  #facetValue(id: number): string {
    if (this.#facetValues.size === 0)
      for (const [number, value] of this.#statements
        .query('SELECT id, value FROM facet_value', 'INTEGER', 'TEXT')
        .iterate())
        this.#facetValues.set(number, value);
    return this.#facetValues.get(id) ?? '';
  }
}
