import { isForm } from '@bridge/archive';
import { COMPANY_WORDS } from './company-words.ts';
import { FIELD_AT } from '../lexicon/field-at.ts';
import { STOP_WORDS } from './stop-words.ts';
import { documentsOf, type Lexicon, type MakerMovementOrSeries } from '../lexicon/lexicon.ts';
import { isPeople } from './nations.ts';
import { ELSEWHERE, isMostlySubject } from './subject-names.ts';
import {
  type QueryUnitAlternative,
  BOTH_WEIGHT,
  MAKER_WEIGHT,
  type QueryUnit,
  weightOf,
} from './unit.ts';

/** Maximum number of consecutive words of a query that are compared with the name of a maker or movement. */
const NAME_WORDS_MAX = 6;
/** Factor for the priority of a name whose words the query has in another order: "newton william" probably names two makers. */
const REORDERED = 0.1;
/**
 * Share of the uses of a word that are in makers' names: from `MOSTLY_MAKER` the word counts as a maker's name, from
 * `ALSO_MAKER` as both a name and a word.
 */
const MOSTLY_MAKER = 0.6;
const ALSO_MAKER = 0.12;
const ALSO_MAKER_DOCUMENTS = 3;
const SPELLINGS_MAX = 6;

/** The name of a maker or movement in a query. `at`: index of its first word; `length`: number of its words. */
export interface NameInQuery {
  readonly at: number;
  readonly length: number;
  readonly unit: QueryUnit;
}

/** A maker or movement whose name the words of a query contain; `inOrder` is false when the words are in another order. */
interface MakerOrMovementMatch {
  readonly entity: MakerMovementOrSeries;
  readonly inOrder: boolean;
}

/**
 * Returns the makers and movements of several words that a query names: "mies van der rohe", "e mcknight kauffer" for
 * Edward McKnight Kauffer, "kinetic art". Where names overlap, the one with more records wins.
 */
export function namesIn(
  words: readonly string[],
  typed: readonly string[],
  lexicon: Lexicon,
  documents: number,
): NameInQuery[] {
  const spans: (NameInQuery & { readonly worth: number })[] = [];
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(NAME_WORDS_MAX, words.length - at); length >= 2; length--) {
      const last = typed[at + length - 1] ?? '';
      if (STOP_WORDS.has(typed[at] ?? '') || STOP_WORDS.has(last) || last.length === 1) continue;
      const wanted = words.slice(at, at + length);
      const matches = entitiesNamed(wanted, lexicon);
      if (matches.length === 0) continue;
      const worth = Math.max(
        ...matches.map(
          ({ entity, inOrder }) => Math.log2(entity.documents + 1) * (inOrder ? 1 : REORDERED),
        ),
      );
      const unit = unitOf(wanted, typed.slice(at, at + length), matches, lexicon, documents);
      spans.push({ at, length, unit, worth: worth * length });
    }
  }
  const taken: NameInQuery[] = [];
  for (const span of spans.sort((a, b) => b.worth - a.worth)) {
    const overlaps = taken.some(
      (one) => span.at < one.at + one.length && one.at < span.at + span.length,
    );
    if (!overlaps) taken.push(span);
  }
  return taken;
}

/** Returns the makers and movements whose names contain all these words; one letter matches any word that begins with it. */
function entitiesNamed(wanted: readonly string[], lexicon: Lexicon): MakerOrMovementMatch[] {
  const key = wanted
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .sort((a, b) => lexicon.entitiesWith(a).length - lexicon.entitiesWith(b).length)[0];
  if (key === undefined) return [];
  const found: MakerOrMovementMatch[] = [];
  for (const entity of lexicon.entitiesWith(key)) {
    if (entity.documents === 0 || entity.kind === 'group') continue;
    const phrase = wanted.join(' ');
    let inOrder = false;
    const fits = lexicon.spellings(entity).some((words) => {
      if (entity.kind === 'movement')
        inOrder =
          ` ${words.join(' ')} `.includes(` ${phrase} `) &&
          (words.length === wanted.length || !isNationWithKind(wanted, lexicon));
      else if (holdsName(words, wanted)) inOrder ||= follows(words, wanted);
      return entity.kind === 'movement' ? inOrder : holdsName(words, wanted);
    });
    if (fits) found.push({ entity, inOrder });
  }
  return found;
}

