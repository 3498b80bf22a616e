import type { Filter, SearchField } from '@bridge/search';
import type { RequestToken } from './request-tokens.ts';

/** Words that exclude a record from a search when one of these fields contains them. */
export interface ExcludedTerm {
  readonly words: readonly string[];
  readonly fields: readonly SearchField[];
}

/** One part of an exclusion of a search query; a record meets it when it has one of the part's terms. */
export type ExcludedPart = readonly ExcludedTerm[];

/**
 * A description of excluded records, which a record must meet in all parts: "no paintings by a maker" is a kind and a
 * maker.
 */
export interface Exclusion {
  readonly parts: readonly ExcludedPart[];
  /** Years in which the excluded records lie; absent for any year. */
  readonly years?: NonNullable<Filter['years']>;
}

/** The interpretation of a search query's sentence while it is being read. */
export interface RequestDraft {
  readonly tokens: readonly RequestToken[];
  readonly consumed: Set<number>;
  readonly shown: Record<string, string>;
  readonly avoided: Exclusion[];
  readonly required: Set<string>;
  readonly frame: string[];
  /** True when the query has a filter of years; the sentence then sets none. */
  readonly isDated: boolean;
  filter: Filter;
}

/** Marks these tokens as read, so that they are not searched; returns their words. */
export function consume({ tokens, consumed }: RequestDraft, at: number, length: number): string {
  const words: string[] = [];
  for (let place = at; place < at + length; place++) {
    consumed.add(place);
    words.push(tokens[place]?.word ?? '');
  }
  return words.join(' ');
}

/** Returns the word of a token that is not consumed; else an empty text. */
export function wordAt({ tokens, consumed }: RequestDraft, at: number): string {
  return consumed.has(at) ? '' : (tokens[at]?.word ?? '');
}
