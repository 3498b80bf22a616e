import { type Form, formOf } from '@bridge/archive';
import type { SearchField, Term } from '@bridge/search';
import type { NamedEra } from './eras.ts';

/**
 * What a part of a query is: a word, a maker, a word that is also a maker's name, a time, an accession number, words
 * that belong together, words that must stand exactly so.
 */
export type UnitKind = 'word' | 'creator' | 'both' | 'time' | 'accession' | 'phrase' | 'quoted';

/** One alternative of a unit with how much it is worth, 0 to 1: the word itself 1, a synonym less. */
export interface Alternative {
  readonly words: readonly string[];
  readonly worth: number;
}

/** One thing that the query asks for. */
export interface Unit {
  readonly kind: UnitKind;
  readonly alternatives: readonly Alternative[];
  /** Fields it can stand in at all; every field when absent. */
  readonly fields?: readonly SearchField[];
  /** Weight against the other units: rare things weigh more. */
  readonly weight: number;
  /** Left out of every reading and only used for the order. */
  readonly optional: boolean;
  /** As it was typed. */
  readonly text: string;
  /** A record of these years and peoples may be meant too, though it does not say so. */
  readonly era?: NamedEra;
}

/** Where a unit was found in a record and how well that fits; null when it was not. */
export interface UnitMatch {
  readonly unit: Unit;
  readonly field: SearchField;
  readonly words: readonly string[];
  readonly worth: number;
}

/** A maker weighs more than any word: another work by them is nearer than the same thing by somebody else. */
export const MAKER_WEIGHT = 4;
/** A word that is a maker's name and something else. */
export const BOTH_WEIGHT = 3.2;

/** Weight of a word by how rare it is: 1 for a word that stands nearly everywhere, 3 for a rare one. */
export function weightOf(documents: number, total: number): number {
  const rarity = Math.log10((total + 10) / (Math.max(documents, 1) + 1));
  return 1 + Math.min(2, Math.max(0, rarity) / 2.5);
}

/** The unit as the terms of one clause. */
export function termsOf(unit: Unit): Term[] {
  const exact = unit.kind === 'quoted';
  return unit.alternatives.map(({ words }) => ({
    words,
    ...(exact ? { phrase: true as const } : {}),
    ...(unit.fields === undefined ? {} : { fields: unit.fields }),
  }));
}

/** Forms of the things asked for: whoever asks for a chair wants furniture before drawings of it. */
export function formsMeant(units: readonly Unit[]): Form[] {
  return units
    .filter(({ kind }) => kind === 'word' || kind === 'phrase')
    .flatMap(({ text }) => formOf(undefined, text) || []);
}
