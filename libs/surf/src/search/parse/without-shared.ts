import type { Alternative, QueryUnit } from '../terms/unit.ts';

/** Minimum score of alternatives that are other spellings of the typed word; synonyms have lower scores. */
const SPELLING_WORTH_MIN = 0.9;

/** Returns the words of an alternative as one text. */
export function textOf({ words }: Alternative): string {
  return words.join(' ');
}

/**
 * Removes alternatives that are typed words of other units: in a query with two synonyms, each matches itself only.
 */
export function withoutShared(units: readonly QueryUnit[]): QueryUnit[] {
  const own = units.map(({ alternatives }) => alternatives[0]?.words.join(' ') ?? '');
  const isOfAnother = (alternative: Alternative, at: number): boolean =>
    own.some((text, other) => other !== at && text === textOf(alternative));
  return units.map((unit, at) => {
    const [first, ...others] = unit.alternatives;
    if (first === undefined || !others.some((other) => isOfAnother(other, at))) return unit;
    const spellings = others.filter(({ worth }) => worth >= SPELLING_WORTH_MIN);
    return { ...unit, alternatives: [first, ...spellings] };
  });
}
