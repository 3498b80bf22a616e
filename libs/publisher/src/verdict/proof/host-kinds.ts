import type { AbstractValue } from './domain.ts';
import { BIT, has, isUnknown } from './value.ts';

/** Matches the names in `AbstractValue.hosts` of browser objects that are inert: their members load nothing. */
export const INERT_HOST = /^\$(?:bag|dataset|context)/;

/**
 * Matches the names in `AbstractValue.hosts` of inert browser objects (their members load nothing), and that of the `style` of
 * an element.
 */
export const INERT_HOST_OR_STYLE = /^\$(?:bag|dataset|context|style$)/;

/** True when the value may be an inert browser object (one whose members load nothing). */
export const hasInertHost = (value: AbstractValue): boolean =>
  [...value.hosts].some((h) => INERT_HOST.test(h));

/** True when the value can only be the browser object that has the name `kind` in `AbstractValue.hosts`. */
export const isOnly = (on: AbstractValue, kind: string): boolean =>
  !has(on, BIT.UNKNOWN) && on.hosts.size > 0 && [...on.hosts].every((h) => h === kind);

/** True when the value can only be browser objects whose names in `AbstractValue.hosts` match a pattern. */
export const isOnlyMatching = (on: AbstractValue, pattern: RegExp): boolean =>
  !isUnknown(on) && on.hosts.size > 0 && [...on.hosts].every((h) => pattern.test(h));

/** True when the value may be an element, text node or attribute of the page. */
export const mayBeNode = (on: AbstractValue): boolean =>
  isUnknown(on) || [...on.hosts].some((h) => !/^\$(?!attr)|^@/.test(h));
