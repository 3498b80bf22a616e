import { addressKind } from './address-kind.ts';
import type { AllocationSite, AbstractValue } from './domain.ts';
import { classifyText, TEXT_LEVEL, withoutHoles, type StringContentClass } from './text-level.ts';

/** Flags for the values that an `AbstractValue` may be besides those in `texts`, `sites` and `hosts`. */
export const BIT = {
  /** `undefined` or `null`. */
  NONE: 1,
  /** A number, boolean, bigint or symbol. */
  PRIMITIVE: 2,
  /** A string that loads nothing from outside the page when it is used as an address: an image or sound as a `data:` URL. */
  DATA: 4,
  /** The address of a document inside the page that may itself load something: a `blob:` URL, or SVG as a `data:` URL. */
  INNER: 8,
  /** A `data:` URL of which only the media type is known. */
  OPEN_DATA: 64,
  /** Any value except a loading function of the browser, such as `fetch`. */
  UNKNOWN: 16,
  /** A loading function of the browser, such as `fetch`. */
  LOADER: 32,
} as const;

const NO_TEXTS: ReadonlySet<string> = new Set();
const NO_SITES: ReadonlySet<AllocationSite> = new Set();
const NO_HOSTS: ReadonlySet<string> = new Set();
/** Maximum number of known strings of an abstract value. With more, only the class that includes them all is kept. */
export const TEXTS_MAX = 24;
/** Maximum number of allocation sites (objects of the page) in an abstract value; one with more counts as any value. */
const SITES_MAX = 40;
const HOSTS_MAX = 24;

/** The empty set of values: the expression has none, because its code never runs or throws. */
export const NEVER: AbstractValue = {
  bits: 0,
  level: TEXT_LEVEL.NONE,
  isMany: false,
  texts: NO_TEXTS,
  sites: NO_SITES,
  hosts: NO_HOSTS,
};
const ofBits = (bits: number): AbstractValue => ({ ...NEVER, bits });
/** The abstract value `undefined` or `null`. */
export const NONE: AbstractValue = ofBits(BIT.NONE);
/** A number, boolean, bigint or symbol. */
export const PRIMITIVE: AbstractValue = ofBits(BIT.PRIMITIVE);
/** A string that is a harmless address (`BIT.DATA`). */
export const DATA: AbstractValue = ofBits(BIT.DATA);
/** The address of a document inside the page (`BIT.INNER`). */
export const INNER: AbstractValue = ofBits(BIT.INNER);
/** Any value except a loading function of the browser, such as `fetch`. */
export const UNKNOWN: AbstractValue = ofBits(BIT.UNKNOWN);
/** Any value, also a loading function of the browser. */
export const ANYTHING: AbstractValue = ofBits(BIT.UNKNOWN | BIT.LOADER);

/** Returns the abstract value for one known string. */
export const text = (known: string): AbstractValue => ({
  ...NEVER,
  texts: new Set([withoutHoles(known)]),
});
/** Returns the abstract value for an unknown string of this class (see `TEXT_LEVEL`). */
export const textOf = (level: StringContentClass): AbstractValue => ({ ...NEVER, level });
/** The abstract value that may be any string. */
export const TEXT: AbstractValue = textOf(TEXT_LEVEL.ANY);
/** Returns the abstract value for the objects that one syntax node of the page's code creates. */
export const siteValue = (site: AllocationSite): AbstractValue => ({
  ...NEVER,
  sites: new Set([site]),
});
/**
 * Returns the abstract value for the browser object with this name. With several names, the value may be any one of these
 * objects.
 */
export const host = (...names: readonly string[]): AbstractValue => ({
  ...NEVER,
  hosts: new Set(names),
});

/** True when a value has at least one of the flags in `bit` (see `BIT`). */
export const has = (value: AbstractValue, bit: number): boolean => (value.bits & bit) !== 0;

/** True when the value may be anything. */
export const isUnknown = (value: AbstractValue): boolean => has(value, BIT.UNKNOWN | BIT.LOADER);

/** True when the value may be a string: one in `texts`, or an unknown one of its class. */
export const hasText = ({ texts, level }: AbstractValue): boolean => texts.size > 0 || level > 0;

/** True when the value may be any node: it is unknown, or it is an object that inherits from a browser class. */
export const mayBeAnyNode = (value: AbstractValue): boolean =>
  isUnknown(value) || [...value.sites].some(({ isHost }) => isHost);

