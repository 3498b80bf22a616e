import { FIELD_AT } from '../lexicon/field-at.ts';
import type { ArtPeriodWithMatchScore } from '../terms/eras.ts';
import type { QueryUnit, BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';

const YEAR_WORD = /^\d{3,4}$/;

/**
 * Returns the match of a movement or period in a record: either `direct`, the match of its name, or the match of its years and
 * nationalities with those of the record, whichever has the higher score.
 */
export function matchEra(
  unit: QueryUnit,
  era: ArtPeriodWithMatchScore,
  direct: BestQueryUnitMatchInRecord | null,
  wordFields: FieldsByWord,
): BestQueryUnitMatchInRecord | null {
  const { worth } = era;
  if (direct !== null && direct.worth >= worth) return direct;
  const time = timeOf(era, wordFields.field(FIELD_AT.time).split(' '));
  if (time === null) return direct;
  const people =
    wordFields
      .field(FIELD_AT.place)
      .split(' ')
      .find((word) => era.peoples.includes(word)) ?? null;
  if (people === null && era.peoples.length > 0) return direct;
  return { unit, field: 'time', words: people === null ? [time] : [people, time], worth };
}

/**
 * Returns the index word for a time of the record that lies in the movement or period: a year if the record has years, else a
 * decade or century; null when none does.
 */
function timeOf(era: ArtPeriodWithMatchScore, words: readonly string[]): string | null {
  const years = words.filter((word) => YEAR_WORD.test(word));
  const fits = (word: string): boolean =>
    years.length === 0
      ? era.times.has(word)
      : YEAR_WORD.test(word) && Number(word) >= era.from && Number(word) <= era.to;
  return words.find(fits) ?? null;
}
