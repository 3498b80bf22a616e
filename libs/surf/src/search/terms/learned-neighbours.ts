import type { Lexicon } from '../lexicon/lexicon.ts';
import type { QueryUnit, UnitKind } from './unit.ts';

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
