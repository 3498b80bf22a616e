import type { QueryUnit } from '../terms/unit.ts';

/** A unit of a search query with the position of its words in the query. */
export interface PositionedQueryUnit {
  readonly unit: QueryUnit;
  readonly at: number;
  readonly length: number;
}

/** Returns the words of the query between two query units; empty when `before` is undefined. */
export function wordsBetween(
  before: PositionedQueryUnit | undefined,
  one: PositionedQueryUnit,
  typed: readonly string[],
): readonly string[] {
  return before === undefined ? [] : typed.slice(before.at + before.length, one.at);
}

/** Returns the query unit without `kindOfWork`, so that a record of any form can match it. */
export function withoutKind({ kindOfWork: _, ...unit }: QueryUnit): QueryUnit {
  return unit;
}
