/** The fields a document is matched in; a reading may restrict a term to some of them. */
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
/** The name of one of these fields. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** One document as an engine holds it. The text is analysed by the caller (`indexWords`), alike for every engine. */
export interface SearchDocument {
  /** Stable id of the caller's making, 1 to 200 characters. */
  readonly id: string;
  /** 0 to 100: what is worth more comes first where an engine cannot look at everything. */
  readonly rank: number;
  /** Hash of what the document was made from: the same hash means nothing to write. */
  readonly hash: string;
  /** Date of the source, in days since the epoch: an older document never replaces a newer one. */
  readonly stamp: number;
  /** Words separated by one blank each, in the order of SEARCH_FIELDS. */
  readonly fields: readonly string[];
  readonly facets: DocumentFacets;
  /** Names found in the document, as `kind:name`; the index counts them for the caller's lexicon. */
  readonly entities: readonly string[];
  /** What the caller orders candidates by besides their words; short, without line breaks, unread by the engine. */
  readonly key: string;
  /** What the caller stores and gets back, unread by the engine. */
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
