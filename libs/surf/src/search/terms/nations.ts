import { FIELD_AT } from '../lexicon/field-at.ts';
import { documentsOf, type Lexicon } from '../lexicon/lexicon.ts';

/** Minimum weight of the name of a nation or culture in a query. A rare one weighs more. */
export const PEOPLE_WEIGHT = 2.2;
/** Minimum number of documents that contain a word in the field `place`, so that the word can count as a nation. */
const NATION_DOCUMENTS_MIN = 8;
/** Minimum share of the uses of a word that are in the field `place`, so that the word counts as a nation. */
const SHARE_MIN = 0.5;
/** Words that are frequent in the field `place` but are no nations: parts of the names of periods and states. */
const NO_PEOPLES: ReadonlySet<string> = new Set(
  'early late mid middle ancient antique archaic classic united kingdom state republic department dynasty central intermediate survival maritime orthodox undetermined nationality see nee ca'.split(
    ' ',
  ),
);
const OTHER_USES = (['title', 'form', 'medium', 'subject'] as const).map(
  (field) => FIELD_AT[field],
);

/**
 * True when a word is the adjective or the name of a nation, culture or school: documents have it mostly in the field `place`
 * (nationalities, cultures and places), or as the whole name of a maker ("Roman", for an unknown maker).
 */
export function isPeople(word: string, lexicon: Lexicon): boolean {
  if (NO_PEOPLES.has(word) || /\d/.test(word)) return false;
  const counts = lexicon.counts(word);
  // The field `place` also contains the makers' names, because a people may be named as maker ("Venetian"). They are
  // subtracted.
  const asMaker = counts[FIELD_AT.creator] ?? 0;
  const asPlace = (counts[FIELD_AT.place] ?? 0) - asMaker;
  if (asPlace < NATION_DOCUMENTS_MIN) return false;
  const asMakersPeople = Math.min(asMaker, makersNamed(word, lexicon));
  const asPeople = asPlace + asMakersPeople;
  const elsewhere = Math.max(
    asMaker - asMakersPeople,
    ...OTHER_USES.map((field) => counts[field] ?? 0),
  );
  return asPeople / (asPeople + elsewhere) >= SHARE_MIN;
}

/** Returns the number of documents whose maker has this one word as the whole name. */
function makersNamed(word: string, lexicon: Lexicon): number {
  return documentsOf(
    lexicon
      .entitiesWith(word)
      .filter(({ kind, words }) => kind === 'creator' && words.length === 1),
  );
}
