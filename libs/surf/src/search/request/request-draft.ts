import type { FacetAndYearFilter, SearchField } from '@bridge/search';
import type { SearchQueryToken } from './request-tokens.ts';

/**
 * The words of an excluded thing or of one of its synonyms. A record contains the term when each word is in one of `fields`.
 */
export interface ExcludedTerm {
  readonly words: readonly string[];
  readonly fields: readonly SearchField[];
}

/** A part of an exclusion: a term with its synonyms. A record meets it when it has one of the terms. */
export type ExcludedTermAlternatives = readonly ExcludedTerm[];

/**
 * A description of records that a query excludes. A record is excluded when it meets all parts: "no paintings by Monet" has a
 * part for the kind and one for the maker; "nothing between 1900 and 1920" has only years.
 */
export interface QueryExclusion {
  readonly parts: readonly ExcludedTermAlternatives[];
  /** Years in which the excluded records lie; absent for any year. */
  readonly years?: NonNullable<FacetAndYearFilter['years']>;
}

/**
 * The interpretation of a search query as a sentence, while it is being read: its words (tokens), and what they mean so far.
 */
export interface QuerySentenceParseState {
  readonly tokens: readonly SearchQueryToken[];
  /** Indexes of the tokens that are not searched as words, because the sentence gives them another meaning. */
  readonly consumed: Set<number>;
  readonly shown: Record<string, string>;
  readonly avoided: QueryExclusion[];
  readonly required: Set<string>;
  /** True when a restriction in the sentence ("only etchings") set the filter of forms (kinds of work). */
  isFormRestricted: boolean;
  readonly frame: string[];
  /** True when the query has a date filter. Years in the sentence then do not become a filter. */
  readonly isDated: boolean;
  filter: FacetAndYearFilter;
}

/**
 * Marks `length` tokens (words of the query) from `at` as consumed, so that they are not searched; returns them as one text.
 */
export function consume(
  { tokens, consumed }: QuerySentenceParseState,
  at: number,
  length: number,
): string {
  const words: string[] = [];
  for (let index = at; index < at + length; index++) {
    consumed.add(index);
    words.push(tokens[index]?.word ?? '');
  }
  return words.join(' ');
}

/** Returns the word of the token at this index; an empty text when the token is consumed, so that it is not searched. */
export function wordAt({ tokens, consumed }: QuerySentenceParseState, at: number): string {
  return consumed.has(at) ? '' : (tokens[at]?.word ?? '');
}
