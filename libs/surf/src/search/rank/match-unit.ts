import { isForm } from '@bridge/archive';
import { SEARCH_FIELDS } from '@bridge/search';
import { FIELD_AT, fieldBits } from '../lexicon/field-at.ts';
import { matchMakerNation } from './match-maker-nation.ts';
import {
  type PreparedNeighbourTerm,
  prepareNeighbours,
  matchNeighbours,
} from './match-neighbours.ts';
import { matchEra } from './match-era.ts';
import type { QueryUnit, BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';
import { worthsOf } from './worths.ts';

/** Factor for the score of a term of several words that a field contains apart from each other. */
const SCATTERED = 0.75;
/** Factor for the score of a match whose words another unit of the query already matches. */
const USED_AGAIN = 0.3;

/**
 * A text, such as a synonym, that matches a unit of the query. `numbers`: the numbers by which `FieldsByWord` identifies its
 * words.
 */
interface PreparedUnitAlternative {
  readonly words: readonly string[];
  readonly numbers: readonly number[];
  readonly phrase: string;
  readonly worth: number;
  readonly evidence?: string | undefined;
}

/** A unit of a search query (a word, name or time), prepared once and then compared with many documents. */
export interface PreparedQueryUnit {
  readonly unit: QueryUnit;
  /** The score of a match in each of the SEARCH_FIELDS. */
  readonly worths: readonly number[];
  readonly alternatives: readonly PreparedUnitAlternative[];
  readonly neighbours: readonly PreparedNeighbourTerm[];
}

/** Prepares a query unit for the comparison with many documents. */
export function prepareUnit(unit: QueryUnit, wordFields: FieldsByWord): PreparedQueryUnit {
  const worths = worthsOf(unit);
  return {
    unit,
    worths: SEARCH_FIELDS.map((field) =>
      unit.fields?.includes(field) === false ? 0 : worths[field],
    ),
    alternatives: unit.alternatives
      .filter(({ words }) => words.length > 0)
      .map(({ words, worth, evidence }) => ({
        words,
        numbers: words.map((word) => wordFields.number(word)),
        phrase: words.join(' '),
        worth,
        evidence,
      })),
    neighbours: prepareNeighbours(unit, wordFields),
  };
}

/**
 * Returns the factor for the score of a field that contains all words of an alternative: 1 when they are adjacent, less
 * otherwise.
 */
function adjacency({ words, phrase }: PreparedUnitAlternative, field: string): number {
  return words.length === 1 || ` ${field} `.includes(` ${phrase} `) ? 1 : SCATTERED;
}

const FORM_BIT = fieldBits(['form']);
const FORM_AND_MEDIUM_BITS = fieldBits(['form', 'medium']);

/**
 * True when the form of the document and its medium together are the kind of work that an alternative names: a painting with
 * "oil" in its medium is an "oil painting".
 */
function isKindTogether(
  { words, numbers }: PreparedUnitAlternative,
  wordFields: FieldsByWord,
): boolean {
  if (words.length === 1 || !isForm(words.at(-1) ?? '')) return false;
  return numbers.every((number, at) => {
    const fields = at === numbers.length - 1 ? FORM_BIT : FORM_AND_MEDIUM_BITS;
    return (wordFields.fields(number) & fields) !== 0;
  });
}

/**
 * Returns the best match of a query unit (word, name or time) in the document that `wordFields` contains; null when there is
 * none.
 */
export function matchUnit(
  { unit, worths, alternatives, neighbours }: PreparedQueryUnit,
  wordFields: FieldsByWord,
): BestQueryUnitMatchInRecord | null {
  let best = 0;
  let where = 0;
  let as: PreparedUnitAlternative | null = null;
  for (const alternative of alternatives) {
    const fields = wordFields.fieldsWithAll(alternative.numbers);
    for (let at = 0; fields >>> at !== 0; at++) {
      if ((fields & (1 << at)) === 0) continue;
      const most = (worths[at] ?? 0) * alternative.worth;
      if (most <= best) continue;
      // The words of a maker's name need not be adjacent: "Hiroshige Ando" and "Ando Hiroshige" are one maker.
      const worth =
        most * (unit.kind === 'creator' ? 1 : adjacency(alternative, wordFields.field(at)));
      if (worth <= best) continue;
      best = worth;
      where = at;
      as = alternative;
    }
    const together = Math.min(worths[FIELD_AT.form] ?? 0, worths[FIELD_AT.medium] ?? 0);
    if (together * alternative.worth <= best || !isKindTogether(alternative, wordFields)) continue;
    best = together * alternative.worth;
    where = FIELD_AT.form;
    as = alternative;
  }
  const direct =
    as === null
      ? null
      : {
          unit,
          field: SEARCH_FIELDS[where] ?? 'text',
          words: as.words,
          worth: best,
          ...(as.evidence === undefined ? {} : { evidence: as.evidence }),
        };
  const dated = unit.era === undefined ? direct : matchEra(unit, unit.era, direct, wordFields);
  const known =
    unit.makers === undefined ? dated : matchMakerNation(unit, unit.makers, dated, wordFields);
  return neighbours.length === 0 ? known : matchNeighbours(unit, neighbours, known, wordFields);
}

function isSameMatch(a: BestQueryUnitMatchInRecord, b: BestQueryUnitMatchInRecord): boolean {
  return (
    a.field === b.field &&
    a.words.length === b.words.length &&
    a.words.every((word, at) => word === b.words[at])
  );
}

/**
 * True when another query unit matches the same words in the same field with a higher score, or with the same score and comes
 * first.
 */
function isRepeated(found: readonly (BestQueryUnitMatchInRecord | null)[], at: number): boolean {
  const one = found[at] ?? null;
  for (let index = 0; one !== null && index < found.length; index++) {
    const other = found[index] ?? null;
    if (index === at || other === null || !isSameMatch(other, one)) continue;
    if (other.worth > one.worth || (other.worth === one.worth && index < at)) return true;
  }
  return false;
}

/**
 * Lowers the scores of matches whose words another query unit matches better: words of a record count fully for one unit only.
 */
export function discountRepeated(
  found: readonly (BestQueryUnitMatchInRecord | null)[],
): readonly (BestQueryUnitMatchInRecord | null)[] {
  return found.map((one, at) =>
    one !== null && isRepeated(found, at) ? { ...one, worth: one.worth * USED_AGAIN } : one,
  );
}