/** True when the value is unknown or may be a browser object. */
export const isForeign = (value: AbstractValue): boolean =>
  isUnknown(value) || value.hosts.size > 0;

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (b.size === 0 || a === b) return a;
  if (a.size === 0) return b;
  for (const item of b) if (!a.has(item)) return new Set([...a, ...b]);
  return a;
}

/** Replaces the known strings of a value by a class of strings that includes them, or by `BIT.DATA` for harmless addresses. */
export function widened(value: AbstractValue): AbstractValue {
  if (value.texts.size === 0) return value;
  let { level, bits } = value;
  for (const known of value.texts)
    if (known.startsWith('data:') && addressKind(known) === 'data' && !/[<"]/.test(known))
      bits |= BIT.DATA;
    else level = wider(level, classifyText(known));
  return { ...value, bits, level, texts: NO_TEXTS };
}

/** Returns the one of two classes of strings (see `TEXT_LEVEL`) that guarantees less. */
export const wider = (a: StringContentClass, b: StringContentClass): StringContentClass =>
  a > b ? a : b;

/**
 * Returns the union of two sets of values. Returns the object `a` itself when `b` adds nothing, so callers can detect a change
 * by `===`.
 */
export function join(a: AbstractValue, b: AbstractValue): AbstractValue {
  if (a === b || b === NEVER) return a;
  if (a === NEVER) return b;
  let bits = a.bits | b.bits;
  const isUnknown = (bits & BIT.UNKNOWN) !== 0;
  let texts = isUnknown ? NO_TEXTS : union(a.texts, b.texts);
  let level: StringContentClass = isUnknown ? TEXT_LEVEL.NONE : wider(a.level, b.level);
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

/** Returns the union of all these sets of values. */
export const joinAll = (values: readonly AbstractValue[]): AbstractValue =>
  values.reduce(join, NEVER);

/** True when an abstract value has more objects than the analysis tracks for one value. */
export const isTooWide = ({ sites, hosts }: AbstractValue): boolean =>
  sites.size > SITES_MAX || hosts.size > HOSTS_MAX;

/** True for the empty set of values: the code never runs or throws. */
export const isNever = ({ bits, level, texts, sites, hosts }: AbstractValue): boolean =>
  bits === 0 &&
  level === TEXT_LEVEL.NONE &&
  texts.size === 0 &&
  sites.size === 0 &&
  hosts.size === 0;

/** True when the value can only be one of the strings in `texts`, a number, a boolean, `null` or `undefined`. */
export const isListed = ({ bits, level, sites, hosts }: AbstractValue): boolean =>
  (bits & ~(BIT.PRIMITIVE | BIT.NONE)) === 0 &&
  level === TEXT_LEVEL.NONE &&
  sites.size === 0 &&
  hosts.size === 0;

/**
 * True when the value, as a member name, can only be digits or the name of a number, boolean, `null` or `undefined`. No member
 * of a browser object that loads something has such a name.
 */
export const isIndex = (value: AbstractValue): boolean =>
  isListed(value) && [...value.texts].every((name) => /^\d+$/.test(name));

/** Matches the member name to which a number, boolean, `null` or `undefined` converts. */
const PRIMITIVE_NAME = /^(?:-?\d[\d.e+-]*|true|false|null|undefined|NaN|-?Infinity)$/;

/**
 * Returns the member names that a value may be, or null when not all of them are known. The names of numbers, booleans, `null`
 * and `undefined` are all returned as `ELEMENTS`.
 */
export function namesOf(key: AbstractValue): readonly string[] | null {
  if (!isListed(key)) return null;
  const names = [...key.texts].map((name) => (PRIMITIVE_NAME.test(name) ? ELEMENTS : name));
  return (key.bits & (BIT.PRIMITIVE | BIT.NONE)) === 0 ? names : [...names, ELEMENTS];
}

/** The one field in which all elements of an array are stored, and all members whose name is a number. */
export const ELEMENTS = '[]';
/** The key under which an analysed object has the values of all members whose names are not known, as in `object[name]`. */
export const ANY_NAME = '*';

/** The tag name in the name of a browser object: `div` for `div#menu` and for `div`. */
export const tagOf = (name: string): string => name.replace(/#.*$/, '');
