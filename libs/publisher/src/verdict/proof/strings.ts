import type { AllocationSite, Value } from './domain.ts';
import type { Frame } from './frame.ts';
import { ANY_NAME, BIT, isNever, join, NEVER, text } from './value.ts';

/** What an object is as text that says nothing else. */
const PLAIN_OBJECT = '[object Object]';

/** Nothing gave the object a text of its own. */
const isPlainObject = (site: AllocationSite, { state }: Frame): boolean =>
  site.kind === 'object' &&
  !site.hasEscaped &&
  !site.isHost &&
  site.protos.size === 0 &&
  ['toString', 'valueOf', '__proto__', ANY_NAME].every(
    (name) =>
      !site.fields.has(name) && !site.getters.has(name) && isNever(state.untrackedValue(name)),
  );

/** A value as text is made of it; objects of the page may say what they like. */
export function stringOf(value: Value, frame: Frame): Value {
  if (value.sites.size === 0) return value;
  if ([...value.sites].every((site) => isPlainObject(site, frame)))
    return join({ ...value, sites: new Set() }, text(PLAIN_OBJECT));
  frame.state.escape({ ...NEVER, sites: value.sites });
  return { ...value, bits: value.bits | BIT.UNKNOWN, sites: new Set() };
}