/**
 * True for a nation and a form, such as "british sculpture". These words do not mean a movement whose name contains them, such
 * as "New British Sculpture".
 */
function isNationWithKind(words: readonly string[], lexicon: Lexicon): boolean {
  const [nation = '', kind = ''] = words;
  return words.length === 2 && isForm(kind) && isPeople(nation, lexicon);
}

function means(name: string, word: string): boolean {
  return name === word || (word.length === 1 && name.startsWith(word));
}

function holdsName(name: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => name.some((one) => means(one, word)));
}

/** True when the name contains the wanted words in their order; other words may be between them. */
function follows(name: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const one of name) if (at < wanted.length && means(one, wanted[at] ?? '')) at += 1;
  return at === wanted.length;
}

function unitOf(
  wanted: readonly string[],
  typed: readonly string[],
  found: readonly MakerOrMovementMatch[],
  lexicon: Lexicon,
  documents: number,
): QueryUnit {
  const total = documentsOf(found.map(({ entity }) => entity));
  const movement = found.every(({ entity }) => entity.kind === 'movement');
  // An initial ("e" for Edward) is removed, because documents contain full names.
  const own: QueryUnitAlternative = {
    words: wanted.filter((word) => word.length > 1 || movement),
    worth: 1,
  };
  const others = found
    .filter(({ entity }) => !own.words.every((word) => entity.words.includes(word)))
    .sort((a, b) => b.entity.documents - a.entity.documents)
    .slice(0, SPELLINGS_MAX)
    .map(({ entity }): QueryUnitAlternative => ({ words: entity.words, worth: 0.95 }));
  const known = own.words.every((word) => lexicon.frequency(word) > 0);
  const isAlsoSubject = known && !movement && isMostlySubject(own.words, total, lexicon);
  const makerWeight = isAlsoSubject ? BOTH_WEIGHT : MAKER_WEIGHT;
  return {
    kind: movement ? 'movement' : isAlsoSubject ? 'both' : 'creator',
    alternatives: [...(known ? [own] : []), ...others],
    weight: movement ? Math.max(2.8, weightOf(total, documents)) : makerWeight,
    optional: false,
    text: typed.join(' '),
  };
}

/** Returns `maker` when a word occurs mostly in names of makers, `both` when it occurs in them often, else `word`. */
export function makerhood(word: string, lexicon: Lexicon): 'maker' | 'both' | 'word' {
  if (COMPANY_WORDS.has(word)) return 'word';
  if ((lexicon.counts(word)[FIELD_AT.creator] ?? 0) < ALSO_MAKER_DOCUMENTS) return 'word';
  const share = makerShare(word, lexicon);
  if (share >= MOSTLY_MAKER) return 'maker';
  return share >= ALSO_MAKER ? 'both' : 'word';
}

/** True when each of the words is an ordinary word, and none is (also) a maker's name. */
export function areWords(words: readonly string[], lexicon: Lexicon): boolean {
  return words.every((word) => makerhood(word, lexicon) === 'word');
}

/**
 * Returns the share (0 to 1) of the uses of a word that are in makers' names: the documents with it there, divided by the sum
 * of these and of the documents with it in that other field where it is most frequent.
 */
export function makerShare(word: string, lexicon: Lexicon): number {
  const counts = lexicon.counts(word);
  const asMaker = counts[FIELD_AT.creator] ?? 0;
  if (asMaker === 0) return 0;
  // The import also adds makers' names to the field of places, so these are subtracted from the uses as a place.
  const asPlace = Math.max(0, (counts[FIELD_AT.place] ?? 0) - asMaker);
  const elsewhere = Math.max(asPlace, ...ELSEWHERE.map((field) => counts[field] ?? 0));
  return asMaker / (asMaker + elsewhere);
}

/**
 * Returns the makers of the index that have this word only in another spelling of the name, which published name tables list.
 * Empty for a word that is frequent in the index.
 */
export function spelledOtherwise(word: string, lexicon: Lexicon): QueryUnitAlternative[] {
  if (lexicon.frequency(word) > ALSO_MAKER_DOCUMENTS * 4) return [];
  return lexicon
    .entitiesWith(word)
    .filter(
      ({ kind, documents, words }) => kind === 'creator' && documents > 0 && !words.includes(word),
    )
    .sort((a, b) => b.documents - a.documents)
    .slice(0, 3)
    .map(({ words }) => ({ words, worth: 0.9 }));
}
