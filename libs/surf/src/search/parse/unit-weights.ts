import { type PositionedQueryUnit, wordsBetween } from './positioned-unit.ts';
import type { QueryUnit } from '../terms/unit.ts';

/** Words that announce a general kind after "and" or "or", as in "radios and other portable players". */
const OTHER: ReadonlySet<string> = new Set([
  'other',
  'similar',
  'andere',
  'autres',
  'otros',
  'altri',
]);
/** Factor for the weight of a query unit that names a general kind, such as "other portable players". */
const GENERAL_SHARE = 0.3;
/** Factor for the weight of a query unit that names an action, such as "cooling off". */
const ACTION_SHARE = 0.5;
/** Words for a part of a work, or for several works, before "of" or "from". */
const PART_WORDS: ReadonlySet<string> = new Set(
  'page pages leaf leaves folio folios sheet sheets fragment fragments part parts detail details pair pairs set sets group groups series'.split(
    ' ',
  ),
);
const OF: ReadonlySet<string> = new Set(['of', 'from']);
/** Factor for the weight of a word for a part (one of `PART_WORDS`) in a query that also names the whole work. */
const PART_WORD_SHARE = 0.3;
/** Minimum weight of a subject that is the only one in a query with conditions, such as a nation and a time. */
const THEME_WEIGHT = 2.5;
function withWeight(
  one: PositionedQueryUnit,
  share: number,
  more: Partial<QueryUnit> = {},
): PositionedQueryUnit {
  return { ...one, unit: { ...one.unit, ...more, weight: one.unit.weight * share } };
}

/**
 * Lowers the weight of words for an action, because titles seldom name it with the same word. A word with "ing" is an action
 * between a subject and a function word ("people cooling off at a pool"), but not in "swimming pool".
 */
function lowerActions(
  units: readonly PositionedQueryUnit[],
  typed: readonly string[],
): PositionedQueryUnit[] {
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

/** Lowers the weight of a word for a part before the name of the whole: "pages from choir books" is a query for choir books. */
function lowerParts(
  units: readonly PositionedQueryUnit[],
  typed: readonly string[],
): PositionedQueryUnit[] {
  return units.map((one, number) =>
    isPart(one, units[number + 1], typed)
      ? withWeight(one, PART_WORD_SHARE, { optional: true })
      : one,
  );
}

function isPart(
  one: PositionedQueryUnit,
  next: PositionedQueryUnit | undefined,
  typed: readonly string[],
): boolean {
  const [word = ''] = next === undefined ? [] : wordsBetween(one, next, typed);
  return PART_WORDS.has(typed[one.at] ?? '') && one.length === 1 && OF.has(word);
}

/**
 * Lowers the weight of a general kind after a specific one: a radio is a complete match for "radios and other portable
 * players".
 */
function lowerGeneralKinds(
  units: readonly PositionedQueryUnit[],
  typed: readonly string[],
): PositionedQueryUnit[] {
  let isGeneral = false;
  return units.map((one, number) => {
    const between = wordsBetween(units[number - 1], one, typed);
    if (between.length > 0) isGeneral = OTHER.has(between.at(-1) ?? '') && between.length === 2;
    return isGeneral ? withWeight(one, GENERAL_SHARE, { optional: true }) : one;
  });
}

/**
 * Raises the weight of the only subject to `THEME_WEIGHT` when the query has at least two conditions (nation, time, form):
 * "landscape" in "dutch landscape paintings of the 17th century".
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
export function lowerWeights(
  units: readonly PositionedQueryUnit[],
  typed: readonly string[],
): PositionedQueryUnit[] {
  return lowerParts(lowerActions(lowerGeneralKinds(units, typed), typed), typed);
}
