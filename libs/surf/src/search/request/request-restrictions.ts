import { stem } from '@bridge/search';
import { formNamed } from '../terms/form-names.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { makerhood } from '../terms/names.ts';
import { addShown } from './query-text.ts';
import { consume, type QuerySentenceParseState, wordAt } from './request-draft.ts';
import { CONNECTIVES, PHRASE_ENDS, RESTRICTIONS } from './request-frames.ts';
import { STOP_WORDS, WEAK_WORDS } from '../terms/stop-words.ts';
import { techniqueWeight } from '../terms/technique.ts';

/** Maximum number of words of the noun phrase that a word such as "only" restricts the query to. */
const PHRASE_WORDS_MAX = 5;
/** Words for "only" that have other meanings too. They restrict a query only to forms, techniques and makers. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set(['just', 'solo']);

/**
 * Reads the restrictions of a query ("oil paintings only", "only etchings"), and removes their words from the words to search.
 * A form becomes a filter; a technique, maker or other thing becomes a required word.
 */
export function addRestrictions(draft: QuerySentenceParseState, lexicon: Lexicon): void {
  const { tokens, consumed } = draft;
  for (let at = 0; at < tokens.length; at++) {
    const length = consumed.has(at) ? 0 : RESTRICTIONS.lengthAt(tokens, at);
    if (length === 0 || tokens.length - consumed.size <= length) continue;
    if (wordAt(draft, at - 1) === 'not') {
      // "Not only etchings" is not a restriction.
      consume(draft, at - 1, length + 1);
      continue;
    }
    const after = phraseFrom(draft, at + length, 1);
    const before =
      at === 0 || tokens[at - 1]?.endsClause === true ? [] : phraseFrom(draft, at - 1, -1);
    const isLast = tokens[at + length - 1]?.endsClause === true || after.length === 0;
    const isStrict = !OTHER_MEANINGS.has(tokens[at]?.word ?? '');
    const phrases = isLast ? [before] : [after, before];
    if (phrases.some((words) => restrict(draft, words, isStrict, lexicon)) || isLast)
      consume(draft, at, length);
    at += length - 1;
  }
}

/**
 * Returns the words of the noun phrase that begins at a token, or that ends there when `step` is -1, in the order of the query.
 */
function phraseFrom(
  { tokens, consumed }: QuerySentenceParseState,
  from: number,
  step: 1 | -1,
): string[] {
  const words: string[] = [];
  for (let at = from; words.length < PHRASE_WORDS_MAX; at += step) {
    const token = tokens[at];
    if (token === undefined || consumed.has(at)) break;
    if (step === -1 && at < from && token.endsClause) break;
    // In "only works by Monet", the restriction applies to the words after "by".
    const isLink = token.word === 'of' || token.word === 'by';
    if (isLink && step === 1 && words.length === 0 && at > from) continue;
    if (isLink || PHRASE_ENDS.has(token.word) || CONNECTIVES.lengthAt(tokens, at) > 0) break;
    if (!WEAK_WORDS.has(stem(token.word)) && !STOP_WORDS.has(token.word)) words.push(token.word);
    if (step === 1 && token.endsClause) break;
  }
  return step === 1 ? words : words.reverse();
}

function isMaker(word: string, lexicon: Lexicon): boolean {
  return makerhood(stem(word), lexicon) === 'maker';
}

/**
 * Adds the conditions of a noun phrase with "only" to the draft: its last word is the thing, and techniques before it ("oil
 * paintings") are further conditions. Returns false when it adds none.
 */
function restrict(
  draft: QuerySentenceParseState,
  words: readonly string[],
  isStrict: boolean,
  lexicon: Lexicon,
): boolean {
  const thing = words.at(-1);
  if (thing === undefined) return false;
  const form = formNamed(thing);
  const isTechnique = (word: string): boolean => techniqueWeight([stem(word)], lexicon) > 0;
  const conditions = words.slice(0, -1).filter(isTechnique);
  if (form === null && (isStrict || isTechnique(thing) || isMaker(thing, lexicon)))
    conditions.push(thing);
  if (form !== null && draft.filter.facets?.form === undefined) {
    draft.filter = { ...draft.filter, facets: { ...draft.filter.facets, form: [form] } };
    draft.shown['type'] = form;
    draft.isFormRestricted = true;
  }
  for (const word of conditions) draft.required.add(stem(word));
  if (form === null && conditions.length === 0) return false;
  // A `type:` filter of the query has precedence over another form.
  const isOfForm = form !== null && draft.filter.facets?.form?.includes(form) === true;
  const applied = words.filter((word) => conditions.includes(word) || (isOfForm && word === thing));
  if (applied.length > 0) addShown(draft.shown, 'only', applied.join(' '));
  return true;
}
