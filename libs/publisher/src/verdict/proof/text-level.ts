import { cssLoads } from '../script/index.ts';
import { shapeOf } from './markup-shape.ts';

/** Classes of strings by what they may contain. A larger number guarantees less. */
export const TEXT_LEVEL = {
  /** No unknown string: if the value is a string, it is one of the known strings in `texts`. */
  NONE: 0,
  /** Letters, digits, spaces and `_.,%+-`: harmless in markup, in quoted attributes and in CSS. */
  WORD: 1,
  /** A CSS value that contains no address, no `<` and no `"`. */
  CSS: 2,
  /** A string without `<` and `"`: harmless in markup and in attributes in double quotes. */
  ESCAPED: 3,
  /** A string without `<`: harmless between tags. */
  FLAT: 4,
  /** Markup with whole tags that loads and runs nothing. Scripts read the same from the page after it is inserted. */
  MARKUP: 5,
  /** Like MARKUP, but with `id`, `name` or `data-*` attributes, or with elements of `NAMING_TAGS`. */
  NAMING_MARKUP: 6,
  ANY: 7,
} as const;
/** One of the classes of `TEXT_LEVEL`. */
export type StringContentClass = (typeof TEXT_LEVEL)[keyof typeof TEXT_LEVEL];

/** Placeholder characters for unknown parts of a string, one per class in the order of `TEXT_LEVEL`; the last is for a harmless address. */
const HOLES = '\ue000\ue001\ue002\ue003\ue004\ue007\ue005\ue006';

/** Returns the placeholder character that stands for an unknown string of the class `level`. */
export const holeFor = (level: StringContentClass): string => HOLES.charAt(level - 1);
/** The placeholder character that stands for an unknown harmless address. */
export const ADDRESS_HOLE = '\ue006';

const WORD = /^[\p{L}\p{N} _.,%+\ue000-]*$/u;
const LONGEST = 1_000_000;
/** Matches CSS that may load something, a character that can hide such CSS, and a placeholder that can complete it. */
const CSS_LOADING = /url|image|src|cross-fade|element|@|\\|\/\*|[\w-]*\ue000[\w-]*\(/i;

/**
 * Returns the class of `TEXT_LEVEL` with the strongest guarantee that holds for a string. A placeholder character in it stands
 * for any string of its class.
 */
export function classifyText(known: string): StringContentClass {
  if (known.length > LONGEST || (/[\ue005\ue006]/.test(known) && !known.includes('<')))
    return TEXT_LEVEL.ANY;
  if (WORD.test(known)) return TEXT_LEVEL.WORD;
  const tags = known.includes('<');
  if (!tags && !known.includes('"')) {
    if (!/[\ue001-\ue007]/.test(known) && !CSS_LOADING.test(known) && cssLoads(known) === null)
      return TEXT_LEVEL.CSS;
    if (!/[\ue003-\ue007]/.test(known)) return TEXT_LEVEL.ESCAPED;
  }
  if (!tags && !/[\ue004-\ue007]/.test(known)) return TEXT_LEVEL.FLAT;
  const shape = shapeOf(known);
  if (shape === null) return TEXT_LEVEL.ANY;
  return shape.isNaming ? TEXT_LEVEL.NAMING_MARKUP : TEXT_LEVEL.MARKUP;
}

/** True for a string without placeholder characters (which stand for unknown parts). */
export const isPlainText = (known: string): boolean => !/[\ue000-\ue007]/.test(known);

/**
 * Replaces the placeholder characters in a string of the page by another private-use character, so that they are not mistaken
 * for placeholders.
 */
export const withoutHoles = (known: string): string =>
  isPlainText(known) ? known : known.replace(/[\ue000-\ue007]/g, '\ue100');
