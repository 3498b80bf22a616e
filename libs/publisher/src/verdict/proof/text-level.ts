import { cssLoads } from '../script/index.ts';
import { shapeOf } from './markup-shape.ts';

/** Classes of texts, each a subset of the next: a larger number promises less. */
export const TEXT_LEVEL = {
  /** No text. */
  NONE: 0,
  /** Letters, digits and a little punctuation: harmless in markup, in quoted attributes and in CSS. */
  WORD: 1,
  /** A value of CSS that names no address; without `<` and `"`. */
  CSS: 2,
  /** Without `<` and `"`: harmless in markup and in attributes in double quotes. */
  ESCAPED: 3,
  /** Without `<`: harmless between tags. */
  FLAT: 4,
  /** Complete markup that loads nothing, runs nothing and changes nothing of what the scripts find in the page. */
  MARKUP: 5,
  /** The same, but it names elements, gives them data or makes elements of which the analysis thinks more. */
  NAMING_MARKUP: 6,
  ANY: 7,
} as const;
/** One of the classes. */
export type TextLevel = (typeof TEXT_LEVEL)[keyof typeof TEXT_LEVEL];

/** Characters that stand for a part of a text that is known by its class only; the last is the harmless address. */
const HOLES = '\ue000\ue001\ue002\ue003\ue004\ue007\ue005\ue006';
const HOLE_ADDRESS = '\ue006';

/** Stands for a text of this class inside a longer one. */
export const holeFor = (level: TextLevel): string => HOLES.charAt(level - 1);
/** Stands for a harmless address inside a longer text. */
export const ADDRESS_HOLE = HOLE_ADDRESS;

const WORD = /^[\p{L}\p{N} _.,%+\ue000-]*$/u;
const LONGEST = 1_000_000;
/** Something that loads in CSS, a character that hides it, or a hole that may complete it. */
const CSS_LOADING = /url|image|src|cross-fade|element|@|\\|\/\*|[\w-]*\ue000[\w-]*\(/i;

/** The narrowest class of a text; holes in it count as any text of their class. */
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

/** True for text without a character that stands for a hole. */
export const isPlainText = (known: string): boolean => !/[\ue000-\ue007]/.test(known);

/** A text without such characters: another letter of no meaning stands where the page has one of them itself. */
export const withoutHoles = (known: string): string =>
  isPlainText(known) ? known : known.replace(/[\ue000-\ue007]/g, '\ue100');
