import type { PackedDocuments } from './packed-documents.ts';
import type { SearchDocument, SearchField } from './search-document.ts';

/** Fields whose words are no vocabulary: nobody mis-types towards an accession number. */
export const UNSPOKEN_FIELDS: ReadonlySet<string> = new Set<SearchField>(['accession', 'time']);

/** Facets that are counted in an answer; the others of a document can only be filtered by. */
export const COUNTED_FACETS = ['form', 'source', 'decade', 'rights'] as const;
/** The name of a counted facet. */
export type CountedFacet = (typeof COUNTED_FACETS)[number];
/** Facets a reading can be filtered by, each a set of exact values. */
export const FILTER_FACETS = ['type', 'source', 'rights', 'form', 'language', 'image'] as const;
/** The name of a facet to filter by. */
export type FilterFacet = (typeof FILTER_FACETS)[number];

/** Alternatives of one clause that an engine must take; more may be left out. */
export const ALTERNATIVES_MAX = 24;

/** One word, or several that must all be there. */
export interface Term {
  readonly words: readonly string[];
  /** The words stand next to each other, in this order, in one field. */
  readonly phrase?: true;
  /** Fields it may stand in; all when absent. */
  readonly fields?: readonly SearchField[];
}
/** Alternatives, of which one must be there. */
export interface Clause {
  readonly any: readonly Term[];
}
/** Years a document's own years must touch. */
export interface YearRange {
  readonly from: number;
  readonly to: number;
}
/** What every hit must fulfil, whatever its words. */
export interface Filter {
  readonly facets?: Partial<Record<FilterFacet, readonly string[]>>;
  readonly years?: YearRange;
}
/** One way to read a query: every clause, none of the excluded terms, within the filter. */
export interface Reading {
  readonly all: readonly Clause[];
  readonly none?: readonly Term[];
  readonly filter?: Filter;
  /** Most documents wanted of this reading. */
  readonly limit: number;
}

/** A document that one of the readings found. */
export interface Candidate {
  readonly id: string;
  readonly rank: number;
  /** Words of its fields, one line for each of SEARCH_FIELDS. */
  readonly text: string;
  /** As stored; null where the engine keeps none beside the body, which is there then. */
  readonly key: string | null;
  /** Null where the engine gives it for the asking only (`bodies`): few candidates are ever shown. */
  readonly body: string | null;
  /** Index of the first reading that found it. */
  readonly reading: number;
}
/** A document as it is stored, asked for by its id. */
export interface Kept extends Candidate {
  readonly body: string;
}
/** Counts over the documents of the first reading that found any, at most FACET_ROWS_MAX of them. */
export interface Counts {
  readonly facets: Readonly<Record<CountedFacet, ReadonlyMap<string, number>>>;
  /** How many documents match. */
  readonly total: number;
  /** True when `total` is a lower bound. */
  readonly bounded: boolean;
  /** True when the facets count a part of the documents only. */
  readonly sampled: boolean;
}
/** What `find` brings: candidates in the order of the readings, and the counts. */
export interface Found {
  /** Name of the index version that answered; one answer never mixes two. */
  readonly version: string;
  readonly candidates: readonly Candidate[];
  readonly counts: Counts;
}
/** Documents counted for facets and the estimate, at most. */
export const FACET_ROWS_MAX = 2_000;

/** When `find` may stop. */
export interface FindOptions {
  /** Later readings are left out once this many different candidates were found. */
  readonly enough: number;
}

/** Words of the index, sorted, without those that stand only in accession numbers and years. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** For each word as many numbers as there are SEARCH_FIELDS: how many documents hold it in that field. */
  readonly documents: Uint32Array;
}
/** A name the documents carried as entity, and how many carried it. */
export interface CountedEntity {
  readonly entity: string;
  readonly documents: number;
}

/** What an index says of the version that serves. */
export interface IndexInfo {
  readonly version: string;
  readonly documents: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly previous: string | null;
  /**
   * Why another version than the named one serves, and what to do, in a sentence for the operator; null when nothing is
   * wrong with the index.
   */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
}

