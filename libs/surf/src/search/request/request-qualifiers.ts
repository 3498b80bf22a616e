import { stem } from '@bridge/search';
import { type ExcludedTermList, membersAt } from './excluded-list.ts';
import { excludedBy, thingWords } from './excluded-terms.ts';
import { kindNamed } from '../terms/kinds.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { ExcludedTermAlternatives, QuerySentenceParseState } from './request-draft.ts';
import { MAKER_QUALIFIER, QUALIFIERS } from './request-frames.ts';
import { type QueryYearSpan, yearRangeAt, yearSpanOf } from './request-year-range.ts';

/** Maximum number of qualifiers (narrowing phrases) of one exclusion. "no paintings by Monet from France" has two. */
const QUALIFIERS_MAX = 3;

/**
 * The words that narrow an excluded kind of work ("by monet", "before 1900"), and their conditions. `end`: index of the token
 * after them.
 */
export interface ExclusionNarrowingPhrase {
  readonly parts: readonly ExcludedTermAlternatives[];
  readonly years: QueryYearSpan | null;
  readonly text: string;
  readonly end: number;
}

/**
 * Returns the words that narrow the excluded kinds of work before them, such as "by monet"; null when the list contains other
 * things than kinds of work, or no such words follow it.
 */
export function qualificationAt(
  draft: QuerySentenceParseState,
  { members, end }: ExcludedTermList,
  lexicon: Lexicon,
): ExclusionNarrowingPhrase | null {
  const { tokens } = draft;
  if (!members.every((member) => isKind(member)) || tokens[end - 1]?.endsClause === true)
    return null;
  const parts: ExcludedTermAlternatives[] = [];
  let years: QueryYearSpan | null = null;
  let at = end;
  for (let count = 0; count < QUALIFIERS_MAX; count++) {
    const range = yearRangeAt(draft, at);
    const opening = QUALIFIERS.lengthAt(tokens, at);
    if (range === null && (opening === 0 || draft.consumed.has(at))) break;
    const span = range ?? yearSpanOf(draft, at + opening);
    if (span !== null) {
      years = span;
      at += span.length + (range === null ? opening : 0);
    } else {
      const list = membersAt(draft, at + opening);
      const words = tokens.slice(at, at + opening).map(({ word }) => word);
      if (list.members.length === 0) break;
      parts.push(narrowingPart(list.members, words.join(' '), lexicon));
      at = list.end;
    }
    if (tokens[at - 1]?.endsClause === true) break;
  }
  const text = tokens.slice(end, at).map(({ word }) => word);
  return at === end ? null : { parts, years, text: text.join(' '), end: at };
}

function narrowingPart(
  members: ExcludedTermList['members'],
  opening: string,
  lexicon: Lexicon,
): ExcludedTermAlternatives {
  return members.flatMap((member) => {
    const words = member.map((word) => stem(word));
    return MAKER_QUALIFIER.test(opening) ? excludedBy(words) : thingWords(words, lexicon);
  });
}

function isKind(member: readonly string[]): boolean {
  const last = member.at(-1) ?? '';
  return kindNamed(last, [stem(last)]) !== null;
}
