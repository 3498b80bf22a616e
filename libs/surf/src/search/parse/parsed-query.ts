import type { Lexicon } from '../lexicon/lexicon.ts';
import type { Request } from '../request/request.ts';
import type { QueryUnit } from '../terms/unit.ts';

/** A query split into its parts, with the changes that were made to its words. */
export interface ParsedQuery {
  readonly text: Request;
  readonly units: readonly QueryUnit[];
  /** The unit of the thing that the query names: "lamps" in "italian lamps of the 1960s". */
  readonly head: QueryUnit | null;
  /** All words of the query as the index stores them, in order; they are compared with whole titles. */
  readonly titleWords: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document contains, each with similar words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly expanded: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  /** The record id, when the query is one; else null. */
  readonly id: string | null;
}

/** The facts of an index with which a query is parsed. */
export interface IndexProfile {
  readonly lexicon: Lexicon;
  readonly documents: number;
  /** Names of the collections in the index. */
  readonly sources: readonly string[];
}
