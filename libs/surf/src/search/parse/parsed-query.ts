import type { Lexicon } from '../lexicon/lexicon.ts';
import type { InterpretedQuerySentence } from '../request/request.ts';
import type { QueryUnit } from '../terms/unit.ts';

/** A query split into its parts, with the changes that were made to its words. */
export interface ParsedQuery {
  readonly text: InterpretedQuerySentence;
  readonly units: readonly QueryUnit[];
  /**
   * The unit (word or phrase) of the thing that the query names: "lamps" in "italian lamps of the 1960s"; null when there is
   * none.
   */
  readonly head: QueryUnit | null;
  /** The words of the query in order, stemmed as in the index. A record whose title is these words is recognised by them. */
  readonly titleWords: readonly string[];
  readonly corrected: ReadonlyMap<string, string>;
  /** Words that no document contains, each with similar words of the index. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly expanded: Readonly<Record<string, readonly string[]>>;
  readonly ignored: readonly string[];
  /** The query when it has the form of a record id; else null. */
  readonly id: string | null;
}

/** The words, names and collections of an index version, with which queries are parsed. */
export interface QueryParsingData {
  readonly lexicon: Lexicon;
  readonly documents: number;
  /** Names of the collections in the index. */
  readonly sources: readonly string[];
}
