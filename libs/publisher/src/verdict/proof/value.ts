import { addressKind } from './address-kind.ts';
import type { AllocationSite, Value } from './domain.ts';
import { classifyText, TEXT_LEVEL, withoutHoles, type TextLevel } from './text-level.ts';

/** Properties of a value in addition to its texts, sites and hosts. */
export const BIT = {
  /** `undefined` or `null`. */
  NONE: 1,
  /** A number, boolean, bigint or symbol. */
  PRIMITIVE: 2,
  /** A string that, as an address, loads nothing from outside the page: a picture or sound as `data:`. */
  DATA: 4,
  /** An address of content inside the page whose own references are not known: `blob:`, SVG as `data:`. */
  INNER: 8,
  /** As `DATA`, with unknown characters after the media type. */
  OPEN_DATA: 64,
  /** Any value except a function that loads. */
  UNKNOWN: 16,
  /** May be a function of the browser that loads. */
  LOADER: 32,
} as const;

const NO_TEXTS: ReadonlySet<string> = new Set();
const NO_SITES: ReadonlySet<AllocationSite> = new Set();
const NO_HOSTS: ReadonlySet<string> = new Set();
/** A value with more known texts than this keeps only their class. */
export const TEXTS_MAX = 24;
/** A value with more objects than this counts as any value. */
const SITES_MAX = 40;
const HOSTS_MAX = 24;

/** No value at all: code that never runs, or that throws. */
export const NEVER: Value = {
  bits: 0,
  level: TEXT_LEVEL.NONE,
  isMany: false,
  texts: NO_TEXTS,
  sites: NO_SITES,
  hosts: NO_HOSTS,
};
const ofBits = (bits: number): Value => ({ ...NEVER, bits });
/** `undefined` or `null`. */
export const NONE: Value = ofBits(BIT.NONE);
/** A number, boolean, bigint or symbol. */
export const PRIMITIVE: Value = ofBits(BIT.PRIMITIVE);
/** A harmless address. */
export const DATA: Value = ofBits(BIT.DATA);
/** An address of content inside the page. */
export const INNER: Value = ofBits(BIT.INNER);
/** Any value except a function that loads. */
export const UNKNOWN: Value = ofBits(BIT.UNKNOWN);
/** Any value, functions that load included. */
export const ANYTHING: Value = ofBits(BIT.UNKNOWN | BIT.LOADER);

/** One known text. */
export const text = (known: string): Value => ({
  ...NEVER,
  texts: new Set([withoutHoles(known)]),
});
/** A text of a class. */
export const textOf = (level: TextLevel): Value => ({ ...NEVER, level });
/** Any text. */
export const TEXT: Value = textOf(TEXT_LEVEL.ANY);
/** An object of the page. */
export const siteValue = (site: AllocationSite): Value => ({
  ...NEVER,
  sites: new Set([site]),
});
/** An object of the browser. */
export const host = (...names: readonly string[]): Value => ({
  ...NEVER,
  hosts: new Set(names),
});

/** True when a value has one of the properties. */
export const has = (value: Value, bit: number): boolean => (value.bits & bit) !== 0;

/** True when the value may be anything. */
export const isUnknown = (value: Value): boolean => has(value, BIT.UNKNOWN | BIT.LOADER);

/** True when the value may be a text. */
export const hasText = ({ texts, level }: Value): boolean => texts.size > 0 || level > 0;

/** True when the value may be an unknown node: any value, or an object with a class of the browser. */
export const mayBeAnyNode = (value: Value): boolean =>
  isUnknown(value) || [...value.sites].some(({ isHost }) => isHost);

/** True when the value may be anything or an object of the browser. */
export const isForeign = (value: Value): boolean => isUnknown(value) || value.hosts.size > 0;

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (b.size === 0 || a === b) return a;
  if (a.size === 0) return b;
  for (const item of b) if (!a.has(item)) return new Set([...a, ...b]);
  return a;
}

/** Replaces known texts by their class. */
export function widened(value: Value): Value {
  if (value.texts.size === 0) return value;
  let { level, bits } = value;
  for (const known of value.texts)
    if (known.startsWith('data:') && addressKind(known) === 'data' && !/[<"]/.test(known))
      bits |= BIT.DATA;
    else level = wider(level, classifyText(known));
  return { ...value, bits, level, texts: NO_TEXTS };
}

/** The class that guarantees less. */
export const wider = (a: TextLevel, b: TextLevel): TextLevel => (a > b ? a : b);

/** The union of two values; the same object as the first when the second adds nothing. */
export function join(a: Value, b: Value): Value {
  if (a === b || b === NEVER) return a;
  if (a === NEVER) return b;
  let bits = a.bits | b.bits;
  const isUnknown = (bits & BIT.UNKNOWN) !== 0;
  let texts = isUnknown ? NO_TEXTS : union(a.texts, b.texts);
  let level: TextLevel = isUnknown ? TEXT_LEVEL.NONE : wider(a.level, b.level);
  const isMany = a.isMany || b.isMany || texts.size > TEXTS_MAX;
  if (isMany) {
    ({ bits, level, texts } = widened({ ...NEVER, bits, level, texts }));
  }
  const sites = union(a.sites, b.sites);
  const hosts = union(a.hosts, b.hosts);
  const same =
    bits === a.bits &&
    isMany === a.isMany &&
    level === a.level &&
    texts.size === a.texts.size &&
    sites === a.sites &&
    hosts === a.hosts;
  return same ? a : { bits, level, isMany, texts, sites, hosts };
}

/** The union of all values. */
export const joinAll = (values: readonly Value[]): Value => values.reduce(join, NEVER);

/** True when a value has more objects than are tracked individually. */
export const isTooWide = ({ sites, hosts }: Value): boolean =>
  sites.size > SITES_MAX || hosts.size > HOSTS_MAX;

/** True for the empty set of values: the code never runs. */
export const isNever = ({ bits, level, texts, sites, hosts }: Value): boolean =>
  bits === 0 &&
  level === TEXT_LEVEL.NONE &&
  texts.size === 0 &&
  sites.size === 0 &&
  hosts.size === 0;

/** True when the value is one of its known texts, a number, a boolean or `undefined`. */
export const isListed = ({ bits, level, sites, hosts }: Value): boolean =>
  (bits & ~(BIT.PRIMITIVE | BIT.NONE)) === 0 &&
  level === TEXT_LEVEL.NONE &&
  sites.size === 0 &&
  hosts.size === 0;

/** True when the value is a number or the digits of one: as a property name it is an index. */
export const isIndex = (value: Value): boolean =>
  isListed(value) && [...value.texts].every((name) => /^\d+$/.test(name));

/** Matches a number, boolean or `undefined` as a property name. */
const PRIMITIVE_NAME = /^(?:-?\d[\d.e+-]*|true|false|null|undefined|NaN|-?Infinity)$/;

/** The property names that a value may be, or null when not all of them are known. */
export function namesOf(key: Value): readonly string[] | null {
  if (!isListed(key)) return null;
  const names = [...key.texts].map((name) => (PRIMITIVE_NAME.test(name) ? ELEMENTS : name));
  return (key.bits & (BIT.PRIMITIVE | BIT.NONE)) === 0 ? names : [...names, ELEMENTS];
}

/** The field for all elements of an array and all members with a numeric name. */
export const ELEMENTS = '[]';
/** The field for values that were written under an unknown name. */
export const ANY_NAME = '*';

/** The tag in the name of an element, with or without an id (`div#menu`). */
export const tagOf = (name: string): string => name.replace(/#.*$/, '');
