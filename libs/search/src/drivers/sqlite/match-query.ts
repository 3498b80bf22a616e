import type { SQLInputValue } from 'node:sqlite';
import type { Interpretation } from '../../interpretation.ts';
import { hasPhrase, matchExpression } from './match.ts';
import type { Statements } from './statements.ts';

/** Row numbers in the order of their rank. */
export interface RowList {
  readonly rows: readonly number[];
  /** True when there may be more rows. */
  readonly more: boolean;
}

/** Reads the rows that the full-text table finds for an interpretation. */
export interface MatchQuery {
  readonly interpretation: Interpretation;
  /** True when each document must be checked, because the full-text table has no positions (ADR 010). */
  readonly verify: boolean;
  /** Returns at most `limit` rows after `row`. */
  after(row: number | null, limit: number): RowList;
  /** Returns the number of rows after `row`, counted up to `limit`. */
  count(row: number | null, limit: number): number;
}

/** Prepares the search for an interpretation; it reads nothing before the first call. */
export function matchQueryOf(interpretation: Interpretation, statements: Statements): MatchQuery {
  const expression = matchExpression(interpretation);
  const isExclusionOnly = expression === null && (interpretation.none ?? []).length > 0;
  return {
    interpretation,
    verify: hasPhrase(interpretation) || isExclusionOnly,
    after: (row, limit) => {
      const { sql, values } = rowStatement(interpretation, expression, row);
      // A text with all rows joined costs a tenth of as many rows of one cell.
      const query = statements.query(`SELECT group_concat(row) FROM (${sql})`, 'TEXT?');
      const [joined = null] = query.get(...values, limit) ?? [];
      const rows = rowNumbers(joined);
      return { rows, more: rows.length === limit };
    },
    count: (row, limit) => {
      const { sql, values } = rowStatement(interpretation, expression, row);
      const query = statements.query(`SELECT count(*) FROM (${sql})`, 'INTEGER');
      return query.get(...values, limit)?.[0] ?? 0;
    },
  };
}

/**
 * Returns the statement for the row numbers after `after`, and its values. The row limit is one more parameter at the
 * end.
 */
function rowStatement(
  { filter }: Interpretation,
  expression: string | null,
  after: number | null,
): { sql: string; values: SQLInputValue[] } {
  const years = filter?.years;
  const values: SQLInputValue[] = expression === null ? [] : [expression];
  const beyond = (column: string): string => (after === null ? '' : ` AND ${column} > ?`);
  if (after !== null) values.push(after);
  const base =
    expression === null
      ? `SELECT row FROM facet WHERE 1${beyond('row')} ORDER BY row`
      : `SELECT rowid AS row FROM words WHERE words MATCH ?${beyond('rowid')}`;
  if (years === undefined) return { sql: `${base} LIMIT ?`, values };
  return {
    sql: `SELECT base.row AS row FROM (${base}) base JOIN facet x ON x.row = base.row
      WHERE x.year_from <= ? AND x.year_to >= ? LIMIT ?`,
    values: [...values, years.to, years.from],
  };
}

const ZERO = 48;
const COMMA = 44;

/** Parses the numbers of a text of digits and commas. */
function rowNumbers(joined: string | null): number[] {
  if (joined === null) return [];
  const rows: number[] = [];
  let row = 0;
  for (let at = 0; at < joined.length; at++) {
    const code = joined.charCodeAt(at);
    if (code === COMMA) {
      rows.push(row);
      row = 0;
    } else row = row * 10 + code - ZERO;
  }
  rows.push(row);
  return rows;
}
