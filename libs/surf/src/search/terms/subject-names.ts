import { isForm } from '@bridge/archive';
import { FIELD_AT } from '../lexicon/field-at.ts';
import type { Lexicon, NamedEntity } from '../lexicon/lexicon.ts';
import { isPeople } from './nations.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Fields in which the words of a maker's name are a subject or ordinary words. */
export const ELSEWHERE = (['title', 'form', 'medium', 'subject'] as const).map(
  (field) => FIELD_AT[field],
);
/** A name counts as a subject too when its makers have fewer documents than this share of its uses elsewhere. */
const SUBJECT_SHARE = 0.3;
/** Minimum share of the makers' documents in which the word is the first name. */
const GIVEN_NAME_SHARE = 0.5;
/** Titles of persons. The name after one is that of a person shown, not of a maker: "saint george". */
const PERSON_TITLES: ReadonlySet<string> = new Set(
  'saint st sainte san santa santo sankt king queen prince princess emperor empress pope president general captain lord duke duchess count countess reverend rev mr mrs miss dr'.split(
    ' ',
  ),
);
const NO_NAME: Pick<NamedEntity, 'kind' | 'words' | 'documents'> = {
  kind: 'group',
  words: [],
  documents: 0,
};

/**
 * True for the name of a maker who made few of the works that have its words elsewhere, such as "Queen Victoria". `documents`:
 * number of the maker's documents.
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
 * True for a given name before another part of a name, where no maker has both: "martin" in "martin luther king". The
 * person is then probably shown in the work.
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
  let [first, all] = [0, 0];
  for (const entity of lexicon.entitiesWith(word)) {
    const { kind, words: name, documents } = lexicon.entities[entity] ?? NO_NAME;
    if (kind !== 'creator' || name.length < 2) continue;
    all += documents;
    if (name[0] === word) first += documents;
  }
  return all > 0 && first >= GIVEN_NAME_SHARE * all;
}
