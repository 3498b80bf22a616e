import { FIELD_AT } from '../lexicon/field-at.ts';
import type { MakersOfNation } from '../lexicon/learned-nations.ts';
import type { QueryUnit, BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';

/**
 * Score (0 to 1), in a query for a nation, of a record that names no nation but whose maker is of that nation by other records.
 */
const BY_MAKER_WORTH = 0.9;
/**
 * Returns the match of a nation of the query in a record that names no nation, by the nation of the record's maker; else
 * `direct`, the match of the unit's own words.
 */
export function matchMakerNation(
  unit: QueryUnit,
  makers: MakersOfNation,
  direct: BestQueryUnitMatchInRecord | null,
  wordFields: FieldsByWord,
): BestQueryUnitMatchInRecord | null {
  if (direct !== null && direct.worth >= BY_MAKER_WORTH) return direct;
  const maker = wordFields
    .field(FIELD_AT.creator)
    .split(' - ')
    .flatMap((name) => makers.byName.get(name) ?? [])[0];
  if (maker === undefined) return direct;
  // A record that names a nation itself is not matched by the nation of its maker.
  if (wordFields.field(FIELD_AT.place).split(' ').some(makers.isNation)) return direct;
  const nation = maker.nations.map(capitalised).join(' and ');
  return {
    unit,
    field: 'creator',
    words: maker.words,
    worth: BY_MAKER_WORTH,
    evidence: `“${maker.name}” is ${nation} in ${maker.statements} ${maker.statements === 1 ? 'entry' : 'entries'} of other collections`,
  };
}

function capitalised(nation: string): string {
  return nation.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}
