import { FIELD_AT } from '../lexicon/field-at.ts';
import type { NationMakers } from '../lexicon/learned-nations.ts';
import type { QueryUnit, QueryUnitMatch } from '../terms/unit.ts';
import type { WordFields } from './word-fields.ts';

/**
 * Score (0 to 1) of a record without a nation for a query for a nation, when other records say that its maker is of that
 * nation.
 */
const BY_MAKER_WORTH = 0.9;
/** Returns the match of a nation in a record that contains no nation, by the nation of its maker. */
export function matchMakerNation(
  unit: QueryUnit,
  makers: NationMakers,
  direct: QueryUnitMatch | null,
  wordFields: WordFields,
): QueryUnitMatch | null {
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
