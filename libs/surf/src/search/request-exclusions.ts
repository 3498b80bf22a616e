import { stem, type SearchField } from '@bridge/search';
import { formNamed } from './filters.ts';
import type { Lexicon } from './lexicon.ts';
import { consume, type ExcludedTerm, type RequestDraft } from './request-draft.ts';
import {
  ARTICLES,
  CONNECTIVES,
  COORDINATORS,
  EXCLUSIONS,
  MAKER_EXCLUSION,
  PHRASE_ENDS,
  TITLE_WORDS,
} from './request-frames.ts';
import { STOP_WORDS } from './stop-words.ts';
import { synonymsAt } from './synonyms.ts';
import { timeAt } from './times.ts';

/** Fields in which an excluded thing, an excluded kind, an excluded maker and an excluded time count. */
const THING_FIELDS: readonly SearchField[] = [
  'title',
  'creator',
  'form',
  'medium',
  'subject',
  'group',
  'place',
];
const KIND_FIELDS: readonly SearchField[] = ['title', 'form', 'medium', 'group'];
const MAKER_FIELDS: readonly SearchField[] = ['creator'];
const TIME_FIELDS: readonly SearchField[] = ['time'];
/** Maximum number of words of a list member after a comma: "no photographs, drawings or prints". */
const LISTED_WORDS_MAX = 3;
/** Synonyms of this worth mean the same. */
const EQUAL_WORTH = 0.88;

/** Reads exclusions: "no", "without", "other than" with the things that follow. */
export function addExclusions(draft: RequestDraft, lexicon: Lexicon): void {
  const { tokens, consumed } = draft;
  for (let at = 0; at < tokens.length; at++) {
    const length = consumed.has(at) ? 0 : EXCLUSIONS.lengthAt(tokens, at);
    if (length === 0) continue;
    const { members, end } = membersAt(draft, at + length);
    const words = tokens.slice(at, at + length).map(({ word }) => word);
    if (!isExclusion(draft, at, words, members)) continue;
    consume(draft, at, end - at);
    const isMaker = MAKER_EXCLUSION.test(words.join(' '));
    for (const member of members) addMember(draft, member, isMaker, lexicon);
    at = end - 1;
  }
}

/** Whether the words exclude, and are no part of a title or a number: "No. 5", "Sans titre". */
function isExclusion(
  { tokens, consumed }: RequestDraft,
  at: number,
  words: readonly string[],
  members: readonly (readonly string[])[],
): boolean {
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
  // A query that begins with "No" may be a title: only a kind of work is excluded then.
  return !TITLE_WORDS.has(word) && formNamed(member.at(-1) ?? '') !== null;
}

/** The things that are excluded from a token on, each as its words, and the token after them. */
function membersAt(
  { tokens, consumed }: RequestDraft,
  from: number,
): { readonly members: readonly (readonly string[])[]; readonly end: number } {
  const members: string[][] = [];
  let current: string[] = [];
  let at = from;
  const close = (): void => {
    if (current.length > 0) members.push(current);
    current = [];
  };
  for (; at < tokens.length && !consumed.has(at); at++) {
    const { word = '', endsClause = false } = tokens[at] ?? {};
    const isStarted = current.length > 0 || members.length > 0;
    if (isStarted && EXCLUSIONS.lengthAt(tokens, at) > 0) break;
    if (
      isStarted &&
      !ARTICLES.has(word) &&
      (PHRASE_ENDS.has(word) || CONNECTIVES.lengthAt(tokens, at) > 0)
    )
      break;
    if (COORDINATORS.has(word) && isStarted) close();
    else if (!ARTICLES.has(word) && !STOP_WORDS.has(word)) current.push(word);
    if (!endsClause) continue;
    close();
    if (!isListed(tokens, at + 1)) {
      at += 1;
      break;
    }
  }
  close();
  return { members, end: at };
}

/** Whether a list goes on behind a comma: a few words, then "or". */
function isListed(tokens: RequestDraft['tokens'], from: number): boolean {
  for (let at = from; at < tokens.length && at <= from + LISTED_WORDS_MAX; at++) {
    const { word = '', endsClause = false } = tokens[at] ?? {};
    if (at > from && (word === 'or' || word === 'nor')) return true;
    if (endsClause) return isListed(tokens, at + 1);
  }
  return false;
}

function addMember(
  draft: RequestDraft,
  member: readonly string[],
  isMaker: boolean,
  lexicon: Lexicon,
): void {
  const words = member.map((word) => stem(word));
  draft.shown['not'] = [draft.shown['not'], member.join(' ')]
    .filter((one) => one !== undefined)
    .join(', ');
  const time = timeAt(member, 0);
  if (isMaker) draft.avoided.push({ words, fields: MAKER_FIELDS });
  else if (time?.length === member.length) draft.avoided.push(...timesAvoided(time.alternatives));
  else draft.avoided.push(...thingsAvoided(words, lexicon));
  const form = member.length === 1 && !isMaker ? formNamed(member[0] ?? '') : null;
  if (form === null) return;
  const forms = [...(draft.filter.not?.form ?? []), form];
  draft.filter = { ...draft.filter, not: { ...draft.filter.not, form: forms } };
}

function timesAvoided(
  alternatives: readonly { readonly words: readonly string[]; readonly worth: number }[],
): ExcludedTerm[] {
  return alternatives
    .filter(({ worth }) => worth === 1)
    .map(({ words }) => ({ words, fields: TIME_FIELDS }));
}

/** An excluded thing with its synonyms. A kind of work counts where records name kinds. */
function thingsAvoided(words: readonly string[], lexicon: Lexicon): ExcludedTerm[] {
  const fields = formNamed(words.at(-1) ?? '') === null ? THING_FIELDS : KIND_FIELDS;
  const synonyms = synonymsAt(words, 0);
  const others = synonyms?.length === words.length ? synonyms.others : [];
  const known = others.filter(
    ({ words: other, worth }) =>
      worth >= EQUAL_WORTH && other.every((one) => lexicon.frequency(one) > 0),
  );
  return [{ words, fields }, ...known.map((other) => ({ words: other.words, fields }))];
}
