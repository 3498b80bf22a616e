import { type Candidate, type FilterFacet, type Kept } from '../../search-index.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';

/** A document as the engine stores it: `key` is its primary key, the search fields by their names. */
export interface StoredDocument {
  readonly key: string;
  readonly id: string;
  readonly rank: number;
  readonly hash: string;
  readonly stamp: number;
  readonly entities: readonly string[];
  /** The document's own `key`: what the caller orders by. */
  readonly order: string;
  readonly body: string;
  readonly [member: string]: unknown;
}

/** The engine's keys hold letters, digits, `-` and `_` only: every other character as `_` and its code. */
export function keyOf(id: string): string {
  return id.replace(/[^A-Za-z0-9-]/gu, (char) => `_${(char.codePointAt(0) ?? 0).toString(16)}_`);
}

/** A facet's name in the engine: a search field may have the same name and another text. */
export function facetName(facet: FilterFacet | 'decade'): string {
  return `facet_${facet}`;
}

/** The document as it is sent. */
export function stored(document: SearchDocument): StoredDocument {
  const { id, rank, hash, stamp, entities, body } = document;
  // `TO` is a word of the engine's filters: the years have other names there.
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

/** A member of a hit as text; empty when it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What of a document a candidate is made from: its body is asked for when it is shown. */
export const CANDIDATE_MEMBERS = ['id', 'rank', 'order', ...SEARCH_FIELDS];

/** A hit as a candidate without its body. */
export function candidateOf(hit: Readonly<Record<string, unknown>>, reading: number): Candidate {
  return {
    id: textOf(hit['id']),
    rank: Number(hit['rank']),
    text: SEARCH_FIELDS.map((field) => textOf(hit[field])).join('\n'),
    key: textOf(hit['order']),
    body: null,
    reading,
  };
}

/** A hit with its body. */
export function keptOf(hit: Readonly<Record<string, unknown>>): Kept {
  return { ...candidateOf(hit, 0), body: textOf(hit['body']) };
}
