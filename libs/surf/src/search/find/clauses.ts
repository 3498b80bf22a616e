import type { SearchClause, SearchField, SearchTerm } from '@bridge/search';
import { type QueryUnit, termsOf } from '../terms/unit.ts';

/** Returns a clause that a record meets when it has any of the terms. */
export function clause(terms: readonly SearchTerm[]): SearchClause {
  return { any: terms };
}

/** Returns the terms, restricted to these fields. */
export function restrictedTo(
  terms: readonly SearchTerm[],
  fields: readonly SearchField[],
): SearchTerm[] {
  return terms.map((term) => ({ ...term, fields }));
}

/**
 * Returns the clause that a record meets when it matches a unit (word, name or time) of the query, in the fields of the unit
 * or, if it has none, in any field.
 */
export const looseClause = oncePerUnit((unit) => clause(termsOf(unit)));

/**
 * Returns the strict clause for a unit (word, name or time) of the query: a maker is searched in the field `creator` only, any
 * other unit as by `looseClause`.
 */
export const strictClause = oncePerUnit((unit) =>
  unit.kind === 'creator' ? clause(restrictedTo(termsOf(unit), ['creator'])) : looseClause(unit),
);

/**
 * Returns a function that calls `make` once per unit (word, name or time) of the query. Interpretations then share clause
 * objects, by which an engine recognises that one interpretation contains another.
 */
function oncePerUnit(make: (unit: QueryUnit) => SearchClause): (unit: QueryUnit) => SearchClause {
  const made = new WeakMap<QueryUnit, SearchClause>();
  return (unit) => {
    const known = made.get(unit);
    if (known !== undefined) return known;
    const own = make(unit);
    made.set(unit, own);
    return own;
  };
}

/**
 * Returns the clauses for a unit (word, name or time) of the query. A movement or period gets a clause with the nationalities
 * of its makers instead of its name, and no clause when its makers may have any nationality.
 */
export function eraClauses(unit: QueryUnit): SearchClause[] {
  if (unit.era === undefined) return [strictClause(unit)];
  const { peoples } = unit.era;
  if (peoples.length === 0) return [];
  return [clause(peoples.map((word) => ({ words: [word], fields: ['place'] })))];
}

/**
 * True for a unit (word, name or time) that no interpretation of the query may leave out: a restriction ("only"), a quoted
 * phrase, or a `creator:` filter.
 */
export function isBinding(unit: QueryUnit): boolean {
  return (
    unit.isRequired === true ||
    unit.kind === 'quoted' ||
    (unit.kind === 'creator' && unit.fields !== undefined)
  );
}

/** Returns the neighbours of a unit (terms that often occur in the same records) as terms of a clause. */
export function neighbourTerms({ neighbours = [] }: QueryUnit): SearchTerm[] {
  return neighbours.map(({ words, fields }) => ({ words, fields }));
}
