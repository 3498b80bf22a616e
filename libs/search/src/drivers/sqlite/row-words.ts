import { SEARCH_FIELDS } from '../../search-document.ts';
import type { PreparedStatementCache } from './statements.ts';

/** Column names of the full-text table, quoted because "group" is an SQL keyword. */
const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ');
const PARAMETERS = `?${', ?'.repeat(SEARCH_FIELDS.length + 1)}`;
const INSERT_WORDS = `INSERT INTO words(rowid, ${COLUMNS}, facets) VALUES (${PARAMETERS})`;
// SQLite can delete a row of a contentless table (one without the texts) only when it receives the words of the row.
const DELETE_WORDS = `INSERT INTO words(words, rowid, ${COLUMNS}, facets) VALUES ('delete', ${PARAMETERS})`;

/** A row of the full-text table whose words are added. */
export interface NewFullTextRow {
  readonly row: number;
  /** Words by field, in the order of SEARCH_FIELDS. */
  readonly fields: readonly string[];
  /** Facets of the document, converted to words by `facetWords`. */
  readonly facets: string;
}

/** A row of the full-text table with its stored words; `match` has one line per field. */
export interface StoredFullTextRow {
  readonly row: number;
  readonly match: string;
  readonly facets: string;
}

/** Adds the words of a document to the full-text table. */
export function insertWords(
  statements: PreparedStatementCache,
  { row, fields, facets }: NewFullTextRow,
): void {
  statements.write(INSERT_WORDS).run(row, ...columnsOf(fields), facets);
}

/** Deletes the words of a document from the full-text table. */
export function deleteWords(
  statements: PreparedStatementCache,
  { row, match, facets }: StoredFullTextRow,
): void {
  statements.write(DELETE_WORDS).run(row, ...columnsOf(match.split('\n')), facets);
}

function columnsOf(fields: readonly string[]): string[] {
  return SEARCH_FIELDS.map((_, at) => fields[at] ?? '');
}
