import type { Value } from './domain.ts';
import { BIT, has } from './value.ts';

/** Objects of the browser whose members load nothing. */
export const BAG = /^\$(?:bag|dataset|context)/;

/** One of the objects is such an object. */
export const isBag = (value: Value): boolean => [...value.hosts].some((h) => BAG.test(h));

/** The value is objects of one kind of the browser and nothing else. */
export const isOnly = (on: Value, kind: string): boolean =>
  !has(on, BIT.UNKNOWN) && on.hosts.size > 0 && [...on.hosts].every((h) => h === kind);

/** The object may be an element or a text of the page. */
export const mayBeNode = (on: Value): boolean =>
  has(on, BIT.UNKNOWN | BIT.LOADER) || [...on.hosts].some((h) => !/^\$(?!attr)|^@/.test(h));
