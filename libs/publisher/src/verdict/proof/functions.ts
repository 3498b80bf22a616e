import type { AllocationSite, AbstractValue } from './domain.ts';
import { runsWithoutUser, type EvaluationFrame } from './frame.ts';
import { fieldOf } from './allocation-site.ts';
import { partOf } from './texts.ts';
import {
  ANY_NAME,
  BIT,
  ELEMENTS,
  has,
  hasText,
  host,
  isNever,
  isUnknown,
  join,
  joinAll,
  NEVER,
  NONE,
  siteValue,
  UNKNOWN,
} from './value.ts';

/**
 * Records that a function of the page is called with these arguments, and returns its possible results. `rest` contains
 * arguments whose number and position are unknown.
 */
export function callFunction(
  site: AllocationSite,
  self: AbstractValue,
  args: readonly AbstractValue[],
  frame: EvaluationFrame,
  rest: AbstractValue = NEVER,
): AbstractValue {
  const { state } = frame;
  const { fn } = site;
  if (fn === null) return UNKNOWN;
  if (!fn.isCalled || (runsWithoutUser(frame) && !fn.runsWithoutUser)) {
    fn.isCalled = true;
    fn.runsWithoutUser ||= runsWithoutUser(frame);
    state.hasChanged = true;
  }
  fn.params.forEach((param, index) => {
    const given = args[index];
    state.put(
      param,
      given === undefined ? (isNever(rest) ? NONE : join(rest, NONE)) : join(given, rest),
    );
  });
  for (const value of [...args, rest]) state.put(fn.args, value);
  state.put(fn.self, self);
  if (!fn.isLater) return fn.returns.value;
  state.escape(fn.returns.value);
  return UNKNOWN;
}

/** Returns the objects that `new` of a function of the page may create, and records the call. */
export function construct(
  site: AllocationSite,
  args: readonly AbstractValue[],
  frame: EvaluationFrame,
  rest: AbstractValue = NEVER,
): AbstractValue {
  const { fn } = site;
  if (fn === null) return UNKNOWN;
  const { state } = frame;
  const made = state.sites.instanceOf(site);
  const returned = callFunction(site, siteValue(made), args, frame, rest);
  // A constructor may return another object. Other values that it returns are ignored.
  const { sites, hosts } = returned;
  const bits = returned.bits & (BIT.UNKNOWN | BIT.LOADER);
  return join(siteValue(made), { ...NEVER, bits, sites, hosts });
}

/** Records the calls of the superclass constructors, for a class of the page without its own constructor. */
export function constructParents(
  site: AllocationSite,
  self: AbstractValue,
  args: readonly AbstractValue[],
  frame: EvaluationFrame,
  rest: AbstractValue,
): void {
  for (const parent of site.fn?.parents.value.sites ?? [])
    callFunction(parent, self, args, frame, rest);
}

/** Adds these values to the elements of an array of the page. Returns the array as a value. */
export function arrayOf(
  site: AllocationSite,
  elements: AbstractValue,
  frame: EvaluationFrame,
): AbstractValue {
  frame.state.put(fieldOf(site, ELEMENTS), elements);
  return siteValue(site);
}

/** Returns the values that iteration over a value may yield. */
export function elementsOf(value: AbstractValue, frame: EvaluationFrame): AbstractValue {
  const found: AbstractValue[] = [];
  for (const site of value.sites) {
    if (site.kind !== 'array') {
      // The object is not an array. Its own iterator yields unknown values, or the iteration throws.
      frame.state.escape(siteValue(site));
      found.push(UNKNOWN);
      continue;
    }
    for (const name of [ELEMENTS, ANY_NAME]) found.push(site.fields.get(name)?.value ?? NEVER);
    if (site.hasEscaped) found.push(frame.state.untrackedValue(ELEMENTS));
  }
  if (value.hosts.has('$attributes')) found.push(host('$attr'));
  if (value.hosts.has('$nodes')) found.push(host('*'));
  const others = [...value.hosts].some((h) => h !== '$attributes' && h !== '$nodes');
  if (others || isUnknown(value)) found.push(UNKNOWN, frame.state.untrackedValue(ELEMENTS));
  if (hasText(value)) found.push(partOf({ ...NEVER, texts: value.texts, level: value.level }));
  if (has(value, BIT.DATA | BIT.OPEN_DATA | BIT.INNER)) found.push(UNKNOWN);
  return joinAll(found);
}