/**
 * A search engine behind one interface: finds candidates, keeps versions, swaps them at once. Understanding a query and
 * ordering the hits is the caller's, so that every engine gives the same answer (ADR 010).
 */
export interface SearchIndex {
  /** The version that serves; null when nothing was imported yet. Errors: service_unavailable. */
  info(): Promise<IndexInfo | null>;
  /** Candidates of the readings, in their order. An empty index finds nothing. Errors: service_unavailable. */
  find(readings: readonly Reading[], options: FindOptions): Promise<Found>;
  /** Documents by id; those that do not exist are left out. Errors: service_unavailable. */
  get(ids: readonly string[]): Promise<readonly Kept[]>;
  /**
   * Bodies by id out of the version that `find` answered from; null when another one serves meanwhile, and the search
   * must be made anew. Errors: service_unavailable.
   */
  bodies(version: string, ids: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /** Bytes stored with the version under this name, null when there are none. Errors: service_unavailable. */
  side(name: string): Promise<{ readonly version: string; readonly bytes: Uint8Array } | null>;
  /** Starts or resumes the one build there may be at a time. Errors: service_unavailable when another is running. */
  build(options: BuildOptions): Promise<IndexBuild>;
  /** Lets the previous version serve again; false when there is none. */
  rollback(): Promise<boolean>;
  close(): Promise<void>;
}

/** How a new version begins. */
export interface BuildOptions {
  /** `swap`: an empty index; `merge`: a copy of the one that serves. */
  readonly mode: 'swap' | 'merge';
  /** Name of the new version: letters, digits, `-`; unique. */
  readonly version: string;
  /** Goes on where a killed build of the same kind stopped, if there is one. */
  readonly resume: boolean;
}

/** What one batch came to, in documents. */
export interface PutResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Documents not written because the stored one is newer. */
  readonly kept: number;
}

/** What a batch is written with: all of it or nothing, and how far the source was read. */
export interface Batch {
  /** Packed ones are handed over: they cannot be read once the batch is put. */
  readonly documents: readonly SearchDocument[] | PackedDocuments;
  /** Blobs kept by name next to the documents: the original records. */
  readonly blobs?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Replaces newer documents too. */
  readonly force?: boolean;
  /** State of the caller after this batch, given back by `checkpoints()` after a kill. */
  readonly checkpoint?: { readonly key: string; readonly value: string };
}

/** A new version in the making; readers do not see it before `commit`. */
export interface IndexBuild {
  readonly version: string;
  /** True when an earlier, killed build goes on. */
  readonly resumed: boolean;
  /** Hashes of all stored documents by their facet `source`; they tell what need not be read again. */
  hashes(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Writes a batch in one transaction; documents whose hash is stored already are not written. */
  put(batch: Batch): Promise<PutResult>;
  checkpoints(): Promise<ReadonlyMap<string, string>>;
  vocabulary(): Promise<Vocabulary>;
  entities(): Promise<readonly CountedEntity[]>;
  /** Candidates of the new version, to try it before it serves. */
  find(readings: readonly Reading[], options: FindOptions): Promise<Found>;
  /** Bytes stored under this name with the new version. */
  setSide(name: string, bytes: Uint8Array): Promise<void>;
  side(name: string): Promise<Uint8Array | null>;
  /** SHA-256 over all documents in the order of their ids: equal content gives equal digests. */
  digest(): Promise<string>;
  /** The version serves from here on; the one before is kept for `rollback`. */
  commit(): Promise<IndexInfo>;
  /**
   * Makes the version whole without letting it serve, as one file to be stored elsewhere; until that is done it can be
   * resumed. Null where the engine holds the index itself and `commit` is the only end. Errors: SearchFault.
   */
  finish(): Promise<{ readonly info: IndexInfo; readonly file: string } | null>;
  /** Gives the build up and removes what it wrote. */
  abandon(): Promise<void>;
  /** Ends the work and keeps it for a later `resume`. */
  suspend(): Promise<void>;
}
