import type { Lexicon } from '../lexicon/lexicon.ts';
import { excludedBy } from './excluded-terms.ts';
import { addShown, type QueryWordsPhrasesAndFilters } from './query-text.ts';
import { consume, type QueryExclusion, type QuerySentenceParseState } from './request-draft.ts';
import { addExclusions } from './request-exclusions.ts';
import {
  CONNECTIVES,
  GENERIC_WORKS,
  NEGATIONS,
  OPENINGS,
  RIGHTS_FILLERS,
  RIGHTS_PHRASES,
} from './request-frames.ts';
import { purposeLengthAt } from './request-purpose.ts';
import { addRestrictions } from './request-restrictions.ts';
import { partsWithout, type PhraseLookupTable, tokensOf } from './request-tokens.ts';
import { addExcludedYears, addYears } from './request-years.ts';
import type { SwitchableSearchFeatureName } from '../search-options.ts';

/**
 * A search query after its interpretation as a sentence: the words to search, and its conditions, such as exclusions, rights
 * and years.
 */
export interface InterpretedQuerySentence extends QueryWordsPhrasesAndFilters {
  /** Exclusions in words, such as "no sketchbooks", and of `-creator:`. Excluded words with a minus sign are in `excluded`. */
  readonly avoided: readonly QueryExclusion[];
  /** Stemmed words that every hit must contain: those of "oil paintings only". */
  readonly required: ReadonlySet<string>;
  /** True when a restriction of the sentence ("only etchings") set the filter of forms. */
  readonly isFormRestricted: boolean;
  /** All words outside filters and quoted phrases, as typed, including those that the search ignores. */
  readonly typedWords: readonly string[];
  /** Phrases of the query that are not searched, such as "show me" and "made of". */
  readonly frame: readonly string[];
}

/**
 * Interprets a query as a sentence: finds conditions on rights, years and kinds, exclusions, and words without a meaning for
 * the search. The remaining words are searched.
 */
export function interpretSentence(
  text: QueryWordsPhrasesAndFilters,
  lexicon: Lexicon,
  without: ReadonlySet<SwitchableSearchFeatureName>,
): InterpretedQuerySentence {
  const draft: QuerySentenceParseState = {
    tokens: tokensOf(text.words),
    consumed: new Set(),
    shown: { ...text.shown },
    avoided: text.excludedCreators.map((words) => ({ parts: [excludedBy(words)] })),
    required: new Set(),
    isFormRestricted: false,
    frame: [],
    isDated: text.filter.years !== undefined,
    filter: text.filter,
  };
  if (!without.has('rights')) addRights(draft);
  if (!without.has('exclusions')) {
    addExcludedYears(draft);
    addExclusions(draft, lexicon);
    addRestrictions(draft, lexicon);
  }
  if (!without.has('times')) addYears(draft);
  if (!without.has('sentences')) addFrame(draft);
  const { tokens, consumed, shown, avoided, required, isFormRestricted, frame, filter } = draft;
  const words = partsWithout(text.words, tokens, consumed);
  return {
    ...text,
    words,
    shown,
    avoided,
    required,
    isFormRestricted,
    frame,
    filter,
    typedWords: text.words,
  };
}

/** Reads wishes for free works ("free to use") and, after a negation, for others ("not in the public domain"). */
function addRights(draft: QuerySentenceParseState): void {
  const { tokens } = draft;
  for (let at = 0; at < tokens.length; at++) {
    const length = RIGHTS_PHRASES.lengthAt(tokens, at);
    if (length === 0) continue;
    const start = at - lengthBefore(draft, at, RIGHTS_FILLERS);
    const negation = lengthBefore(draft, start, NEGATIONS);
    consume(draft, start - negation, negation);
    const text = consume(draft, start, at + length - start);
    at += length - 1;
    if (negation > 0) excludeOpen(draft, text);
    else if (draft.filter.facets?.rights === undefined) {
      draft.filter = { ...draft.filter, facets: { ...draft.filter.facets, rights: ['open'] } };
      draft.shown['rights'] = 'open';
    }
  }
}

/** Returns the number of words of the longest phrase of a list that ends before a token; 0 when none does. */
function lengthBefore(
  { tokens }: QuerySentenceParseState,
  at: number,
  list: PhraseLookupTable,
): number {
  const lengths = [3, 2, 1].filter((length) => length <= at);
  return lengths.find((length) => list.lengthAt(tokens, at - length) === length) ?? 0;
}

function excludeOpen(draft: QuerySentenceParseState, text: string): void {
  if (draft.filter.not?.rights !== undefined) return;
  draft.filter = { ...draft.filter, not: { ...draft.filter.not, rights: ['open'] } };
  addShown(draft.shown, 'not', text);
}

/**
 * Excludes the phrases of a request that have no meaning for the search, such as "show me" and "made of", from the words to
 * search, unless no word would remain.
 */
function addFrame(draft: QuerySentenceParseState): void {
  const { tokens, consumed } = draft;
  const frame: (readonly [at: number, length: number])[] = [];
  let start = tokens.findIndex((_, at) => !consumed.has(at));
  if (start === -1) return;
  for (let length = 1; length > 0; start += length) {
    length = OPENINGS.lengthAt(tokens, start);
    if (length > 0) frame.push([start, length]);
  }
  const works = GENERIC_WORKS.lengthAt(tokens, start);
  if (works > 0) frame.push([start, works]);
  for (let at = start + works; at < tokens.length; at++) {
    const length = consumed.has(at)
      ? 0
      : Math.max(CONNECTIVES.lengthAt(tokens, at), purposeLengthAt(tokens, at));
    if (length === 0) continue;
    frame.push([at, length]);
    at += length - 1;
  }
  const words = frame.reduce((sum, [, length]) => sum + length, 0);
  if (consumed.size + words >= tokens.length) return;
  for (const [at, length] of frame) draft.frame.push(consume(draft, at, length));
}
