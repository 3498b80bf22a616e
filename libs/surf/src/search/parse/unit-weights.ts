import { type PlacedUnit, wordsBetween } from './placed-unit.ts';
import type { QueryUnit } from '../terms/unit.ts';

/** Words that begin a general kind after "and" or "or", as in "radios and other portable players". */
const OTHER: ReadonlySet<string> = new Set([
  'other',
  'similar',
  'andere',
  'autres',
  'otros',
  'altri',
]);
/** Factor for the weight of a general kind, such as "other portable players". */
const GENERAL_SHARE = 0.3;
/** Factor for the weight of an action, such as "cooling off". */
const ACTION_SHARE = 0.5;
/** Words for a part of a work or for several works, and the words between them and the work. */
const PART_WORDS: ReadonlySet<string> = new Set(
  'page pages leaf leaves folio folios sheet sheets fragment fragments part parts detail details pair pairs set sets group groups series'.split(
    ' ',
  ),
);
const OF: ReadonlySet<string> = new Set(['of', 'from']);
/** Factor for the weight of the word for a part. */
const PART_WORD_SHARE = 0.3;
/** Minimum weight of the only subject in a query that otherwise has conditions, such as a nation and a time. */
const THEME_WEIGHT = 2.5;
function withWeight(one: PlacedUnit, share: number, more: Partial<QueryUnit> = {}): PlacedUnit {
  return { ...one, unit: { ...one.unit, ...more, weight: one.unit.weight * share } };
}

/**
 * Lowers the weight of an action: titles seldom name it in the same words. In "people cooling off at a pool" the action
 * follows the people, in "swimming pool" it is part of the name.
 */
function lowerActions(units: readonly PlacedUnit[], typed: readonly string[]): PlacedUnit[] {
  return units.map((one, number) => {
    const [before, after] = [units[number - 1], units[number + 1]];
    const isAction =
      before !== undefined &&
      after !== undefined &&
      one.length === 1 &&
      (typed[one.at] ?? '').endsWith('ing') &&
      wordsBetween(before, one, typed).length === 0 &&
      wordsBetween(one, after, typed).length > 0;
    return isAction ? withWeight(one, ACTION_SHARE) : one;
  });
}

/** Lowers the weight of the word for a part before its whole: in "pages from choir books" the choir book is the thing. */
function lowerParts(units: readonly PlacedUnit[], typed: readonly string[]): PlacedUnit[] {
  return units.map((one, number) =>
    isPart(one, units[number + 1], typed)
      ? withWeight(one, PART_WORD_SHARE, { optional: true })
      : one,
  );
}

function isPart(one: PlacedUnit, next: PlacedUnit | undefined, typed: readonly string[]): boolean {
  const [word = ''] = next === undefined ? [] : wordsBetween(one, next, typed);
  return PART_WORDS.has(typed[one.at] ?? '') && one.length === 1 && OF.has(word);
}

/**
 * Lowers the weight of a kind that contains the thing before it: a radio alone answers "radios and other portable players".
 */
function lowerGeneralKinds(units: readonly PlacedUnit[], typed: readonly string[]): PlacedUnit[] {
  let isGeneral = false;
  return units.map((one, number) => {
    const between = wordsBetween(units[number - 1], one, typed);
    if (between.length > 0) isGeneral = OTHER.has(between.at(-1) ?? '') && between.length === 2;
    return isGeneral ? withWeight(one, GENERAL_SHARE, { optional: true }) : one;
  });
}

/**
 * Gives the only theme beside two conditions at least the weight of each: "dutch landscape paintings of the 17th
 * century".
 */
export function raiseTheme(units: QueryUnit[]): void {
  const isCondition = ({ kind, kindOfWork }: QueryUnit): boolean =>
    kind === 'people' || kind === 'time' || kindOfWork?.isFormName === true;
  const themes = units.filter(
    (unit) =>
      !unit.optional && (unit.kind === 'word' || unit.kind === 'phrase') && !isCondition(unit),
  );
  const [theme] = themes;
  if (theme === undefined || themes.length > 1 || units.filter(isCondition).length < 2) return;
  units[units.indexOf(theme)] = { ...theme, weight: Math.max(theme.weight, THEME_WEIGHT) };
}

/** Lowers the weight of actions, parts and general kinds. */
export function lowerWeights(units: readonly PlacedUnit[], typed: readonly string[]): PlacedUnit[] {
  return lowerParts(lowerActions(lowerGeneralKinds(units, typed), typed), typed);
}
