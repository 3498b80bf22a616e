import type { AllocationSite, Value } from './domain.ts';
import type { Frame } from './frame.ts';
import { ANY_NAME, BIT, isNever, join, NEVER, text } from './value.ts';

/** The text of an object without its own `toString`. */
const PLAIN_OBJECT = '[object Object]';

/** True when the object certainly has no own or inherited `toString` or `valueOf` that the page defines. */
const isPlainObject = (site: AllocationSite, { state }: Frame): boolean =>
  site.kind === 'object' &&
  !site.hasEscaped &&
  !site.isHost &&
  site.protos.size === 0 &&
  ['toString', 'valueOf', '__proto__', ANY_NAME].every(
    (name) =>
      !site.fields.has(name) && !site.getters.has(name) && isNever(state.untrackedValue(name)),
  );

/** The strings to which a value converts. An object with its own `toString` may return any string. */
export function stringOf(value: Value, frame: Frame): Value {
  if (value.sites.size === 0) return value;
  if ([...value.sites].every((site) => isPlainObject(site, frame)))
    return join({ ...value, sites: new Set() }, text(PLAIN_OBJECT));
  frame.state.escape({ ...NEVER, sites: value.sites });
  return { ...value, bits: value.bits | BIT.UNKNOWN, sites: new Set() };
}
