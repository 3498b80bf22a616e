import type { Filter, SearchField } from '@bridge/search';
import type { RequestToken } from './request-tokens.ts';

/** Words that a record has in one of these fields. */
export interface ExcludedTerm {
  readonly words: readonly string[];
  readonly fields: readonly SearchField[];
}

/** A part of an exclusion: a record meets it with one of its terms. */
export type ExcludedPart = readonly ExcludedTerm[];

/** A description that no hit meets in all of its parts: "no paintings by a maker" is a kind and a maker. */
export interface Exclusion {
  readonly parts: readonly ExcludedPart[];
  /** Years in which the excluded records lie; any when absent. */
  readonly years?: NonNullable<Filter['years']>;
}

/** A Request in progress. */
export interface RequestDraft {
  readonly tokens: readonly RequestToken[];
  readonly consumed: Set<number>;
  readonly shown: Record<string, string>;
  readonly avoided: Exclusion[];
  readonly required: Set<string>;
  readonly frame: string[];
  /** Whether the query has a filter of years; its sentence then sets none. */
  readonly isDated: boolean;
  filter: Filter;
}

/** Consumes these tokens; returns their words. */
export function consume({ tokens, consumed }: RequestDraft, at: number, length: number): string {
  const words: string[] = [];
  for (let place = at; place < at + length; place++) {
    consumed.add(place);
    words.push(tokens[place]?.word ?? '');
  }
  return words.join(' ');
}

/** The word of a token that no reader consumed; empty when there is none. */
export function wordAt({ tokens, consumed }: RequestDraft, at: number): string {
  return consumed.has(at) ? '' : (tokens[at]?.word ?? '');
}
