import type { LearnedNeighbour } from '../lexicon/learned-terms.ts';
import type { QueryUnit, UnitMatch } from '../terms/unit.ts';
import type { WordPositions } from './word-positions.ts';
import { FIELD_AT } from '../lexicon/field-at.ts';

/** Score of a record that has all neighbours of a term but not the term: far below that of a record with the term. */
const BESIDE_WORTH = 0.1;

/**
 * A neighbour of a unit (a term that often occurs in the same records). `numbers` are its words as numbers of `WordPositions`, for
 * a fast comparison with many documents.
 */
export interface PreparedNeighbour {
  readonly neighbour: LearnedNeighbour;
  readonly numbers: readonly number[];
  /** A bit set over SEARCH_FIELDS: the fields in which the neighbour is searched. */
  readonly fields: number;
}

/** Prepares the neighbours of a unit for the comparison with many documents. */
export function neighbourLookups(unit: QueryUnit, places: WordPositions): PreparedNeighbour[] {
  return (unit.neighbours ?? []).map((neighbour) => ({
    neighbour,
    numbers: neighbour.words.map((word) => places.number(word)),
    fields: neighbour.fields.reduce((bits, field) => bits | (1 << FIELD_AT[field]), 0),
  }));
}

/**
 * Returns the match of a unit by its neighbours, if its score is higher than that of `direct`, the match of the unit itself;
 * else `direct`.
 */
export function ofItsNeighbours(
  unit: QueryUnit,
  lookups: readonly PreparedNeighbour[],
  direct: UnitMatch | null,
  places: WordPositions,
): UnitMatch | null {
  let missing = 1;
  let best: LearnedNeighbour | null = null;
  for (const { neighbour, numbers, fields } of lookups) {
    let common = fields;
    for (const number of numbers) common &= places.fields(number);
    if (common === 0) continue;
    missing *= 1 - neighbour.strength;
    best ??= neighbour;
  }
  const worth = BESIDE_WORTH * (1 - missing);
  if (best === null || worth <= (direct?.worth ?? 0)) return direct;
  const [field = 'title'] = best.fields;
  const evidence = `“${best.name}” stands beside “${unit.text}” in ${best.records} records`;
  return { unit, field, words: best.words, worth, evidence };
}
