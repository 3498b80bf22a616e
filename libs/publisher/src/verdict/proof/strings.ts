import type { AllocationSite, AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { ANY_NAME, BIT, isNever, join, NEVER, text } from './value.ts';

/** The string to which an object without its own `toString` converts. */
const PLAIN_OBJECT = '[object Object]';

/**
 * True when an object of the page certainly has no `toString` or `valueOf` that the page's code defines, neither its own nor an
 * inherited one.
 */
const isPlainObject = (site: AllocationSite, { state }: EvaluationFrame): boolean =>
  site.kind === 'object' &&
  !site.hasEscaped &&
  !site.isHost &&
  site.protos.size === 0 &&
  ['toString', 'valueOf', '__proto__', ANY_NAME].every(
    (name) =>
      !site.fields.has(name) && !site.getters.has(name) && isNever(state.untrackedValue(name)),
  );

/** Returns the strings to which a value may convert. An object with its own `toString` may convert to any string. */
export function stringOf(value: AbstractValue, frame: EvaluationFrame): AbstractValue {
  if (value.sites.size === 0) return value;
  if ([...value.sites].every((site) => isPlainObject(site, frame)))
    return join({ ...value, sites: new Set() }, text(PLAIN_OBJECT));
  frame.state.escape({ ...NEVER, sites: value.sites });
  return { ...value, bits: value.bits | BIT.UNKNOWN, sites: new Set() };
}
