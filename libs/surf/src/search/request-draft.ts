import type { Filter, SearchField } from '@bridge/search';
import type { RequestToken } from './request-tokens.ts';

/** Words that no hit may have in these fields. */
export interface ExcludedTerm {
  readonly words: readonly string[];
  readonly fields: readonly SearchField[];
}

/** A Request in progress. */
export interface RequestDraft {
  readonly tokens: readonly RequestToken[];
  readonly consumed: Set<number>;
  readonly shown: Record<string, string>;
  readonly avoided: ExcludedTerm[];
  readonly required: Set<string>;
  readonly frame: string[];
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
