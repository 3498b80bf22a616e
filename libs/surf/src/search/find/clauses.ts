import type { Clause, SearchField, Term } from '@bridge/search';
import { type QueryUnit, termsOf } from '../terms/unit.ts';

/** Returns a clause that a record meets when it has any of the terms. */
export function clause(terms: readonly Term[]): Clause {
  return { any: terms };
}

/** The terms in these fields only. */
export function within(terms: readonly Term[], fields: readonly SearchField[]): Term[] {
  return terms.map((term) => ({ ...term, fields }));
}

/** Returns the clause of a unit: a maker is searched in `creator`, any other unit in all fields. */
export function inItsPlace(unit: QueryUnit): Clause {
  return clause(unit.kind === 'creator' ? within(termsOf(unit), ['creator']) : termsOf(unit));
}

/**
 * Returns the clauses of a unit. For a movement or period they contain the peoples of its works; there are none when
 * the works are of any people.
 */
export function inItsEra(unit: QueryUnit): Clause[] {
  if (unit.era === undefined) return [inItsPlace(unit)];
  const { peoples } = unit.era;
  if (peoples.length === 0) return [];
  return [clause(peoples.map((word) => ({ words: [word], fields: ['place'] })))];
}

/** True when the unit is a condition, so that every interpretation contains it. */
export function isBinding(unit: QueryUnit): boolean {
  return (
    unit.isRequired === true ||
    unit.kind === 'quoted' ||
    (unit.kind === 'creator' && unit.fields !== undefined)
  );
}

/** Returns the neighbours of a unit as terms of a clause. */
export function neighbourTerms({ neighbours = [] }: QueryUnit): Term[] {
  return neighbours.map(({ words, fields }) => ({ words, fields }));
}
