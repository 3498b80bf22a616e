import { isColor } from '../terms/colors.ts';
import { type PositionedQueryUnit, withoutKind, wordsBetween } from './positioned-unit.ts';
import { markProfessions } from './professions.ts';
import { lowerWeights, raiseTheme } from './unit-weights.ts';
import { markShownColors, markShownThings } from './shown-things.ts';
import type { QueryUnit } from '../terms/unit.ts';

/**
 * The units (words, names, times) of a search query after `refineUnits` joined alternatives such as "lamps or chairs" into one
 * unit and changed weights.
 */
export interface QueryUnitsAndHeadUnit {
  readonly units: readonly QueryUnit[];
  /** The unit of the thing that the query names; null when there is none. */
  readonly head: QueryUnit | null;
}

const OR: ReadonlySet<string> = new Set(['or', 'oder', 'ou', 'nor', 'lub', 'nebo', 'или']);
const AND: ReadonlySet<string> = new Set(['and', 'und', 'et']);
/** Colors that describe nearly every photograph, although records of photographs seldom contain these words. */
const SHADES: ReadonlySet<string> = new Set([
  'black',
  'white',
  'color',
  'colour',
  'monochrome',
  'sepia',
  'schwarz',
  'weiss',
  'noir',
  'blanc',
]);
const SHADE_WEIGHT = 0.3;
/**
 * Adapts the query units (words, names, times) to their roles in the sentence. Things joined by "or", and kinds of work or
 * nations joined by "and", become one unit, which a record with any of them matches. Also changes the weights of units.
 */
export function refineUnits(
  placed: readonly PositionedQueryUnit[],
  typed: readonly string[],
): QueryUnitsAndHeadUnit {
  const units: PositionedQueryUnit[] = [];
  for (const one of placed) {
    const before = units.at(-1);
    const between = wordsBetween(before, one, typed);
    if (before !== undefined && areColors(before.unit, one.unit, between))
      units[units.length - 1] = bothColors(before, one);
    else if (before === undefined || !areAlternatives(before.unit, one.unit, between))
      units.push(one);
    else units[units.length - 1] = joined(before, one);
  }
  markProfessions(units, typed);
  markShownThings(units, typed);
  markShownColors(units, typed);
  const isOfPhotographs = units.some(({ unit }) => unit.kindOfWork?.form === 'photograph');
  const refined = lowerWeights(units, typed).map(({ unit }) =>
    isOfPhotographs && unit.text.split(' and ').every((word) => SHADES.has(word))
      ? { ...unit, weight: SHADE_WEIGHT, optional: true }
      : unit,
  );
  const at = headOf(units, typed);
  raiseTheme(refined);
  return { units: refined, head: at === -1 ? null : (refined[at] ?? null) };
}

/**
 * Returns the index of the query unit that names the wanted thing ("lamps" in "italian lamps of the 1960s"): the last word or
 * phrase before the first preposition or other function word; -1 when there is none.
 */
function headOf(units: readonly PositionedQueryUnit[], typed: readonly string[]): number {
  let head = -1;
  for (const [number, one] of units.entries()) {
    if (head !== -1 && wordsBetween(units[number - 1], one, typed).length > 0) break;
    if (one.unit.kind === 'word' || one.unit.kind === 'phrase') head = number;
  }
  return head;
}

/** True for two colors joined by "and": "black and white" is one property of a work. */
function areColors(a: QueryUnit, b: QueryUnit, between: readonly string[]): boolean {
  const [word = ''] = between;
  return between.length === 1 && AND.has(word) && isColor(a.text) && isColor(b.text);
}

function bothColors(a: PositionedQueryUnit, b: PositionedQueryUnit): PositionedQueryUnit {
  const words = [a, b].flatMap(({ unit }) => unit.alternatives[0]?.words ?? []);
  const unit: QueryUnit = {
    kind: 'phrase',
    alternatives: [{ words, worth: 1 }],
    weight: Math.max(a.unit.weight, b.unit.weight),
    optional: false,
    text: `${a.unit.text} and ${b.unit.text}`,
  };
  return { unit, at: a.at, length: b.at + b.length - a.at };
}

function areAlternatives(a: QueryUnit, b: QueryUnit, between: readonly string[]): boolean {
  const [word = '', ...others] = between;
  if (others.length > 1 || a.kind === 'time' || b.kind === 'time') return false;
  if (OR.has(word)) return true;
  const areKinds = namesKinds(a) && namesKinds(b);
  const arePeoples = a.kind === 'people' && b.kind === 'people';
  return AND.has(word) && others.length === 0 && (areKinds || arePeoples);
}

/** True when a query unit names works of a kind: "drawings", "etchings". A singular such as "silver" may be a material. */
function namesKinds({ kindOfWork, text }: QueryUnit): boolean {
  return kindOfWork !== undefined && (kindOfWork.isFormName || text.endsWith('s'));
}

function joined(a: PositionedQueryUnit, b: PositionedQueryUnit): PositionedQueryUnit {
  return {
    unit: {
      ...withoutKind(a.unit),
      ...(a.unit.kindOfWork?.form === b.unit.kindOfWork?.form && a.unit.kindOfWork !== undefined
        ? { kindOfWork: a.unit.kindOfWork }
        : {}),
      kind: a.unit.kind === b.unit.kind ? a.unit.kind : 'word',
      alternatives: [...a.unit.alternatives, ...b.unit.alternatives],
      weight: Math.max(a.unit.weight, b.unit.weight),
      optional: a.unit.optional && b.unit.optional,
      text: `${a.unit.text} or ${b.unit.text}`,
    },
    at: a.at,
    length: b.at + b.length - a.at,
  };
}
