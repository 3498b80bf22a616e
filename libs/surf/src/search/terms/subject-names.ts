import { isForm } from '@bridge/archive';
import { FIELD_AT } from '../lexicon/field-at.ts';
import { documentsOf, type Lexicon } from '../lexicon/lexicon.ts';
import { isPeople } from './nations.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Indexes of the fields in which a word is not the name of the record's maker but its subject or an ordinary word. */
export const ELSEWHERE = (['title', 'form', 'medium', 'subject'] as const).map(
  (field) => FIELD_AT[field],
);
/**
 * A maker's name also counts as a subject ("Queen Victoria") when the maker has fewer documents than this share of the number
 * of documents that contain the words of the name in other fields.
 */
const SUBJECT_SHARE = 0.3;
/**
 * A word counts as a given name when at least this share of the documents by makers with the word in their names are by makers
 * whose names begin with it.
 */
const GIVEN_NAME_SHARE = 0.5;
/** Titles of persons. The name after one is that of a person shown, not of a maker: "saint george". */
const PERSON_TITLES: ReadonlySet<string> = new Set(
  'saint st sainte san santa santo sankt king queen prince princess emperor empress pope president general captain lord duke duchess count countess reverend rev mr mrs miss dr'.split(
    ' ',
  ),
);

/**
 * True for a maker with few documents compared with those that contain the words of the name in other fields, such as "Queen
 * Victoria". `documents`: number of the maker's documents.
 */
export function isMostlySubject(
  words: readonly string[],
  documents: number,
  lexicon: Lexicon,
): boolean {
  const elsewhere = words.map((word) =>
    Math.max(...ELSEWHERE.map((field) => lexicon.counts(word)[field] ?? 0)),
  );
  return documents < SUBJECT_SHARE * Math.min(...elsewhere);
}

/**
 * True for a name after a title of a person ("saint george"), and for a given name before a surname ("martin" in "martin luther
 * king"). The work probably shows that person. Words that together are a maker's name are handled before and never reach this
 * function.
 */
export function isGivenNameOfSubject(
  words: readonly string[],
  typed: readonly string[],
  at: number,
  lexicon: Lexicon,
): boolean {
  if (PERSON_TITLES.has(typed[at - 1] ?? '')) return true;
  const next = typed[at + 1] === 'the' ? at + 2 : at + 1;
  const [word = '', following = ''] = [words[at], words[next]];
  if (STOP_WORDS.has(typed[next] ?? '') || isForm(following) || isPeople(following, lexicon))
    return false;
  if ((lexicon.counts(following)[FIELD_AT.creator] ?? 0) === 0) return false;
  const makers = lexicon
    .entitiesWith(word)
    .filter(({ kind, words: name }) => kind === 'creator' && name.length > 1);
  const all = documentsOf(makers);
  const first = documentsOf(makers.filter(({ words: name }) => name[0] === word));
  return all > 0 && first >= GIVEN_NAME_SHARE * all;
}
