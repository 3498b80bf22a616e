import type { QuerySentenceParseState } from './request-draft.ts';
import { ARTICLES, CONNECTIVES, COORDINATORS, EXCLUSIONS, PHRASE_ENDS } from './request-frames.ts';
import { STOP_WORDS } from '../terms/stop-words.ts';

/**
 * Maximum number of words between a comma and the next comma or "or" in a list of excluded things, as in "no photographs,
 * drawings or prints".
 */
const LISTED_WORDS_MAX = 3;

/** The excluded things that follow a word such as "no", each as its words. `end`: index of the token after the last of them. */
export interface ExcludedTermList {
  readonly members: readonly (readonly string[])[];
  readonly end: number;
}

/** Reads the list of excluded things that begins at a token (word of the query): "photographs, drawings or prints". */
export function membersAt(
  { tokens, consumed }: QuerySentenceParseState,
  from: number,
): ExcludedTermList {
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
    if (isStarted && endsMembers(tokens, at)) break;
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

/** True when the list of excluded things ends before this token. */
function endsMembers(tokens: QuerySentenceParseState['tokens'], at: number): boolean {
  const { word = '' } = tokens[at] ?? {};
  if (EXCLUSIONS.lengthAt(tokens, at) > 0) return true;
  if (ARTICLES.has(word)) return false;
  return word === 'of' || PHRASE_ENDS.has(word) || CONNECTIVES.lengthAt(tokens, at) > 0;
}

/** True when the list of excluded things continues after a comma: a few words, then "or". */
function isListed(tokens: QuerySentenceParseState['tokens'], from: number): boolean {
  for (let at = from; at < tokens.length && at <= from + LISTED_WORDS_MAX; at++) {
    const { word = '', endsClause = false } = tokens[at] ?? {};
    if (at > from && (word === 'or' || word === 'nor')) return true;
    if (endsClause) return isListed(tokens, at + 1);
  }
  return false;
}
