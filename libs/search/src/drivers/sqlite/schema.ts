import { type DocumentFacets, SEARCH_FIELDS } from '../../search-document.ts';

/** Version of the file layout. A file with another layout version is not opened. */
export const LAYOUT = '2';

/**
 * Tables of one index version. Row numbers contain the rank (`rowNumberOf`), because FTS5 returns rows in ascending order: a
 * limited read of a common word then returns the highest ranks. The full-text table is contentless: it stores no texts.
 */
export const SCHEMA = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE doc(row INTEGER PRIMARY KEY, id TEXT NOT NULL, hash TEXT NOT NULL, stamp INTEGER NOT NULL,
  key TEXT NOT NULL, match TEXT NOT NULL, facets TEXT NOT NULL, entities TEXT NOT NULL, body TEXT NOT NULL);
CREATE UNIQUE INDEX doc_id ON doc(id);
CREATE TABLE facet(row INTEGER PRIMARY KEY, form INTEGER, source INTEGER, decade INTEGER, rights INTEGER,
  year_from INTEGER, year_to INTEGER);
CREATE TABLE facet_value(id INTEGER PRIMARY KEY, value TEXT NOT NULL UNIQUE);
CREATE TABLE entity(name TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE blob(name TEXT PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE side(name TEXT PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE checkpoint(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(${SEARCH_FIELDS.join(', ')}, facets,
  tokenize = 'ascii', content = '', columnsize = 0, detail = column);
INSERT INTO meta VALUES ('layout', '${LAYOUT}'), ('next', '1');
`;

const RANK_MAX = 100;
const ROWS_PER_RANK = 2 ** 32;

/**
 * Returns a document's row number. Higher ranks have lower numbers. Documents of equal rank are in the order in which they were
 * added (`arrival`).
 */
export function rowNumberOf(rank: number, arrival: number): number {
  return (RANK_MAX - Math.min(RANK_MAX, Math.max(0, Math.round(rank)))) * ROWS_PER_RANK + arrival;
}

/** Returns the rank that a row number contains. */
export function rankOf(row: number): number {
  return RANK_MAX - Math.floor(row / ROWS_PER_RANK);
}

/** Returns a facet's value as one word for the full-text table: "source", "nga-media" → "xsourceqngaqmedia". */
export function facetWord(facet: string, value: string): string {
  return `x${facet}q${value.toLowerCase().replace(/[^a-z0-9]/g, 'q')}`;
}

/** Cache of the words that `facetWords` returns, by combination of facet values. An archive has few different combinations. */
const facetWordsOf = new Map<string, string>();
const FACET_WORDS_MAX = 20_000;

/** Returns a document's facets as words for the full-text table. */
export function facetWords(facets: DocumentFacets): string {
  const { type, source, rights, form, language, image } = facets;
  const key = `${type}\n${source}\n${rights}\n${form}\n${language}\n${image}`;
  const known = facetWordsOf.get(key);
  if (known !== undefined) return known;
  if (facetWordsOf.size >= FACET_WORDS_MAX) facetWordsOf.clear();
  const made = [
    facetWord('type', type),
    facetWord('source', source),
    facetWord('rights', rights),
    facetWord('form', form),
    facetWord('language', language),
    facetWord('image', image),
  ].join(' ');
  facetWordsOf.set(key, made);
  return made;
}
