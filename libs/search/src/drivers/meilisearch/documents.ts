import { type FilterFacet } from '../../interpretation.ts';
import { type Candidate, type StoredCandidate } from '../../find-result.ts';
import type { ListedDocument } from '../../listed-document.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';

/** A document as the engine stores it. `key` is its primary key; the search fields have their own names. */
export interface StoredDocument {
  readonly key: string;
  readonly id: string;
  readonly rank: number;
  readonly hash: string;
  readonly stamp: number;
  readonly entities: readonly string[];
  /** The `key` of the SearchDocument. */
  readonly order: string;
  readonly body: string;
  readonly [member: string]: unknown;
}

/** The primary key of an id. The engine allows letters, digits, `-` and `_`; any other character becomes its code. */
export function keyOf(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/gu, (char) => `_${(char.codePointAt(0) ?? 0).toString(16)}_`);
}

/** A facet's name in the engine, where a search field may have the facet's own name. */
export function facetName(facet: FilterFacet | 'decade'): string {
  return `facet_${facet}`;
}

/** The document as the engine stores it. */
export function storedDocument(document: SearchDocument): StoredDocument {
  const { id, rank, hash, stamp, entities, body } = document;
  // `TO` is a keyword of the engine's filters, so the years have other names.
  const { from, to, ...named } = document.facets;
  const facets = Object.fromEntries(
    Object.entries(named).map(([facet, value]) => [facetName(facet as keyof typeof named), value]),
  );
  const fields = Object.fromEntries(
    SEARCH_FIELDS.map((field, at) => [field, document.fields[at] ?? '']),
  );
  return {
    key: keyOf(id),
    id,
    rank,
    hash,
    stamp,
    entities,
    order: document.key,
    body,
    ...facets,
    year_from: from,
    year_to: to,
    ...fields,
  };
}

/** A member of a hit as text; empty when it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The members of a candidate. The body is read only for those that are shown. */
export const CANDIDATE_MEMBERS = ['id', 'rank', 'order', ...SEARCH_FIELDS];

/** A hit as a candidate without its body. */
export function candidateOf(
  hit: Readonly<Record<string, unknown>>,
  interpretation: number,
): Candidate {
  return {
    id: textOf(hit['id']),
    rank: Number(hit['rank']),
    text: SEARCH_FIELDS.map((field) => textOf(hit[field])).join('\n'),
    key: textOf(hit['order']),
    body: null,
    interpretation,
  };
}

/** A hit as a candidate with its body. */
export function storedCandidateOf(hit: Readonly<Record<string, unknown>>): StoredCandidate {
  return { ...candidateOf(hit, 0), body: textOf(hit['body']) };
}

/** The members of a listed document. */
export const LISTED_MEMBERS = ['id', facetName('source'), 'hash', 'stamp', 'body'];

/** A document of a page as a listed one. */
export function listedDocumentOf(hit: Readonly<Record<string, unknown>>): ListedDocument {
  return {
    id: textOf(hit['id']),
    source: textOf(hit[facetName('source')]),
    hash: textOf(hit['hash']),
    stamp: Number(hit['stamp']),
    body: textOf(hit['body']),
  };
}
