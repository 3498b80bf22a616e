import { addressKind } from './address-kind.ts';
import type { AbstractValue } from './domain.ts';
import { ADDRESS_HOLE, classifyText, holeFor, isPlainText, TEXT_LEVEL } from './text-level.ts';
import {
  BIT,
  has,
  INNER,
  isNever,
  join,
  NEVER,
  text,
  TEXT,
  textOf,
  TEXTS_MAX,
  widened,
} from './value.ts';

/** Maximum length of a concatenation whose exact text is tracked, in characters. A longer one counts as an unknown string. */
const JOINED_MAX = 200_000;

/**
 * Returns the placeholder character for the strings that a value may be besides those in `texts`. Null when it can be no other
 * string.
 */
function holeOf(part: AbstractValue): string | null {
  if (has(part, BIT.UNKNOWN) || part.sites.size > 0 || part.hosts.size > 0)
    return holeFor(TEXT_LEVEL.ANY);
  if (has(part, BIT.INNER | BIT.OPEN_DATA)) return holeFor(TEXT_LEVEL.ANY);
  if (has(part, BIT.DATA))
    return part.level === TEXT_LEVEL.NONE ? ADDRESS_HOLE : holeFor(TEXT_LEVEL.ANY);
  if (part.level !== TEXT_LEVEL.NONE) return holeFor(part.level);
  return has(part, BIT.PRIMITIVE | BIT.NONE) ? holeFor(TEXT_LEVEL.WORD) : null;
}

/**
 * Returns the possible strings of one operand of a concatenation: its known strings, and a placeholder character for all
 * others.
 */
function spellings(part: AbstractValue): readonly string[] {
  const hole = holeOf(part);
  return hole === null ? [...part.texts] : [...part.texts, hole];
}

function classified(skeleton: string): AbstractValue {
  const kind = addressKind(skeleton);
  if (kind === 'inner' && !isPlainText(skeleton)) return INNER;
  if (kind === 'data' && !isPlainText(skeleton))
    return { ...NEVER, bits: /[<"\ue003-\ue007]/.test(skeleton) ? BIT.OPEN_DATA : BIT.DATA };
  return isPlainText(skeleton) ? text(skeleton) : textOf(classifyText(skeleton));
}

/** Returns the possible results of concatenating values in this order. */
export function concatenated(parts: readonly AbstractValue[]): AbstractValue {
  if (parts.some(isNever)) return NEVER;
  let heads: readonly string[] = [''];
  for (const part of parts) {
    let tails = spellings(part);
    if (heads.length * tails.length > TEXTS_MAX) tails = spellings(widened(part));
    if (heads.length * tails.length > TEXTS_MAX) return TEXT;
    heads = heads.flatMap((head) => tails.map((tail) => head + tail));
    if (heads.some((head) => head.length > JOINED_MAX)) return TEXT;
  }
  return heads.map(classified).reduce(join, NEVER);
}

/** Returns the possible results of concatenating these values in any number and order, as `Array.join` does. */
export function repeated(...values: readonly AbstractValue[]): AbstractValue {
  const all = values.reduce(join, NEVER);
  const { level, bits, sites, hosts } = widened(all);
  if ((bits & ~(BIT.NONE | BIT.PRIMITIVE)) !== 0 || sites.size > 0 || hosts.size > 0) return TEXT;
  return textOf(
    level === TEXT_LEVEL.NONE
      ? TEXT_LEVEL.WORD
      : level === TEXT_LEVEL.CSS
        ? TEXT_LEVEL.ESCAPED
        : level,
  );
}

/**
 * Returns the possible substrings of a value. A class of strings that excludes single characters is kept; a class that
 * describes whole constructs (CSS, markup) is not.
 */
export function partOf(value: AbstractValue): AbstractValue {
  const { level, bits } = widened(value);
  if ((bits & (BIT.DATA | BIT.OPEN_DATA | BIT.INNER | BIT.UNKNOWN)) !== 0) return TEXT;
  const of = level === TEXT_LEVEL.NONE ? TEXT_LEVEL.WORD : level;
  if (of >= TEXT_LEVEL.MARKUP) return TEXT;
  return textOf(of === TEXT_LEVEL.CSS ? TEXT_LEVEL.ESCAPED : of);
}
