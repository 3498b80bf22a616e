import type { Value } from './domain.ts';
import { BIT, has, isUnknown } from './value.ts';

/** Objects of the browser whose members load nothing. */
export const INERT_HOST = /^\$(?:bag|dataset|context)/;

/** True when one of the value's objects is inert. */
export const hasInertHost = (value: Value): boolean =>
  [...value.hosts].some((h) => INERT_HOST.test(h));

/** True when the value consists only of browser objects of one kind. */
export const isOnly = (on: Value, kind: string): boolean =>
  !has(on, BIT.UNKNOWN) && on.hosts.size > 0 && [...on.hosts].every((h) => h === kind);

/** True when the object may be an element or a text node of the page. */
export const mayBeNode = (on: Value): boolean =>
  isUnknown(on) || [...on.hosts].some((h) => !/^\$(?!attr)|^@/.test(h));
