import { type FilterFacetName } from '../../interpretation.ts';
import { type SearchCandidate, type SearchCandidateWithBody } from '../../find-result.ts';
import type { DocumentListingEntry } from '../../listed-document.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';

/** A document in the form that Meilisearch stores: `key` is the primary key, each search field is a member. */
export interface MeilisearchDocument {
  readonly key: string;
  readonly id: string;
  readonly rank: number;
  readonly hash: string;
  readonly stamp: number;
  readonly entities: readonly string[];
  /**
   * The order key, by which the caller recognises near-duplicates and series (`key` of SearchDocument). The member `key` is
   * Meilisearch's primary key.
   */
  readonly order: string;
  readonly body: string;
  readonly [member: string]: unknown;
}

/** Returns the primary key for a document id. Characters other than letters, digits and `-` are replaced with their code. */
export function keyOf(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/gu, (char) => `_${(char.codePointAt(0) ?? 0).toString(16)}_`);
}

/** Returns the member name of a facet in Meilisearch; the prefix distinguishes it from a search field. */
export function facetName(facet: FilterFacetName | 'decade'): string {
  return `facet_${facet}`;
}

/** Converts a document to the form that Meilisearch stores. */
export function meilisearchDocument(document: SearchDocument): MeilisearchDocument {
  const { id, rank, hash, stamp, entities, body } = document;
  // `TO` is a keyword in Meilisearch filters, so the years are stored under other names.
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

/** Returns a member of a Meilisearch hit as text; empty when it is not a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Document members that Meilisearch returns for a candidate (matching document). Bodies are read later, only for shown results.
 */
export const CANDIDATE_MEMBERS = ['id', 'rank', 'order', ...SEARCH_FIELDS];

/**
 * Converts a hit of Meilisearch to a search candidate, without the stored record. `interpretation`: number of the way to read
 * the query that found it.
 */
export function candidateOf(
  hit: Readonly<Record<string, unknown>>,
  interpretation: number,
): SearchCandidate {
  return {
    id: textOf(hit['id']),
    rank: Number(hit['rank']),
    text: SEARCH_FIELDS.map((field) => textOf(hit[field])).join('\n'),
    key: textOf(hit['order']),
    body: null,
    interpretation,
  };
}

/** Converts a Meilisearch hit to a candidate with its body, the text that the caller stored with the document. */
export function storedCandidateOf(hit: Readonly<Record<string, unknown>>): SearchCandidateWithBody {
  return { ...candidateOf(hit, 0), body: textOf(hit['body']) };
}

/** Names of the document members that Meilisearch returns for a DocumentListingEntry. */
export const LISTED_MEMBERS = ['id', facetName('source'), 'hash', 'stamp', 'body'];

/** Converts a document from Meilisearch to a DocumentListingEntry. */
export function listedDocumentOf(hit: Readonly<Record<string, unknown>>): DocumentListingEntry {
  return {
    id: textOf(hit['id']),
    source: textOf(hit[facetName('source')]),
    hash: textOf(hit['hash']),
    stamp: Number(hit['stamp']),
    body: textOf(hit['body']),
  };
}
