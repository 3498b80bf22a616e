import type { Reading } from '../../search-index.ts';

/** What a cell of a row holds. */
export type Cell = string | number | null | Uint8Array;

/**
 * The statement for the row numbers of a reading after this one, the better ranked first, as `row`, with its values; the
 * last parameter, not among them, is the row limit.
 */
export function rowsOf(
  reading: Reading,
  expression: string | null,
  after: number | null,
): { sql: string; values: Cell[] } {
  const years = reading.filter?.years;
  const values: Cell[] = expression === null ? [] : [expression];
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
