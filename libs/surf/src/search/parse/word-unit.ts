import { withNeighbours } from '../terms/learned-neighbours.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { makerhood, spelledOtherwise } from '../terms/names.ts';
import { filedEra } from '../terms/eras.ts';
import { foreignNation } from '../terms/foreign-nations.ts';
import { kindNamed } from '../terms/kinds.ts';
import { isPeople, PEOPLE_WEIGHT } from '../terms/nations.ts';
import { isRegion } from '../terms/regions.ts';
import { relatedForms } from '../terms/related-forms.ts';
import type { SwitchableSearchFeatureName } from '../search-options.ts';
import { WEAK_WORDS } from '../terms/stop-words.ts';
import { techniqueWeight } from '../terms/technique.ts';
import {
  type QueryUnitAlternative,
  BOTH_WEIGHT,
  MAKER_WEIGHT,
  type QueryUnit,
  type QueryUnitKind,
  weightOf,
} from '../terms/unit.ts';

const WEAK_WEIGHT = 0.4;
/** Matches a single letter. Among other words it is the initial of a name. */
const INITIAL = /^[a-z]$/;
/**
 * Minimum weight of an art movement in a query. `MOVEMENT_DOCUMENTS_MIN`: minimum number of records that museums filed under a
 * name, so that it counts as a movement.
 */
const MOVEMENT_WEIGHT = 2.8;
const MOVEMENT_DOCUMENTS_MIN = 5;
/**
 * Share of all documents. A word that fewer documents contain is also searched with other endings, such as "shelter" for
 * "sheltering".
 */
const SELDOM_SHARE = 0.001;

/** Consecutive words of a search query that become one unit, and the terms and conditions found for them. */
export interface WordSpan {
  readonly words: readonly string[];
  /** The words before stemming, as one text; typing errors are already corrected. */
  readonly text: string;
  readonly synonyms: readonly QueryUnitAlternative[];
  /** Other probable spellings of the words, which are also searched. */
  readonly near: readonly QueryUnitAlternative[];
  /** True when the query has more than one word. */
  readonly isAmongOthers: boolean;
  /** True when the query is in another language than English. */
  readonly isForeign: boolean;
  /**
   * True for the name of a person that the work probably shows: "martin" in "martin luther king", "george" in "saint george".
   * False before a term of several words, such as "self portrait" after "rembrandt".
   */
  readonly isOfSubject: boolean;
  readonly era: Pick<QueryUnit, 'era'>;
  readonly without: ReadonlySet<SwitchableSearchFeatureName>;
}

/**
 * Returns the query unit for consecutive words of a query. `expansions`: those alternatives that the answer reports, so neither
 * the words themselves nor their `near` spellings.
 */
export function wordUnit(
  { words, text, synonyms, near, isAmongOthers, isForeign, isOfSubject, era, without }: WordSpan,
  lexicon: Lexicon,
  documents: number,
): { readonly unit: QueryUnit; readonly expansions: readonly QueryUnitAlternative[] } {
  const word = words[0] ?? '';
  const isSingle = words.length === 1;
  const known = synonyms.filter((term) => term.words.every((one) => lexicon.frequency(one) > 0));
  const spellings = isSingle ? spelledOtherwise(word, lexicon) : [];
  const forms =
    isSingle && known.length === 0 && spellings.length === 0 && era.era === undefined
      ? relatedForms(word, lexicon, documents * SELDOM_SHARE)
      : [];
  const read =
    isSingle && known.length === 0 && !without.has('makers') ? makerhood(word, lexicon) : 'word';
  const maker = read === 'maker' && isOfSubject ? 'both' : read;
  const isMovement = namesMovement(words, known, lexicon);
  const isWeak =
    (isAmongOthers && INITIAL.test(text)) ||
    isWeakWord(word, isSingle, maker, isForeign && known.length > 0);
  const frequency = Math.min(...words.map((one) => lexicon.frequency(one)));
  const isSpelledOtherwise = frequency === 0 && spellings.length > 0;
  const alternatives = [
    ...(isSpelledOtherwise ? [] : [{ words, worth: 1 }]),
    ...near,
    ...spellings,
    ...known,
    ...forms,
  ];
  const people = !without.has('nations') && namesPeople(words, known, lexicon);
  const makers =
    people && !without.has('maker-nations') ? lexicon.learned.nations.makersOf(word) : null;
  const kindOfWork = without.has('kinds') ? null : kindNamed(text, words);
  const weight = (): number => {
    if (isMovement) return Math.max(MOVEMENT_WEIGHT, weightOf(frequency, documents));
    if (people) return Math.max(PEOPLE_WEIGHT, weightOf(frequency, documents));
    if (maker === 'maker' || isSpelledOtherwise) return MAKER_WEIGHT;
    return maker === 'both' && !isOfSubject ? BOTH_WEIGHT : weightOf(frequency, documents);
  };
  const unit: QueryUnit = {
    ...(era.era !== undefined && isMovement ? { era: filedEra(era.era) } : era),
    ...(kindOfWork === null ? {} : { kindOfWork }),
    ...(makers === null ? {} : { makers }),
    kind: isMovement
      ? 'movement'
      : people
        ? 'people'
        : kindOf(isSingle, isSpelledOtherwise ? 'maker' : maker),
    alternatives,
    weight: isWeak
      ? WEAK_WEIGHT
      : weight() + (maker === 'word' ? techniqueWeight(words, lexicon) : 0),
    optional: isWeak && isAmongOthers,
    text,
  };
  const expansions = [spellings, forms, known].find((list) => list.length > 0) ?? [];
  const hasNeighbours = !without.has('neighbours') && !isWeak;
  return { unit: hasNeighbours ? withNeighbours(unit, words, lexicon) : unit, expansions };
}

function namesMovement(
  words: readonly string[],
  known: readonly QueryUnitAlternative[],
  lexicon: Lexicon,
): boolean {
  const synonyms = known.map((term) => term.words).filter(({ length }) => length > 1);
  return [words, ...synonyms].some((name) => lexicon.filedUnder(name) >= MOVEMENT_DOCUMENTS_MIN);
}

function namesPeople(
  words: readonly string[],
  known: readonly QueryUnitAlternative[],
  lexicon: Lexicon,
): boolean {
  const [word = ''] = words;
  if (words.length === 1 && isPeople(word, lexicon)) return true;
  return known.length > 0 && (isRegion(words) || foreignNation(word, lexicon).length > 0);
}

/**
 * True for a word that says little about a work, such as "art". `isTranslated`: the word has an equivalent in a foreign query,
 * such as Dutch "kind" (child); it then says something.
 */
function isWeakWord(
  word: string,
  isSingle: boolean,
  maker: string,
  isTranslated: boolean,
): boolean {
  return !isTranslated && isSingle && WEAK_WORDS.has(word) && maker !== 'maker';
}

function kindOf(isSingle: boolean, maker: 'maker' | 'both' | 'word'): QueryUnitKind {
  if (!isSingle) return 'phrase';
  return maker === 'maker' ? 'creator' : maker;
}
