import type { AllocationSite, AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { callFunction } from './functions.ts';
import { fieldOf } from './allocation-site.ts';
import {
  ANY_NAME,
  host,
  isForeign,
  join,
  joinAll,
  NEVER,
  siteValue,
  TEXT,
  UNKNOWN,
} from './value.ts';

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Copies the members of a value, except those in `except`, into an object that the page's code creates, as the spread operator
 * (`{...value}`) does.
 */
export function copyMembers(
  value: AbstractValue,
  into: AllocationSite,
  frame: EvaluationFrame,
  except: ReadonlySet<string> = NO_NAMES,
): void {
  const { state } = frame;
  for (const from of value.sites) {
    state.spend(from.fields.size);
    // The spread operator runs the getters of the source object and copies their results.
    if (from.hasEscaped || from.getters.size > 0) state.put(fieldOf(into, ANY_NAME), UNKNOWN);
    for (const [name, { value: held }] of from.fields)
      if (!except.has(name)) state.put(fieldOf(into, name), held);
    for (const getter of from.getters.values())
      for (const site of getter) state.escape(siteValue(site));
  }
  if (isForeign(value)) state.put(fieldOf(into, ANY_NAME), UNKNOWN);
}

/** Adds a getter or setter with each of these names to an object or class of the page. */
export function addAccessor(
  site: AllocationSite,
  kind: 'get' | 'set',
  names: readonly string[],
  value: AbstractValue,
  frame: EvaluationFrame,
): void {
  const accessors = kind === 'get' ? site.getters : site.setters;
  for (const name of names)
    for (const fn of value.sites) {
      const known = accessors.get(name) ?? new Set<AllocationSite>();
      if (known.has(fn)) continue;
      accessors.set(name, known.add(fn));
      frame.state.hasChanged = true;
    }
}

/** Returns an object of the page's code and all objects from which it inherits fields. */
export function withPrototypes(site: AllocationSite): ReadonlySet<AllocationSite> {
  const found = new Set([site]);
  // The loop also reaches the prototypes that it adds.
  for (const { protos } of found) for (const proto of protos) found.add(proto);
  return found;
}

/**
 * Returns the possible values of a field of an object that the page's code creates. Includes inherited fields and the results
 * of getters.
 */
export function readField(
  site: AllocationSite,
  name: string,
  frame: EvaluationFrame,
): AbstractValue {
  const found: AbstractValue[] = [];
  for (const at of withPrototypes(site)) {
    frame.state.spend(name === ANY_NAME ? at.fields.size : 1);
    for (const key of name === ANY_NAME ? at.fields.keys() : [name, ANY_NAME])
      found.push(at.fields.get(key)?.value ?? NEVER);
    for (const getter of name === ANY_NAME
      ? [...at.getters.values()].flatMap((s) => [...s])
      : (at.getters.get(name) ?? []))
      found.push(callFunction(getter, siteValue(site), [], frame));
    if (at.hasEscaped) found.push(name === ANY_NAME ? UNKNOWN : frame.state.untrackedValue(name));
  }
  const value = joinAll(found);
  if (name === 'prototype' && site.fn !== null)
    return join(value, siteValue(frame.state.sites.prototypeOf(site)));
  return value;
}

/** True when an object that the page's code creates, or one of its prototypes, may have a field or getter with this name. */
export function hasField(site: AllocationSite, name: string): boolean {
  for (const { fields, getters } of withPrototypes(site))
    if (fields.has(name) || getters.has(name) || fields.has(ANY_NAME)) return true;
  return false;
}

/**
 * True when a built-in prototype has a method of this name. The members `arguments` and `caller` are left out, because reading
 * them throws.
 */
export const hasMethod = (prototype: object, name: string): boolean =>
  name !== 'arguments' && name !== 'caller' && typeof Reflect.get(prototype, name) === 'function';

/**
 * Returns the built-in member of this name that an array, function or object of the page has or inherits, or the empty set when
 * there is none. The members of a function that are no methods are its name, and its last arguments and caller.
 */
export function inherited({ kind }: AllocationSite, name: string): AbstractValue {
  if (kind === 'function' && name === 'name') return TEXT;
  if (kind === 'function' && (name === 'arguments' || name === 'caller')) return UNKNOWN;
  // The object `arguments` is evaluated as an array.
  if (kind === 'array' && name === 'callee') return UNKNOWN;
  const from =
    kind === 'array'
      ? Array.prototype
      : kind === 'function'
        ? Function.prototype
        : Object.prototype;
  return hasMethod(from, name) ? host(`@method#${name}`) : NEVER;
}

/** Records a write to a field of an object that the page's code creates, and evaluates the setters of that name. */
export function writeField(
  site: AllocationSite,
  name: string,
  value: AbstractValue,
  frame: EvaluationFrame,
): void {
  const { state } = frame;
  state.putField(site, name, value);
  for (const at of withPrototypes(site))
    for (const setter of name === ANY_NAME
      ? [...at.setters.values()].flatMap((s) => [...s])
      : (at.setters.get(name) ?? []))
      callFunction(setter, siteValue(site), [value], frame);
  if (site.hasEscaped) state.escape(value);
}
