/**
 * Names of the fields in which a document is searched. A term of an interpretation may be restricted to some of them.
 */
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
/** Number of these fields. */
export const FIELD_COUNT = SEARCH_FIELDS.length;
/** The name of one of these fields. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** One document of an index. The caller analyses its text with `indexWords`, so that it is the same in every engine. */
export interface SearchDocument {
  /** Stable id that the caller chooses, 1 to 200 characters. */
  readonly id: string;
  /** Rank of the document, 0 to 100. Where an engine cannot read all matches, it reads those of higher rank first. */
  readonly rank: number;
  /** Hash of the source record. A document is not written again when its stored hash is the same. */
  readonly hash: string;
  /** Date of the source, in days since the epoch. An older document never replaces a newer one. */
  readonly stamp: number;
  /** Words of each field, separated by one blank, in the order of SEARCH_FIELDS. */
  readonly fields: readonly string[];
  readonly facets: DocumentFacets;
  /** Entities in the document, as `kind:name`. The index counts them for the caller's lexicon. */
  readonly entities: readonly string[];
  /** A short text without line breaks by which the caller orders candidates. The engine does not read it. */
  readonly key: string;
  /** A text that the caller gets back unchanged. The engine does not read it. */
  readonly body: string;
}

/** Exact values of a document for filters and counts; `from` and `to` are years. */
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
