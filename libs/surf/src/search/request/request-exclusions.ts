import { stem } from '@bridge/search';
import { type ExcludedTermList, membersAt } from './excluded-list.ts';
import { excludedBy, excludedThing, excludedTime } from './excluded-terms.ts';
import { formNamed } from '../terms/form-names.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { addShown } from './query-text.ts';
import { consume, type QuerySentenceParseState } from './request-draft.ts';
import { EXCLUSIONS, MAKER_EXCLUSION, PREFERENCES, TITLE_WORDS } from './request-frames.ts';
import { type ExclusionNarrowingPhrase, qualificationAt } from './request-qualifiers.ts';
import { yearRangeAt } from './request-year-range.ts';
import { excludeYears } from './request-years.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';
import { synonymsAt } from '../terms/synonyms.ts';

/** Reads the exclusions of a query: "no", "without" or "other than" with the things that follow. Adds them to the draft. */
export function addExclusions(draft: QuerySentenceParseState, lexicon: Lexicon): void {
  const { tokens, consumed } = draft;
  for (let at = 0; at < tokens.length; at++) {
    const length = consumed.has(at) ? 0 : EXCLUSIONS.lengthAt(tokens, at);
    if (length === 0) continue;
    const list = membersAt(draft, at + length);
    const words = tokens.slice(at, at + length).map(({ word }) => word);
    if (!isExclusion(draft, at, words, list)) continue;
    const isMaker = MAKER_EXCLUSION.test(words.join(' '));
    // In "prints rather than paintings of cats" the cats belong to the prints too.
    const isNarrowed = !isMaker && !PREFERENCES.has(words.join(' '));
    const narrowed = isNarrowed ? narrowedAt(draft, at, list, lexicon) : null;
    const end = narrowed?.end ?? list.end;
    const { years = null, parts = [] } = narrowed ?? {};
    if (years !== null && parts.length === 0 && isWholeWish(draft, at, end, list)) {
      // The query consists only of "no paintings before 1900", or names paintings elsewhere. It then means paintings of other
      // years.
      consume(draft, at, length);
      excludeYears(draft, years, consume(draft, list.end, end - list.end));
      continue;
    }
    consume(draft, at, end - at);
    for (const member of list.members) addMember(draft, member, isMaker, narrowed, lexicon);
    at = end - 1;
  }
}

/** True when words such as "no" exclude something and are not a part of a title or a number: "No. 5", "Sans titre". */
function isExclusion(
  draft: QuerySentenceParseState,
  at: number,
  words: readonly string[],
  { members, end }: ExcludedTermList,
): boolean {
  const { tokens, consumed } = draft;
  const [member] = members;
  const [word = ''] = words;
  if (member === undefined || tokens[at]?.endsClause === true) return false;
  if (words.length === 1 && (/^\d/.test(member[0] ?? '') || member[0] === 'only')) return false;
  const isFirst = !tokens.some((_, before) => before < at && !consumed.has(before));
  if (!isFirst)
    return (
      !TITLE_WORDS.has(word) ||
      words.length > 1 ||
      synonymsAt([word, stem(member[0] ?? '')], 0)?.length !== 2
    );
  // A query that begins with "No" may be a title, so it excludes only a kind of work, or things of some years.
  return (
    !TITLE_WORDS.has(word) &&
    (formNamed(member.at(-1) ?? '') !== null || yearRangeAt(draft, end) !== null)
  );
}

/**
 * Returns the words that narrow the excluded things. Things that are no kinds of work are narrowed by years only, and only when
 * the query wishes for such things: "vases, no vases before 1800". In "harbour without boats before 1800" the years are those
 * of the works.
 */
function narrowedAt(
  draft: QuerySentenceParseState,
  at: number,
  list: ExcludedTermList,
  lexicon: Lexicon,
): ExclusionNarrowingPhrase | null {
  const qualified = qualificationAt(draft, list, lexicon);
  const years = qualified === null ? yearRangeAt(draft, list.end) : null;
  if (years === null) return qualified;
  const end = list.end + years.length;
  const wished = wishedStems(draft, at, end);
  const isWished = list.members.every((member) => wished.has(stem(member.at(-1) ?? '')));
  if (wished.size > 0 && !isWished) return null;
  const text = draft.tokens.slice(list.end, end).map(({ word }) => word);
  return { parts: [], years, text: text.join(' '), end };
}

/** True when the query has no words to search apart from the exclusion, or also names the excluded things elsewhere. */
function isWholeWish(
  draft: QuerySentenceParseState,
  from: number,
  end: number,
  { members }: ExcludedTermList,
): boolean {
  const wished = wishedStems(draft, from, end);
  const isWished = (word: string): boolean => wished.has(stem(word));
  return wished.size === 0 || members.some((member) => member.every(isWished));
}

/** Returns the stems of the words to search outside an exclusion. */
function wishedStems(
  { tokens, consumed }: QuerySentenceParseState,
  from: number,
  end: number,
): ReadonlySet<string> {
  const others = tokens.filter(
    ({ word }, at) => (at < from || at >= end) && !consumed.has(at) && !STOP_WORDS.has(word),
  );
  return new Set(others.map(({ word }) => stem(word)));
}

function addMember(
  draft: QuerySentenceParseState,
  member: readonly string[],
  isMaker: boolean,
  narrowed: ExclusionNarrowingPhrase | null,
  lexicon: Lexicon,
): void {
  const text = [...member, ...(narrowed === null ? [] : [narrowed.text])].join(' ');
  addShown(draft.shown, 'not', text);
  const words = member.map((word) => stem(word));
  const time = isMaker ? null : excludedTime(member);
  const own = isMaker
    ? [excludedBy(words)]
    : time === null
      ? excludedThing(words, lexicon)
      : [time];
  const { parts = [], years = null } = narrowed ?? {};
  draft.avoided.push({
    parts: [...own, ...parts],
    ...(years === null ? {} : { years: { from: years.from, to: years.to } }),
  });
  const form = member.length === 1 && !isMaker ? formNamed(member[0] ?? '') : null;
  if (form === null || narrowed !== null) return;
  const forms = [...(draft.filter.not?.form ?? []), form];
  draft.filter = { ...draft.filter, not: { ...draft.filter.not, form: forms } };
}
