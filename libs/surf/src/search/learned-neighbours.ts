import type { Term } from '@bridge/search';
import type { LearnedNeighbour } from './learned-terms.ts';
import type { Lexicon } from './lexicon.ts';
import type { QueryUnit, UnitKind, UnitMatch } from './unit.ts';
import type { WordPlaces } from './word-places.ts';
import { FIELD_AT } from './field-at.ts';

/** Score of a record that has all neighbours of a term but not the term: far below that of a record with the term. */
const BESIDE_WORTH = 0.1;

/**
 * A term related to a word of the query, prepared for fast comparison with documents: its words as their numbers in
 * `WordPlaces`.
 */
export interface NeighbourLookup {
  readonly neighbour: LearnedNeighbour;
  readonly numbers: readonly number[];
  /** A bit set over SEARCH_FIELDS: the fields in which the neighbour is searched. */
  readonly fields: number;
}

/** Prepares the neighbours of a unit for the comparison with many documents. */
export function neighbourLookups(unit: QueryUnit, places: WordPlaces): NeighbourLookup[] {
  return (unit.neighbours ?? []).map((neighbour) => ({
    neighbour,
    numbers: neighbour.words.map((word) => places.number(word)),
    fields: neighbour.fields.reduce((bits, field) => bits | (1 << FIELD_AT[field]), 0),
  }));
}

/** Returns the neighbours of a unit as terms of a clause. */
export function neighbourTerms({ neighbours = [] }: QueryUnit): Term[] {
  return neighbours.map(({ words, fields }) => ({ words, fields }));
}

/**
 * Returns the match of a unit by its neighbours, for a record that lacks the term or has it in an unimportant field
 * only.
 */
export function ofItsNeighbours(
  unit: QueryUnit,
  lookups: readonly NeighbourLookup[],
  direct: UnitMatch | null,
  places: WordPlaces,
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

/** Kinds of units that are expanded to neighbours. A query that names a maker, nation or time means exactly that. */
const EXPANDED_KINDS: ReadonlySet<UnitKind> = new Set<UnitKind>(['word', 'phrase', 'movement']);

/** Returns a unit of these words with the neighbours that the index learned. */
export function withNeighbours(
  unit: QueryUnit,
  words: readonly string[],
  { learned }: Lexicon,
): QueryUnit {
  if (!EXPANDED_KINDS.has(unit.kind)) return unit;
  const neighbours = learned.neighbours(words);
  return neighbours.length === 0 ? unit : { ...unit, neighbours };
}
