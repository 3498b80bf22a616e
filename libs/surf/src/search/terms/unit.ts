import type { WorkKindName } from '@bridge/archive';
import type { SearchField, SearchTerm } from '@bridge/search';
import type { ArtPeriodWithMatchScore } from './eras.ts';
import type { MakersOfNation } from '../lexicon/learned-nations.ts';
import type { CooccurringTerm } from '../lexicon/learned-terms.ts';
import type { WorkKindInQuery } from './named-kind.ts';

/**
 * The kind of a unit (part) of a search query. `both`: a word that is also a maker's name; `people`: a nation or culture;
 * `movement`: a movement under which museums filed records; `phrase`: a term of several words; `quoted`: an exact phrase.
 */
export type QueryUnitKind =
  'word' | 'creator' | 'both' | 'people' | 'movement' | 'time' | 'accession' | 'phrase' | 'quoted';

/**
 * A text by which a record matches a query unit. `worth`: the score of such a match, 0 to 1: 1 for the typed word, less for a
 * synonym.
 */
export interface QueryUnitAlternative {
  readonly words: readonly string[];
  readonly worth: number;
  /** A sentence about the records from which the import learned the alternative; absent for other alternatives. */
  readonly evidence?: string;
}

/** A part of a query that a record matches or does not: a word, a name, a time, an accession number. */
export interface QueryUnit {
  readonly kind: QueryUnitKind;
  readonly alternatives: readonly QueryUnitAlternative[];
  /** Fields in which the unit can match; absent when it can match in every field. */
  readonly fields?: readonly SearchField[];
  /** Importance relative to the other units of the query. Rare words weigh more. */
  readonly weight: number;
  /** True when the unit affects only the order of the hits, so that a record is found without a match of it. */
  readonly optional: boolean;
  /** The words of the unit as one text, usually unstemmed, after the correction of typing errors. */
  readonly text: string;
  /**
   * The movement or period that the unit names. Records of its years and nationality also match the unit, with a lower score.
   */
  readonly era?: ArtPeriodWithMatchScore;
  /**
   * For a unit that names a nation, the makers of this nation. Records by them match the unit when they contain no nationality.
   */
  readonly makers?: MakersOfNation;
  /** The kind of work that the unit names. */
  readonly kindOfWork?: WorkKindInQuery;
  /** True when a hit must match the unit, as in "oil paintings only". */
  readonly isRequired?: boolean;
  /**
   * Terms that often occur in the same records as the words of the unit. A record that contains only these matches with a very
   * low score.
   */
  readonly neighbours?: readonly CooccurringTerm[];
}

/** The best match of a unit of the query (a word, name or time) in one record. */
export interface BestQueryUnitMatchInRecord {
  readonly unit: QueryUnit;
  readonly field: SearchField;
  readonly words: readonly string[];
  readonly worth: number;
  /** A sentence about the records from which the matching alternative was learned; absent for other alternatives. */
  readonly evidence?: string;
  /** True for a match by a neighbour of the unit: the record does not contain the unit itself. */
  readonly isByNeighbour?: true;
}

/**
 * Weight of a maker's name in a query, above that of any word: for "monet bridge", any work by Monet ranks before a bridge by
 * another maker.
 */
export const MAKER_WEIGHT = 4;
/** Weight in a query of a word that is both a maker's name and an ordinary word. */
export const BOTH_WEIGHT = 3.2;

/**
 * True for a query unit that names a maker, even if its words also occur as a subject. A single word that is also an ordinary
 * word does not count.
 */
export function namesMaker({ kind, text }: QueryUnit): boolean {
  return kind === 'creator' || (kind === 'both' && text.includes(' '));
}

/** Returns the weight of a word in a query: 1 for a word that nearly all documents contain, 3 for a rare one. */
export function weightOf(documents: number, total: number): number {
  const rarity = Math.log10((total + 10) / (Math.max(documents, 1) + 1));
  return 1 + Math.min(2, Math.max(0, rarity) / 2.5);
}

/** Returns the alternatives of a query unit as terms of one clause, which a document matches by any one of them. */
export function termsOf(unit: QueryUnit): SearchTerm[] {
  const exact = unit.kind === 'quoted';
  return unit.alternatives.map(({ words }) => ({
    words,
    ...(exact ? { phrase: true as const } : {}),
    ...(unit.fields === undefined ? {} : { fields: unit.fields }),
  }));
}

/** Returns the forms that the words of a query name or imply: furniture for "chair". */
export function formsMeant(units: readonly QueryUnit[]): WorkKindName[] {
  return units
    .filter(({ kind }) => kind === 'word' || kind === 'phrase')
    .flatMap(({ kindOfWork }) => kindOfWork?.form ?? []);
}
