import type { Lexicon } from '../lexicon/lexicon.ts';
import type { QueryUnit, QueryUnitKind } from './unit.ts';

/**
 * Kinds of query units (parts of a query) that records can also match by neighbours, terms that often occur in the same
 * records. A query for a maker, nation or time means exactly that.
 */
const EXPANDED_KINDS: ReadonlySet<QueryUnitKind> = new Set<QueryUnitKind>([
  'word',
  'phrase',
  'movement',
]);

/** Returns the query unit with its neighbours (terms that often occur in the same records); unchanged when there are none. */
export function withNeighbours(
  unit: QueryUnit,
  words: readonly string[],
  { learned }: Lexicon,
): QueryUnit {
  if (!EXPANDED_KINDS.has(unit.kind)) return unit;
  const neighbours = learned.neighbours(words);
  return neighbours.length === 0 ? unit : { ...unit, neighbours };
}
