import type { Reading } from '../../search-index.ts';

/** What a cell of a row holds. */
export type Cell = string | number | null | Uint8Array;

/** The statement for a reading's rows with its values; the last parameter, not among them, is the row limit. */
export function rowsOf(
  reading: Reading,
  expression: string | null,
  columns: string,
): { sql: string; values: Cell[] } {
  const years = reading.filter?.years;
  const within = years === undefined ? [] : ['x.year_from <= ?', 'x.year_to >= ?'];
  const bounds: Cell[] = years === undefined ? [] : [years.to, years.from];
  const needsFacet = years !== undefined || columns.includes('x.');
  const joins = [...(needsFacet ? ['JOIN facet x ON x.row = base.row'] : [])].join(' ');
  const base =
    expression === null
      ? 'SELECT row FROM facet ORDER BY row'
      : 'SELECT rowid AS row FROM words WHERE words MATCH ?';
  const where = within.length === 0 ? '' : ` WHERE ${within.join(' AND ')}`;
  return {
    sql: `SELECT ${columns} FROM (${base}) base ${joins}${where} LIMIT ?`,
    values: [...(expression === null ? [] : [expression]), ...bounds],
  };
}
