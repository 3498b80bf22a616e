import type { SearchClause } from '@bridge/search';
import { looseClause, eraClauses, strictClause, isBinding } from './clauses.ts';
import type { QueryUnit } from '../terms/unit.ts';

/** Maximum number of interpretations that leave out two units (words, names or times) of the query. */
const PAIRS_MAX = 6;
/**
 * Maximum number of interpretations that leave out one unit (word, name or time) of the query. In a long query there is seldom
 * a record that matches all other units.
 */
const WITHOUT_ONE_MAX = 6;
/**
 * Maximum number of interpretations that leave out one unit (word, name or time) of the query and find only works of the kind,
 * movement or period that the query names.
 */
const WITHOUT_ONE_OF_KIND_MAX = 3;
/**
 * Number of the most important units (words, names or times) for each of which an interpretation that requires only this unit
 * precedes those that leave out two units. The interpretations for the other units follow them.
 */
const ALONE = 2;
/** Maximum number of candidates of an interpretation that leaves out units (words, names or times) of the query. */
const LOOSE_MAX = 90;
/** Maximum number of candidates of an interpretation that requires only one unit (word, name or time) of the query. */
export const SINGLE_MAX = 40;
/** Maximum number of candidates of an interpretation that finds only works of the kind that the query names. */
export const FORM_MAX = 60;

/** Function that adds an interpretation with these clauses and this maximum number of candidates. */
export type AddInterpretationFunction = (all: readonly SearchClause[], limit: number) => void;

/**
 * Adds interpretations that each leave out one of the least important units (words, names or times) and replace a movement or
 * period by the nationalities of its makers. The caller restricts them to the years of the movement or period.
 */
export function addLooseInEra(
  required: readonly QueryUnit[],
  add: AddInterpretationFunction,
): void {
  const free = byWeight(required).filter(({ era }) => era === undefined);
  for (const left of free.slice(0, WITHOUT_ONE_OF_KIND_MAX))
    add(required.filter((unit) => unit !== left).flatMap(eraClauses), LOOSE_MAX);
}

/**
 * Adds interpretations that each leave out one unit (word, name or time) of the query but require the kind of work that it
 * names. They precede interpretations that also find works which only depict such a work.
 */
export function addLooseOfKind(
  required: readonly QueryUnit[],
  ofForm: SearchClause,
  add: AddInterpretationFunction,
): void {
  if (required.length < 3) return;
  for (const left of byWeight(required).slice(0, WITHOUT_ONE_OF_KIND_MAX))
    add([...required.filter((unit) => unit !== left).map(strictClause), ofForm], FORM_MAX);
}

/** Returns the units (words, names or times) of the query that an interpretation may leave out, the least important first. */
function byWeight(required: readonly QueryUnit[]): QueryUnit[] {
  return required.filter((unit) => !isBinding(unit)).sort((a, b) => a.weight - b.weight);
}

/**
 * Adds interpretations that leave out one unit (word, name or time) of the query, the least important first; then those that
 * require only one of the most important units; then those that leave out two units.
 */
export function addLoose(
  required: readonly QueryUnit[],
  binding: readonly QueryUnit[],
  add: AddInterpretationFunction,
): void {
  const free = byWeight(required);
  const without = (left: readonly QueryUnit[]): SearchClause[] =>
    required.filter((unit) => !left.includes(unit)).map(looseClause);
  const alone = (unit: QueryUnit): SearchClause[] => [
    ...binding.map(strictClause),
    strictClause(unit),
  ];
  if (free.length >= 2)
    for (const unit of free.slice(0, WITHOUT_ONE_MAX)) add(without([unit]), LOOSE_MAX);
  if (free.length >= 3) for (const unit of free.slice(-ALONE)) add(alone(unit), SINGLE_MAX);
  if (free.length >= 4) {
    const pairs = free.flatMap((a, at) => free.slice(at + 1).map((b) => [a, b] as const));
    pairs.sort(([a, b], [c, d]) => a.weight + b.weight - c.weight - d.weight);
    for (const pair of pairs.slice(0, PAIRS_MAX)) add(without(pair), LOOSE_MAX);
  }
  if (free.length >= 3)
    for (const unit of free.slice(0, -ALONE).reverse()) add(alone(unit), SINGLE_MAX);
  // When no blue vase exists, "blue vases only" still finds vases of other colors: this interpretation requires only those
  // units that the query makes mandatory.
  if (binding.some(({ isRequired }) => isRequired === true))
    add(binding.map(strictClause), SINGLE_MAX);
}
