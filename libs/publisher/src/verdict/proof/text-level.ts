import { cssLoads } from '../script/index.ts';
import { shapeOf } from './markup-shape.ts';

/** Classes of texts. Each class is a subset of the next, so a larger number guarantees less. */
export const TEXT_LEVEL = {
  /** No text. */
  NONE: 0,
  /** Letters, digits and some punctuation: harmless in markup, in quoted attributes and in CSS. */
  WORD: 1,
  /** A value of CSS that names no address; without `<` and `"`. */
  CSS: 2,
  /** Without `<` and `"`: harmless in markup and in attributes in double quotes. */
  ESCAPED: 3,
  /** Without `<`: harmless between tags. */
  FLAT: 4,
  /** Complete markup that loads nothing, runs nothing and does not change the values that scripts read from the page. */
  MARKUP: 5,
  /** The same, but it names elements, sets their data or contains elements that the proof tracks (`NAMING_TAGS`). */
  NAMING_MARKUP: 6,
  ANY: 7,
} as const;
/** One of the classes. */
export type TextLevel = (typeof TEXT_LEVEL)[keyof typeof TEXT_LEVEL];

/** Placeholder characters for parts of a text of which only the class is known; the last one is the harmless address. */
const HOLES = '\ue000\ue001\ue002\ue003\ue004\ue007\ue005\ue006';
const HOLE_ADDRESS = '\ue006';

/** The placeholder for a text of this class in a longer text. */
export const holeFor = (level: TextLevel): string => HOLES.charAt(level - 1);
/** The placeholder for a harmless address in a longer text. */
export const ADDRESS_HOLE = HOLE_ADDRESS;

const WORD = /^[\p{L}\p{N} _.,%+\ue000-]*$/u;
const LONGEST = 1_000_000;
/** Matches a loading construct of CSS, a character that can hide one, or a placeholder that can complete one. */
const CSS_LOADING = /url|image|src|cross-fade|element|@|\\|\/\*|[\w-]*\ue000[\w-]*\(/i;

/** The narrowest class of a text; a placeholder counts as any text of its class. */
export function classifyText(known: string): TextLevel {
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
  return shape === 'plain' ? TEXT_LEVEL.MARKUP : TEXT_LEVEL.NAMING_MARKUP;
}

/** True for a text without placeholders. */
export const isPlainText = (known: string): boolean => !/[\ue000-\ue007]/.test(known);

/** Replaces placeholder characters that the page itself contains by another character without a meaning. */
export const withoutHoles = (known: string): string =>
  isPlainText(known) ? known : known.replace(/[\ue000-\ue007]/g, '\ue100');
