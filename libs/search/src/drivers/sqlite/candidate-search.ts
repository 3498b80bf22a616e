import { contains, type QueryInterpretation } from '../../interpretation.ts';
import {
  COUNTED_FACETS,
  type HitCountFacetName,
  type HitTotalAndFacetCounts,
  FACET_ROWS_MAX,
} from '../../find-result.ts';
import { type FullTextMatchQuery, matchQueryOf, type MatchingRowNumbers } from './match-query.ts';
import { joinedNumbers } from './joined-numbers.ts';
import { holdsPhrases } from './match.ts';
import {
  noCandidates,
  type StreamedFindResultPart,
  partOf,
  type SearchCandidateList,
} from './candidate-list.ts';
import { TEXT_SEPARATOR } from './packed-find-result.ts';
import { rankOf } from './schema.ts';
import type { PreparedStatementCache } from './statements.ts';

/**
 * Maximum number of documents that are read for one interpretation of a query to check phrases or exclusions that the full-text
 * table cannot decide. Further documents are not found.
 */
const VERIFIED_ROWS_MAX = 20_000;
/** Number of documents that the check of phrases and exclusions reads at a time. */
const VERIFIED_STEP = 2_000;
/** Number of matching rows over which facets are counted: one more than FACET_ROWS_MAX, which shows whether there are more. */
const COUNTED = FACET_ROWS_MAX + 1;
/** Maximum number of matching rows that are counted for the total. A total that reaches this number is only a lower bound. */
const TOTAL_MAX = 10_000;

const FACET_LISTS = COUNTED_FACETS.map((facet) => `group_concat(x.${facet})`).join(', ');

/**
 * Number of found candidates from which they are sent to the caller as a part of the result, so that the caller scores them
 * while the search continues.
 */
const PART_CANDIDATES = 40;

/** Finds candidates (documents that match an interpretation of a query) in one index version. */
export class SearchCandidateFinder {
  readonly #statements: PreparedStatementCache;
  readonly #facetValues = new Map<number, string>();

  constructor(statements: PreparedStatementCache) {
    this.#statements = statements;
  }

  /**
   * Returns the last part of the found candidates; `sendPart` receives the parts before it. The search ends at `enough`
   * candidates.
   */
  find(
    interpretations: readonly QueryInterpretation[],
    enough: number,
    sendPart: (part: StreamedFindResultPart) => void,
  ): StreamedFindResultPart {
    const found: SearchCandidateList = { seen: new Set(), unsent: noCandidates() };
    const exhausted: QueryInterpretation[] = [];
    for (const [at, interpretation] of interpretations.entries()) {
      if (found.seen.size >= enough) break;
      if (found.unsent.ranks.length >= PART_CANDIDATES) {
        sendPart(partOf(found));
        found.unsent = noCandidates();
      }
      if (exhausted.some((one) => contains(one, interpretation))) continue;
      const query = matchQueryOf(interpretation, this.#statements);
      // Rows that an earlier, stricter interpretation found do not count towards the limit of this one.
      const wanted = interpretation.limit + found.seen.size;
      const isExhausted = this.#collect(query, query.after(null, wanted), at, found);
      if (isExhausted) exhausted.push(interpretation);
    }
    return partOf(found);
  }

  /**
   * Adds the documents that a query finds in addition to earlier candidates. Returns true when no further document matches it.
   */
  #collect(
    query: FullTextMatchQuery,
    first: MatchingRowNumbers,
    at: number,
    found: SearchCandidateList,
  ): boolean {
    const { interpretation, verify } = query;
    const { unsent, seen } = found;
    const texts: string[] = [];
    const before = seen.size;
    const left = (): number => interpretation.limit - (seen.size - before);
    let checked = 0;
    let isExhausted = false;
    for (let list = first; ; list = query.after(list.rows.at(-1) ?? null, VERIFIED_STEP)) {
      const fresh = list.rows.filter((row) => !seen.has(row));
      checked += list.rows.length;
      for (let from = 0; from < fresh.length && left() > 0; from += interpretation.limit) {
        const rows = fresh.slice(from, from + interpretation.limit);
        const fitting = verify ? this.#verified(rows, interpretation).slice(0, left()) : rows;
        for (const row of fitting) {
          seen.add(row);
          unsent.ranks.push(rankOf(row));
        }
        if (fitting.length > 0) texts.push(this.#texts(fitting));
      }
      isExhausted = !list.more && left() > 0;
      // Without a check of phrases and exclusions no row is discarded, so the first list already contains as many rows as
      // wanted.
      if (!verify || !list.more || left() <= 0 || checked >= VERIFIED_ROWS_MAX) break;
    }
    const taken = seen.size - before;
    if (taken > 0) {
      unsent.interpretations.push([at, taken]);
      unsent.texts.push(texts.join(TEXT_SEPARATOR));
    }
    return isExhausted;
  }

  /** Returns the rows whose documents contain the interpretation's phrases and none of its exclusions. */
  #verified(rows: readonly number[], interpretation: QueryInterpretation): number[] {
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

  /**
   * Reads id, order key and words of these rows in order, in one statement with one joined text; a result row for each would
   * take five times as long.
   */
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

  /** Counts the documents that match an interpretation of a query, in total and by facet value. */
  count(interpretation: QueryInterpretation): HitTotalAndFacetCounts {
    const query = matchQueryOf(interpretation, this.#statements);
    const { rows: checked } = query.after(null, COUNTED);
    const sampled = checked.length > FACET_ROWS_MAX;
    const counted = query.verify ? this.#verified(checked, interpretation) : checked;
    // The SQL query returns one joined list of values per facet. A result row for each combination of values would take twice
    // as long.
    const lists = this.#statements
      .query(
        `SELECT ${FACET_LISTS} FROM json_each(?) wanted CROSS JOIN facet x ON x.row = wanted.value`,
        ...(['TEXT?', 'TEXT?', 'TEXT?', 'TEXT?'] as const),
      )
      .get(JSON.stringify(counted));
    const facets = Object.fromEntries(
      COUNTED_FACETS.map((facet, at) => [facet, this.#facetCounts(lists?.[at] ?? null)]),
    ) as Record<HitCountFacetName, Map<string, number>>;
    const more = sampled ? query.count(checked.at(-1) ?? null, TOTAL_MAX - COUNTED) : 0;
    const share = checked.length === 0 ? 1 : counted.length / checked.length;
    const total = counted.length + Math.round(more * share);
    return { facets, total, bounded: checked.length + more >= TOTAL_MAX, sampled };
  }

  /** Counts the documents for each value of one facet. */
  #facetCounts(joinedIds: string | null): Map<string, number> {
    const documents = new Map<number, number>();
    for (const id of joinedNumbers(joinedIds)) documents.set(id, (documents.get(id) ?? 0) + 1);
    const counts = new Map<string, number>();
    for (const [id, count] of documents) {
      const value = this.#facetValue(id);
      if (value !== '') counts.set(value, count);
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
