import { SEARCH_FIELDS } from '@bridge/search';
import type { CooccurringTerm } from '../lexicon/learned-terms.ts';
import type { QueryUnit, BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';
import { fieldBits } from '../lexicon/field-at.ts';

/**
 * Upper limit of the score of a record that lacks a term of the query but contains its neighbours (terms that often occur in
 * the same records). It is far below the score of a record with the term.
 */
const BESIDE_WORTH = 0.1;

/**
 * A neighbour of a query unit (a term that often occurs in the same records), prepared for the comparison with many documents.
 * `numbers`: the numbers by which `FieldsByWord` identifies its words.
 */
export interface PreparedNeighbourTerm {
  readonly neighbour: CooccurringTerm;
  readonly numbers: readonly number[];
  /** Bit set over SEARCH_FIELDS: the fields in which the words of the neighbour are searched. */
  readonly fields: number;
}

/**
 * Prepares the neighbours of a query unit (terms that often occur in the same records) for the comparison with many documents.
 */
export function prepareNeighbours(
  unit: QueryUnit,
  wordFields: FieldsByWord,
): PreparedNeighbourTerm[] {
  return (unit.neighbours ?? []).map((neighbour) => ({
    neighbour,
    numbers: neighbour.words.map((word) => wordFields.number(word)),
    fields: fieldBits(neighbour.fields),
  }));
}

/**
 * Returns the match of a query unit by its neighbours (terms that often occur in the same records), if its score is higher than
 * that of `direct`, the match of the unit itself; else `direct`.
 */
export function matchNeighbours(
  unit: QueryUnit,
  neighbours: readonly PreparedNeighbourTerm[],
  direct: BestQueryUnitMatchInRecord | null,
  wordFields: FieldsByWord,
): BestQueryUnitMatchInRecord | null {
  let missing = 1;
  let best: CooccurringTerm | null = null;
  let bestFields = 0;
  for (const { neighbour, numbers, fields } of neighbours) {
    const matching = wordFields.fieldsWithAll(numbers) & fields;
    if (matching === 0) continue;
    missing *= 1 - neighbour.strength;
    if (best !== null) continue;
    best = neighbour;
    bestFields = matching;
  }
  const worth = BESIDE_WORTH * (1 - missing);
  if (best === null || worth <= (direct?.worth ?? 0)) return direct;
  const field = SEARCH_FIELDS.find((_, at) => (bestFields & (1 << at)) !== 0) ?? 'text';
  const evidence = `“${best.name}” stands beside “${unit.text}” in ${best.records} records`;
  return { unit, field, words: best.words, worth, evidence, isByNeighbour: true };
}
