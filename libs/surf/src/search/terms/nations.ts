import { FIELD_AT } from '../lexicon/field-at.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';

/** Weight of a nation or culture. It is a condition on the work, not one of its themes. */
export const PEOPLE_WEIGHT = 2.2;
/** Minimum number of documents of a nation. */
const NATION_DOCUMENTS_MIN = 8;
/** A word counts as a nation when this share of its uses is in the field of peoples and places. */
const SHARE_MIN = 0.5;
/** Words of the field of peoples and places that name none: parts of periods and of names of states. */
const NO_PEOPLES: ReadonlySet<string> = new Set(
  'early late mid middle ancient antique archaic classic united kingdom state republic department dynasty central intermediate survival maritime orthodox undetermined nationality see nee ca'.split(
    ' ',
  ),
);
const OTHER_USES = (['title', 'form', 'medium', 'subject'] as const).map(
  (field) => FIELD_AT[field],
);

/**
 * True when a word is the adjective or the name of a nation, culture or school: the archive has it mostly in the field
 * of nationalities, cultures and places, or as the whole name of a maker ("Roman", for an unknown maker).
 */
export function isPeople(word: string, lexicon: Lexicon): boolean {
  if (NO_PEOPLES.has(word) || /\d/.test(word)) return false;
  const counts = lexicon.counts(word);
  // The field of places also contains the makers' names, because a maker can be a people ("Venetian").
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
  let documents = 0;
  for (const at of lexicon.entitiesWith(word)) {
    const entity = lexicon.entities[at];
    if (entity?.kind === 'creator' && entity.words.length === 1) documents += entity.documents;
  }
  return documents;
}
