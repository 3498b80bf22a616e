import { stem } from '@bridge/search';
import { formNamed } from './filters.ts';
import type { Lexicon } from './lexicon.ts';
import { makerhood } from './names.ts';
import { consume, type RequestDraft } from './request-draft.ts';
import { CONNECTIVES, PHRASE_ENDS, RESTRICTIONS } from './request-frames.ts';
import { STOP_WORDS } from './stop-words.ts';
import { techniqueWeight } from './technique.ts';

/** Maximum number of words of the thing to which a restriction belongs. */
const PHRASE_WORDS_MAX = 5;

/** Reads restrictions: "oil paintings only", "only etchings". The kind becomes a filter, the technique a condition. */
export function addRestrictions(draft: RequestDraft, lexicon: Lexicon): void {
  const { tokens, consumed } = draft;
  for (let at = 0; at < tokens.length; at++) {
    const length = consumed.has(at) ? 0 : RESTRICTIONS.lengthAt(tokens, at);
    if (length === 0 || tokens.length - consumed.size <= length) continue;
    const after = phraseFrom(draft, at + length, 1);
    const before =
      at === 0 || tokens[at - 1]?.endsClause === true ? [] : phraseFrom(draft, at - 1, -1);
    const isLast = tokens[at + length - 1]?.endsClause === true || after.length === 0;
    const phrases = isLast ? [before] : [after, before];
    if (phrases.some((words) => restrict(draft, words, lexicon)) || isLast)
      consume(draft, at, length);
    at += length - 1;
  }
}

/** The words of the noun phrase that begins at a token, or that ends at it when `step` is -1. */
function phraseFrom({ tokens, consumed }: RequestDraft, from: number, step: 1 | -1): string[] {
  const words: string[] = [];
  for (let at = from; words.length < PHRASE_WORDS_MAX; at += step) {
    const token = tokens[at];
    if (token === undefined || consumed.has(at) || PHRASE_ENDS.has(token.word)) break;
    if (step === -1 && at < from && token.endsClause) break;
    if (CONNECTIVES.lengthAt(tokens, at) > 0) break;
    if (!STOP_WORDS.has(token.word)) words.push(token.word);
    if (step === 1 && token.endsClause) break;
  }
  return words;
}

/** Adds the conditions of a restricted noun phrase; false when it names no kind, technique or maker. */
function restrict(draft: RequestDraft, words: readonly string[], lexicon: Lexicon): boolean {
  let isRestricted = false;
  for (const word of words) {
    const form = formNamed(word);
    const base = stem(word);
    if (form !== null && draft.filter.facets?.form === undefined) {
      draft.filter = { ...draft.filter, facets: { ...draft.filter.facets, form: [form] } };
      draft.shown['type'] = form;
    } else if (
      form === null &&
      (techniqueWeight([base], lexicon) > 0 || makerhood(base, lexicon) === 'maker')
    )
      draft.required.add(base);
    else continue;
    isRestricted = true;
  }
  if (isRestricted) draft.shown['only'] = words.join(' ');
  return isRestricted;
}
