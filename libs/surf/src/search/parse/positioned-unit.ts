import type { QueryUnit } from '../terms/unit.ts';

/** A unit (word, name or time) of a search query with the index of its first word in the query and its number of words. */
export interface PositionedQueryUnit {
  readonly unit: QueryUnit;
  readonly at: number;
  readonly length: number;
}

/** Returns the words of the query between two of its units (words, names or times); empty when `before` is undefined. */
export function wordsBetween(
  before: PositionedQueryUnit | undefined,
  one: PositionedQueryUnit,
  typed: readonly string[],
): readonly string[] {
  return before === undefined ? [] : typed.slice(before.at + before.length, one.at);
}

/** Returns the query unit without its kind of work, so that a record of any form (painting, poster) can match it. */
export function withoutKind({ kindOfWork: _, ...unit }: QueryUnit): QueryUnit {
  return unit;
}
