import { type Form, formOf } from '@bridge/archive';
import type { SearchField, Term } from '@bridge/search';
import type { NamedEra } from './eras.ts';
import type { LearnedNeighbour } from './learned-terms.ts';
import type { NamedKind } from './named-kind.ts';

/** The kind of a unit. `both`: a word that is also a maker's name; `people`: a nation or culture; `movement`: a movement that records are filed under; `phrase`: a term of several words; `quoted`: an exact phrase. */
export type UnitKind =
  'word' | 'creator' | 'both' | 'people' | 'movement' | 'time' | 'accession' | 'phrase' | 'quoted';

/** One alternative of a unit. Its worth is 0 to 1: 1 for the word itself, less for a synonym. */
export interface Alternative {
  readonly words: readonly string[];
  readonly worth: number;
  /** A sentence about the records from which it was learned. */
  readonly evidence?: string;
}

/** A part of a query that a record matches or not: a word, a name, a time, an accession number. */
export interface QueryUnit {
  readonly kind: UnitKind;
  readonly alternatives: readonly Alternative[];
  /** Fields in which the unit can match; every field when absent. */
  readonly fields?: readonly SearchField[];
  /** Weight against the other units. Rare words weigh more. */
  readonly weight: number;
  /** Used for the order only, not in interpretations. */
  readonly optional: boolean;
  /** As it was typed. */
  readonly text: string;
  /** Records of these years and peoples match in part. */
  readonly era?: NamedEra;
  /** The kind of work that it names. */
  readonly kindOfWork?: NamedKind;
  /** Every hit matches it: "oil paintings only". */
  readonly isRequired?: boolean;
  /** Terms that often stand beside it: weak evidence, never a condition. */
  readonly neighbours?: readonly LearnedNeighbour[];
}

/** The best match of a unit in a record. */
export interface UnitMatch {
  readonly unit: QueryUnit;
  readonly field: SearchField;
  readonly words: readonly string[];
  readonly worth: number;
  /** As in Alternative. */
  readonly evidence?: string;
}

/** A maker weighs more than any word: another work by the same maker is nearer than the same thing by another maker. */
export const MAKER_WEIGHT = 4;
/** A word that is a maker's name and something else. */
export const BOTH_WEIGHT = 3.2;

/** Weight of a word: 1 for a word in nearly all documents, 3 for a rare one. */
export function weightOf(documents: number, total: number): number {
  const rarity = Math.log10((total + 10) / (Math.max(documents, 1) + 1));
  return 1 + Math.min(2, Math.max(0, rarity) / 2.5);
}

/** The unit as the terms of one clause. */
export function termsOf(unit: QueryUnit): Term[] {
  const exact = unit.kind === 'quoted';
  return unit.alternatives.map(({ words }) => ({
    words,
    ...(exact ? { phrase: true as const } : {}),
    ...(unit.fields === undefined ? {} : { fields: unit.fields }),
  }));
}

/** The forms that a query names: for "chair", furniture comes before drawings of chairs. */
export function formsMeant(units: readonly QueryUnit[]): Form[] {
  return units
    .filter(({ kind }) => kind === 'word' || kind === 'phrase')
    .flatMap(({ text }) => formOf(undefined, text) || []);
}
