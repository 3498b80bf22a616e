import type { Lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import type { QueryUnit } from './unit.ts';

/** A query as its parts, with the changes that were made to its words. */
export interface ParsedQuery {
  readonly text: Request;
  readonly units: readonly QueryUnit[];
  /** The unit of the thing that the query names: "lamps" of "italian lamps of the 1960s". */
  readonly head: QueryUnit | null;
  /** All words of the query as the index has them, in order, for comparing with whole titles. */
  readonly titleWords: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document holds, each with near words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly expanded: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  /** The query when it is the id of a record; null otherwise. */
  readonly id: string | null;
}

/** The facts of an index that a query is parsed with. */
export interface IndexProfile {
  readonly lexicon: Lexicon;
  readonly documents: number;
  /** Names of its collections. */
  readonly sources: readonly string[];
}
