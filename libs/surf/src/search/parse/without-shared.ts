import type { QueryUnitAlternative, QueryUnit } from '../terms/unit.ts';

/**
 * Alternatives of a query unit with this score or more are never removed: other spellings of the typed word, and names from the
 * multilingual tables.
 */
const SPELLING_WORTH_MIN = 0.9;

/** Returns the words of an alternative as one text. */
export function textOf({ words }: QueryUnitAlternative): string {
  return words.join(' ');
}

/**
 * Removes the synonyms (alternatives with a score below `SPELLING_WORTH_MIN`) from a unit when one of them is the text of
 * another unit. A query with two synonyms names two things, so each word matches itself only.
 */
export function withoutShared(units: readonly QueryUnit[]): QueryUnit[] {
  const own = units.map(({ alternatives }) => alternatives[0]?.words.join(' ') ?? '');
  const isOfAnother = (alternative: QueryUnitAlternative, at: number): boolean =>
    own.some((text, other) => other !== at && text === textOf(alternative));
  return units.map((unit, at) => {
    const [first, ...others] = unit.alternatives;
    if (first === undefined || !others.some((other) => isOfAnother(other, at))) return unit;
    const spellings = others.filter(({ worth }) => worth >= SPELLING_WORTH_MIN);
    return { ...unit, alternatives: [first, ...spellings] };
  });
}
