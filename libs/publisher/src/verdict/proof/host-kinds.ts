import type { Value } from './domain.ts';
import { BIT, has, isUnknown } from './value.ts';

/** Objects of the browser whose members load nothing. */
export const INERT_HOST = /^\$(?:bag|dataset|context)/;

/** One of the objects is such an object. */
export const hasInertHost = (value: Value): boolean =>
  [...value.hosts].some((h) => INERT_HOST.test(h));

/** The value is objects of one kind of the browser and nothing else. */
export const isOnly = (on: Value, kind: string): boolean =>
  !has(on, BIT.UNKNOWN) && on.hosts.size > 0 && [...on.hosts].every((h) => h === kind);

/** The object may be an element or a text of the page. */
export const mayBeNode = (on: Value): boolean =>
  isUnknown(on) || [...on.hosts].some((h) => !/^\$(?!attr)|^@/.test(h));
