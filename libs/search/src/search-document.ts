/** Names of the text fields of a document. A search term may be restricted to some of them. */
export const SEARCH_FIELDS = [
  'accession',
  'title',
  'creator',
  'form',
  'medium',
  'subject',
  'group',
  'place',
  'time',
  'text',
] as const;
/** Number of SEARCH_FIELDS. */
export const FIELD_COUNT = SEARCH_FIELDS.length;
/** Name of a text field of a document. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/**
 * A document to store in the search index. The caller splits its text into words with `indexWords`, so that all engines index
 * the same words.
 */
export interface SearchDocument {
  /** Stable id chosen by the caller, 1 to 200 characters. */
  readonly id: string;
  /** Rank from 0 to 100. An engine that cannot read all matches reads the highest ranks first. */
  readonly rank: number;
  /** Hash of the source record. A document is not written again when the stored document has the same hash. */
  readonly hash: string;
  /**
   * Date of the source, in days since the Unix epoch. An older document replaces a newer one only when the caller forces it.
   */
  readonly stamp: number;
  /** Words of each field in the order of SEARCH_FIELDS, separated by one blank. */
  readonly fields: readonly string[];
  readonly facets: DocumentFacets;
  /** Entities in the document, as `kind:name`, counted for the caller's lexicon. */
  readonly entities: readonly string[];
  /**
   * The order key: a short text without line breaks, by which the caller recognises near-duplicates and series among
   * candidates. Engines do not interpret it.
   */
  readonly key: string;
  /** A text that searches return unchanged, such as the record as JSON. Engines do not interpret it. */
  readonly body: string;
}

/** Facet values of a document, for filters and counts; `from` and `to` are years. */
export interface DocumentFacets {
  readonly type: string;
  readonly source: string;
  readonly rights: string;
  readonly form: string;
  readonly decade: string;
  readonly language: string;
  readonly image: 'yes' | 'no';
  readonly from: number | null;
  readonly to: number | null;
}
